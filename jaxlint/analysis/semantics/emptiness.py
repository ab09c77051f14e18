"""What certainly holds nothing: tuples, and lists that nobody can have filled since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.facts import Facts
from jaxlint.analysis.values.kinds import Container, Value, like
from jaxlint.analysis.values.regions import Region
from jaxlint.analysis.values.truths import Truth
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UNCHANGING = ("tuple", "range", "generator")
# Functions of Python's that look at what is in a list, and neither keep nor change it.
_LOOKING = frozenset(
    "all any bool enumerate isinstance len list max min range set sorted sum tuple zip".split()
)


@dataclass(slots=True, eq=False)
class _Handed:
    """By the function, and a variable of it: the reads that may hand on what it holds."""

    orders: dict[tuple[ir.Scope, str], list[ir.Event]] = field(default_factory=dict)
    looked_at: dict[ir.Scope, frozenset[int]] = field(default_factory=dict)


def made(kind: str, region: Region | None) -> Container:
    """A container in which there is nothing as yet."""
    empty = Container(kind, {}, None, region)
    return empty if kind == "generator" else empty.with_fact(Truth(False))


def emptied(value: Container) -> Container:
    """The same container, in which there is nothing."""
    return like(value, items={}, rest=None, facts=value.facts.plus(Truth(False)))


def is_certain(value: Value) -> bool:
    """Whether there is certainly nothing in a value."""
    if not isinstance(value, Container) or value.rest is not None or value.items:
        return False
    return is_unchanging(value) or value.fact(Truth) is not None


def is_unchanging(value: Value) -> bool:
    """Whether nobody can put anything into a container."""
    return isinstance(value, Container) and value.kind in _UNCHANGING


def as_read(engine: Engine, frame: Frame, node: ir.Name, value: Value) -> Value:
    """An empty container that a name holds: no longer certainly so if others may have it by now."""
    said = value.fact(Truth) is not None
    return doubt(value) if said and is_handed_on(engine, frame.scope, node) else value


def doubt(value: Value) -> Value:
    """A value that others have as well, who may have put something into it if it is a container."""
    said = value.fact(Truth) if value.facts and isinstance(value, Container) else None
    if said is None:
        return value
    return like(value, facts=Facts.of(*[one for one in value.facts if one is not said]))


def is_handed_on(engine: Engine, scope: ir.Scope, node: ir.Name) -> bool:
    """Whether what a variable holds may have come into other hands before it is read at a node."""
    known = engine.world.kept(_Handed)
    place = scope, node.id
    if node.id in scope.outside or any(inner.is_read(node.id) for inner in scope.inner):
        return True
    if place not in known.orders:
        looked_at = _looked_at(known, scope)
        read = [one for one in scope.loads.get(node.id, ()) if one.order not in looked_at]
        known.orders[place] = [*read, *scope.mutations.get(node.id, ())]
    return any(one.loops or one.order < node.order for one in known.orders[place])


def _looked_at(known: _Handed, scope: ir.Scope) -> frozenset[int]:
    """The orders of the names in a function of which only the elements or the truth is asked."""
    if scope not in known.looked_at:
        asked = (one for node in ir.nodes_in(scope.body) for one in _asked_in(node))
        known.looked_at[scope] = frozenset(one.order for one in asked if isinstance(one, ir.Name))
    return known.looked_at[scope]


def _asked_in(node: object) -> Iterator[ir.Expr]:
    """The expressions of which a node asks for elements or for the truth."""
    if isinstance(node, ir.If | ir.While | ir.IfExp):
        yield node.test
    elif isinstance(node, ir.UnaryOp):
        yield node.operand
    elif isinstance(node, ir.BoolOp):
        yield from (node.left, node.right)
    elif isinstance(node, ir.Compare):
        yield from (node.left, *(right for _, right in node.rest))
    elif isinstance(node, ir.For | ir.Clause):
        yield node.iterable
    elif isinstance(node, ir.Subscript):
        yield node.base
    elif isinstance(node, ir.Starred):
        yield node.value
    elif isinstance(node, ir.Call):
        yield from (value for name, value in node.keywords if name is None)
        if isinstance(node.func, ir.Name) and node.func.id in _LOOKING:
            yield from node.args
