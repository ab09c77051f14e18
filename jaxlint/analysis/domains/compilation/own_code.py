"""Jits of other code in each turn of a loop: what changes there can be no argument of one jit."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import looping
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import CallableValue, Choice, Const, Instance, Unknown, Value
from jaxlint.knowledge import arrays, libraries
from jaxlint.program import ir, trees

_OF_ARRAYS = arrays.ARRAY_METHODS | arrays.ARRAY_ATTRIBUTES | arrays.STATIC_ATTRIBUTES


def is_jitted(frame: Frame, made: Transformed) -> bool:
    """Whether each turn jits code of its own, which has to be compiled for itself.

    That is a function that the loop changes or that is run in what is jitted, a method of such an
    object, a text, or an option. What may be an array could be an argument of one jit instead.
    """
    node, changing = trees.node(made.node), _changing(frame, made)
    if not changing.isdisjoint(_options(made.node, node)):
        return True
    run = set(_named(node))
    read = set(run)
    definition = _innermost(made)
    if definition is not None:
        run.update(_run_in(definition))
        read.update(_read_in(definition))
        given, called = [*_given(node, definition)], _called_in(definition)
        read.update(name for _, name in given)
        run.update(name for parameter, name in given if parameter in called)
    return any(_is_code(frame.env.get(name), run=name in run) for name in read & changing)


def _is_code(value: Value | None, *, run: bool) -> bool:
    """Whether what a variable holds is no array, nor a tree of them.

    What a partial is given may be one.
    """
    if value is None or type(value) is Unknown:
        return run
    if isinstance(value, Choice):
        return all(_is_code(one, run=run) for one in value.options)
    if isinstance(value, Instance):
        return classes.kind(value.cls) not in libraries.PYTREES
    if isinstance(value, Const):
        return isinstance(value.value, str)
    return isinstance(value, CallableValue) and not isinstance(value, Partial)


def _innermost(made: Transformed) -> ir.Function | None:
    """The definition of what is transformed in the end, where that is a function, or a partial."""
    func = made.func
    while isinstance(func, Transformed | Partial):
        func = func.func
    return func.definition if isinstance(func, Function) and func.instance is None else None


def _read_in(definition: ir.Function) -> set[str]:
    """The names that a function and those in it read of what is around it."""
    inner = (_read_in(one) for one in definition.inner if isinstance(one, ir.Function))
    return set().union(definition.loads, *inner) - definition.bound


def _run_in(definition: ir.Function) -> Iterator[str]:
    """The outer names that a function calls, or of which it calls a method that arrays lack."""
    for node in ir.nodes_in(definition.body):
        func = node.func if isinstance(node, ir.Call) else None
        if isinstance(func, ir.Attribute) and func.attr not in _OF_ARRAYS:
            func = func.base
        if isinstance(func, ir.Name) and func.id not in definition.bound:
            yield func.id
    for one in definition.inner:
        if isinstance(one, ir.Function):
            yield from (name for name in _run_in(one) if name not in definition.bound)


def _given(node: cst.CSTNode, definition: ir.Function) -> Iterator[tuple[str, str]]:
    """The parameters that get a variable before any call, by a default or a partial, with that."""
    for one in definition.parameters:
        if isinstance(one.default, ir.Name):
            yield one.name, one.default.id
    while isinstance(node, cst.Call) and node.args:
        if _is_partial(node.func):
            names = iter([one.name for one in definition.parameters])
            for given in node.args[1:]:
                parameter = next(names, "") if given.keyword is None else given.keyword.value
                if isinstance(given.value, cst.Name):
                    yield parameter, given.value.value
        node = node.args[0].value


def _called_in(definition: ir.Function) -> set[str]:
    """The names that a function calls."""
    calls = (one.func for one in ir.nodes_in(definition.body) if isinstance(one, ir.Call))
    return {func.id for func in calls if isinstance(func, ir.Name)}


def _named(node: cst.CSTNode) -> Iterator[str]:
    """The names of what is transformed in an expression, and of what transforms it."""
    if isinstance(node, cst.Name):
        yield node.value
    elif isinstance(node, cst.Attribute):
        yield from _named(node.value)
    elif isinstance(node, cst.Call) and node.args:
        yield from _named(node.func)
        yield from _named(node.args[0].value)


def _options(place: ir.Place, node: cst.CSTNode) -> Iterator[str]:
    """The names in the options of such an expression; what a partial is given is none."""
    while isinstance(node, cst.Call) and node.args and not _is_partial(node.func):
        for option in node.args[1:]:
            if option.keyword is not None:
                yield from trees.words(place, option.value)
        node = node.args[0].value


def _is_partial(func: cst.CSTNode) -> bool:
    name = func.attr if isinstance(func, cst.Attribute) else func
    return isinstance(name, cst.Name) and name.value == "partial"


def _changing(frame: Frame, made: Transformed) -> set[str]:
    """The variables that are another thing in each turn, as far as the body of the loop shows."""
    scope, number = frame.scope, made.loops[-1]
    loop = ir.loop_at(scope.body, number)
    if loop is None:
        clause = looping.clause_at(scope, number)
        return set() if clause is None else set(ir.bound_names(clause.target))
    changing = set(ir.bound_names(loop.target)) if isinstance(loop, ir.For) else set[str]()
    bindings = list(_bindings(loop.body))
    before = -1
    while before < len(changing):
        before = len(changing)
        for names, read in bindings:
            if not read.isdisjoint(changing | names):
                changing |= names
    return changing


def _bindings(body: tuple[ir.Stmt, ...]) -> Iterator[tuple[set[str], set[str]]]:
    """The names that assignments of a block bind, each with those that its value is made of."""
    for node in ir.nodes_in(body):
        if isinstance(node, ir.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ir.For):
            targets, value = (node.target,), node.iterable
        else:
            continue
        names = {name for target in targets for name in ir.bound_names(target)}
        yield names, {one.id for one in ir.nodes_in(value) if isinstance(one, ir.Name)}
