"""Flags that say whether what an object compiled is up to date.

A method that changes a field lowers the flag too, and who calls what was compiled has it made anew
when the flag is down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.domains.purity.state import Reads
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.regions import Region
from jaxlint.program import ir
from jaxlint.program.changes import below

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def is_made_anew(engine: Engine, cls: ClassValue, method: ir.Function, region: Region) -> bool:
    """Whether all that call a compiled function make it anew after a method has run.

    The function is defined by the method that makes it, so that JAX has not met it before: a bound
    method that is compiled once more equals the one before.
    """
    function = region.function
    maker = None if function is None else function.parent
    if not isinstance(maker, ir.Function) or maker.owner is None:
        return False
    flags, lineage = dict(_lowered(method)), classes.ancestry(cls)
    owners = [one.definition for one in lineage if isinstance(one, ClassValue)]
    fields = {
        attr
        for (one, attr), held in engine.kept(Reads).compiled.items()
        if one in lineage and function in held
    }
    if not flags or not fields or maker.owner not in owners:
        return False
    readers = [
        one
        for owner in owners
        for one in owner.inner
        if isinstance(one, ir.Function) and one is not maker and _reads(one, fields)
    ]
    for one in readers:
        engine.looks_into(one)
    if not readers or any(_is_read_within(one, fields) for owner in owners for one in owner.inner):
        return False
    return all(_asks_first(one, fields, flags, maker) for one in readers)


def _lowered(method: ir.Function) -> Iterator[tuple[str, object]]:
    """The fields that a method gives a constant, whichever way it goes."""
    for one in method.body:
        if isinstance(one, ir.Assign) and isinstance(one.value, ir.Constant):
            fields = (ir.field_of(target, method.receiver) for target in one.targets)
            yield from ((name, one.value.value) for name in fields if name)


def _reads(method: ir.Function, fields: set[str]) -> list[int]:
    """Where a method reads some fields of its object, in order; assigning them is no read."""
    kinds = {f"attribute:{name}" for name in fields}
    return [one.order for one in method.entries.get(method.receiver, ()) if one.kind in kinds]


def _is_read_within(method: ir.Scope, fields: set[str]) -> bool:
    """Whether a function in a method reads some fields, at a time that the method does not show."""
    kinds = {f"attribute:{name}" for name in fields}
    inner = (one for scope in below(method) for one in scope.entries.values())
    return any(event.kind in kinds for events in inner for event in events)


def _asks_first(
    method: ir.Function, fields: set[str], flags: dict[str, object], maker: ir.Function
) -> bool:
    """Whether a method has a function made, if a flag is down, before it calls what holds that.

    What it reads for the test may be old.
    """
    reads = _reads(method, fields)
    for one in method.body:
        if isinstance(one, ir.If) and _is_down(method, one.test, flags):
            orders = [name.order for name in ir.nodes_in(one) if isinstance(name, ir.Name)]
            if _calls(method, one.body, maker) and min(reads) >= min(orders):
                return True
    return False


def _is_down(method: ir.Function, test: ir.Expr, flags: dict[str, object]) -> bool:
    """Whether a test holds when one of some flags has the value that says so."""
    if isinstance(test, ir.BoolOp) and test.op == "or":
        return _is_down(method, test.left, flags) or _is_down(method, test.right, flags)
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        name = ir.field_of(test.operand, method.receiver)
        return name in flags and not flags[name]
    if isinstance(test, ir.Compare):
        name = ir.field_of(test.left, method.receiver)
        alone = len(test.rest) == 1 and test.rest[0][0] == "is" and ir.is_none(test.rest[0][1])
        return alone and name in flags and flags[name] is None
    name = ir.field_of(test, method.receiver)
    return name in flags and bool(flags[name])


def _calls(method: ir.Function, block: tuple[ir.Stmt, ...], maker: ir.Function) -> bool:
    """Whether a block has a method of the object called, as a statement of its own."""
    calls = (one.value for one in block if isinstance(one, ir.ExprStmt | ir.Assign))
    called = (one.func for one in calls if isinstance(one, ir.Call))
    return any(ir.field_of(one, method.receiver) == maker.name for one in called)
