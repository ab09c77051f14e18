"""Calls in loops whose turns stand beside each other: their results are compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.domains.keys import flows
from jaxlint.analysis.values.kinds import CallableValue, Const, Container, Static, Value
from jaxlint.analysis.values.spans import Span
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.domains.keys.state import Draw

_DISPLAYS = (cst.Tuple, cst.List, cst.Set, cst.Dict)
_VIEWS = ("items", "keys", "values")
_ADDING = ("append", "extend", "add", "update", "setdefault")
_COUNTING = frozenset(("range", "trange", "arange", "count"))
_PASSES = ("enumerate", "zip", "sorted", "reversed", "list", "tuple")


def over_settings(draw: Draw, level: Level) -> bool:
    """Whether a call is handed settings in turn, and what it gives in each is not put together.

    What is put together may be the parameters of several layers, of which no two are compared.
    """
    return is_handed_a_setting(level) and not _is_kept(draw, level)


def apart(draw: Draw, level: Level) -> bool:
    """Whether a call is made for each element of a loop whose turns take nothing over.

    Where a loop counts, its turns are repetitions; where one turn begins with what the last one
    left, as in training, they are steps of one run; and elements that are looked into are data.
    """
    frame, loop = level.frame, _loop_around(level.frame)
    if not isinstance(loop, cst.For) or not _COUNTING.isdisjoint(_names(loop.iter)):
        return False
    elements = _names(loop.target)
    entered = any(name in frame.scope.entries for name in elements)
    if entered or any(_is_counted(frame.env.get(name)) for name in elements):
        return False
    if not any(flows.is_read_in(frame.scope, name, frame.loops[-1]) for name in elements):
        return False
    assigned = isinstance(flows.statement_at(frame.scope, level.node), ir.Assign)
    return assigned and not _hands_on(frame) and not _is_kept(draw, level)


def _loop_around(frame: Frame) -> cst.CSTNode | None:
    """The innermost loop that a frame is in."""
    return trees.node(ir.Place(frame.module, frame.loops[-1])) if frame.loops else None


def _is_counted(value: Value | None) -> bool:
    return value is not None and value.fact(Span) is not None


def _hands_on(frame: Frame) -> bool:
    """Whether a turn of the innermost loop begins with what the last one left in a variable."""
    loop, scope = frame.loops[-1], frame.scope
    for name, stores in scope.stores.items():
        bound = [event.order for event in stores if loop in event.loops]
        used = [*scope.loads.get(name, ()), *scope.mutations.get(name, ())]
        read = [event.order for event in used if loop in event.loops]
        if bound and read and min(read) < min(bound):
            return True
    changed = (event for events in scope.mutations.values() for event in events)
    return any(loop in one.loops and one.kind.startswith("attribute:") for one in changed)


def _is_kept(draw: Draw, level: Level) -> bool:
    """Whether a turn adds what a call gives to something, but for what other calls make of it.

    Under the name of a setting the results of runs are kept to be compared, draws as what they are.
    """
    drawn = draw.node is level.node and draw.use.given_beside is not None
    scope = level.frame.scope
    begun = flows.statement_at(scope, level.node)
    pending = [(level.node, begun)]
    followed: set[str] = set()
    while pending:
        place, statement = pending.pop()
        if place is None or statement is None or isinstance(statement, ir.Return):
            return True
        calls = [one for one in flows.parts(statement) if isinstance(one, ir.Call)]
        around = [one for one in calls if one.place is not place and flows.is_in(place, one)]
        name = "" if around else flows.held_by(scope, statement, place)
        if name and name not in followed:
            followed.add(name)
            pending += flows.readers(scope, name)
        elif not name and _adds(statement, around, drawn=drawn):
            return True
    return False


def _adds(statement: ir.Stmt, around: list[ir.Call], *, drawn: bool) -> bool:
    """Whether a statement adds a part of its value, around which these calls stand, to others."""
    if isinstance(statement, ir.AugAssign):
        return True
    if not around:
        return drawn and isinstance(statement, ir.Assign)
    func = around[0].func
    return len(around) == 1 and isinstance(func, ir.Attribute) and func.attr in _ADDING


def is_handed_a_setting(level: Level) -> bool:
    """Whether a call is handed what the loop around it takes from settings that are spelled out.

    Settings are literals, functions, classes and objects, or what the loop makes of one. Arrays are
    data, and numbers that a loop counts are turns.
    """
    frame, call = level.frame, None if level.node is None else trees.node(level.node)
    if not isinstance(call, cst.Call):
        return False
    loop = _loop_around(frame)
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
        owner = frame.holder(iterable.value)
        value = None if owner is None else owner.env[iterable.value]
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


def _is_setting(value: Value | None) -> bool:
    """Whether an element is neither data nor a count."""
    if isinstance(value, Static):
        return not _is_counted(value)
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
