"""Calls in loops over settings that the program spells out: their results are compared."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.values.kinds import CallableValue, Const, Container, Static, Value
from jaxlint.analysis.values.spans import Span
from jaxlint.program import ir, trees

_DISPLAYS = (cst.Tuple, cst.List, cst.Set, cst.Dict)
_VIEWS = ("items", "keys", "values")
_PASSES = ("enumerate", "zip", "sorted", "reversed", "list", "tuple")


def is_handed_a_setting(level: Level) -> bool:
    """Whether a call is handed what the loop around it takes from settings that are spelled out.

    Settings are literals, functions, classes and objects, or what the loop makes of one. Arrays are
    data, and numbers that a loop counts are turns.
    """
    frame, call = level.frame, None if level.node is None else trees.node(level.node)
    if not isinstance(call, cst.Call) or not frame.loops:
        return False
    loop = trees.node(ir.Place(frame.module, frame.loops[-1]))
    if not isinstance(loop, cst.For | cst.CompFor) or not _is_spelled_out(frame, loop.iter):
        return False
    settings = {name for name in _names(loop.target) if _is_setting(frame.env.get(name))}
    if isinstance(loop, cst.For):
        settings |= _made_of(settings, loop.body)
    return not settings.isdisjoint(_names(*call.args))


def _is_spelled_out(frame: Frame, iterable: cst.BaseExpression) -> bool:
    """Whether the program writes down each element that a loop goes over."""
    if isinstance(iterable, _DISPLAYS):
        return True
    if isinstance(iterable, cst.Name):
        value = _value(frame, iterable.value)
        if not isinstance(value, Container) or value.rest is not None:
            return False
        return bool(value.items) and value.kind != "text"
    if not isinstance(iterable, cst.Call):
        return False
    func = iterable.func
    if isinstance(func, cst.Attribute) and func.attr.value in _VIEWS:
        return _is_spelled_out(frame, func.value)
    passes = isinstance(func, cst.Name) and func.value in _PASSES
    return passes and any(_is_spelled_out(frame, argument.value) for argument in iterable.args)


def _value(frame: Frame, name: str) -> Value | None:
    """What a variable holds here or in the code around."""
    owner: Frame | None = frame
    while owner is not None and name not in owner.env:
        owner = owner.closure
    return None if owner is None else owner.env[name]


def _is_setting(value: Value | None) -> bool:
    """Whether an element is neither data nor a count."""
    if isinstance(value, Static):
        return value.fact(Span) is None
    return isinstance(value, Const | CallableValue)


def _made_of(settings: set[str], body: cst.CSTNode) -> set[str]:
    """The names to which a body assigns what it makes of settings."""
    made: set[str] = set()
    for statement in _below(body):
        if not isinstance(statement, cst.Assign):
            continue
        if not _names(statement.value).isdisjoint(settings | made):
            made |= _names(*statement.targets)
    return made


def _names(*nodes: cst.CSTNode) -> set[str]:
    """The names that are written in some code."""
    return {one.value for node in nodes for one in _below(node) if isinstance(one, cst.Name)}


def _below(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all below it, in the order in which they are written."""
    yield node
    for child in node.children:
        yield from _below(child)
