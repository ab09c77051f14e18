"""Variables of which code asks for shape and dtype, and for no number.

A tracer tells these after its trace has ended, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.knowledge.arrays import ASKING, LASTING_ATTRIBUTES
from jaxlint.knowledge.names import TREE_MAPS
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Known:
    """By the function, the places of the names of which it asks no more than that."""

    asked: dict[ir.Scope, frozenset[ir.Place]] = field(default_factory=dict)


def is_asked_only(engine: Engine, function: ir.Function, name: str) -> bool:
    """Whether all reads of a variable in a function, and further in, only ask for such things."""
    engine.looks_into(function)
    return all(
        event.node in _asked(engine, scope)
        for scope in changes.sharing(function, name)
        for event in scope.loads.get(name, ())
    )


def _asked(engine: Engine, scope: ir.Scope) -> frozenset[ir.Place]:
    known = engine.kept(_Known).asked
    if scope not in known:
        known[scope] = frozenset(one.place for one in _names(engine, scope))
    return known[scope]


def _names(engine: Engine, scope: ir.Scope) -> Iterator[ir.Expr]:
    """The expressions of a scope that are only asked for what a dead tracer tells."""
    for one in ir.nodes_in(scope.body):
        if isinstance(one, ir.Attribute) and one.attr in LASTING_ATTRIBUTES:
            yield one.base
        elif isinstance(one, ir.Call) and one.args:
            yield from _asked_by(engine, scope, one)


def _asked_by(engine: Engine, scope: ir.Scope, call: ir.Call) -> Iterator[ir.Expr]:
    """The arguments of which a call asks no more."""
    called, function = engine.dotted(scope, call.func), call.args[0]
    if called in ASKING:
        yield function
    elif called in TREE_MAPS and _asks(engine, scope, function):
        yield from call.args[1:]


def _asks(engine: Engine, scope: ir.Scope, function: ir.Expr) -> bool:
    """Whether a function that is mapped over a tree asks no more of the leaves."""
    if isinstance(function, ir.Lambda):
        inner = function.function
        return all(is_asked_only(engine, inner, one.name) for one in inner.parameters)
    return engine.dotted(scope, function) in ASKING
