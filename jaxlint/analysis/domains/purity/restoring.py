"""Fields and containers that hold something for a while, and are put back as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import captured, classes
from jaxlint.analysis.values.kinds import Container, Instance, Value
from jaxlint.analysis.values.regions import Region
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Methods of containers that take something out.
_TAKE_OUT = ("pop", "remove", "clear", "discard")


@dataclass(slots=True)
class _Last:
    """Whether what a trace stored last in a field, of an object by its token, holds tracers."""

    traced: dict[tuple[Value, str, Region], bool] = field(default_factory=dict)


def note_last(
    engine: Engine, region: Region, base: Value, attr: str, value: Value
) -> Callable[[], bool]:
    """Take note of a store to a field; return what asks, in the end, whether a tracer is in it."""
    stores, place = engine.kept(_Last).traced, (base.token, attr, region)
    stores[place] = bool(captured.tracers(engine, value))
    return lambda: stores[place]


@dataclass(slots=True)
class _Filled:
    """Whether a container, by its token, holds something at the end that a trace put into it."""

    regions: dict[Value, dict[Region, bool]] = field(default_factory=dict)


def note_filled(engine: Engine, region: Region, base: Container) -> Callable[[], bool]:
    """Take note that a trace fills a container; return what asks, in the end, if it is left so."""
    regions = engine.kept(_Filled).regions.setdefault(base.token, {})
    regions[region] = True
    return lambda: regions[region]


def note_emptied(engine: Engine, region: Region, base: Container) -> None:
    """Take note that a trace empties a container of all that it has put there, further in too."""
    regions = engine.kept(_Filled).regions.get(base.token, {})
    for one in regions:
        regions[one] = regions[one] and not one.within(region)


def is_put_back(scope: ir.Scope, written: ir.Place, field: str) -> bool:
    """Whether a field, or an outer variable, gets back what it held, on each way out of a function.

    What it held is a variable that the body of the function bound to it before, itself or by way of
    another one. An entry of a container is as a field is.
    """
    return _is_put_back_in(scope.body, written, field, set())


def is_set_again(frame: Frame, field: str) -> bool:
    """Whether the statement that calls traced code gives a field what that returns."""
    region, why = frame.region, frame.why
    if region is None or region.caller is None or why is None or region.function is not frame.scope:
        return False
    return any(
        field in map(ir.spelled, ir.single_targets(*one.targets))
        for one in ir.assignments_in(*region.caller.body)
        if one.value is not None
        if any(one.value.place.encloses(step.node) for step in why.steps())
    )


def is_done_again(frame: Frame) -> bool:
    """Whether the code that has a function traced does, after it, what that did to come here.

    ``self.load(params)`` in a loss, and once more behind the loop that takes its gradient, leaves
    in the fields what it was given last.
    """
    region, why = frame.region, frame.why
    if region is None or region.caller is None or region.function is None or why is None:
        return False
    traced = region.function
    if traced.parent is not region.caller:
        return False
    places = [step.node for step in why.steps()]
    outer = (one for one in _calls_at(traced.body, places) if _acted_on(one) not in traced.bound)
    return _is_done_behind(region.caller.body, places, set(map(_spelled, outer)))


def takes_itself_out(engine: Engine, value: Value, base: Container) -> bool:
    """Whether an object that is put into a container is a context manager that leaves it again.

    Its ``__exit__`` takes something out of a field in which it has that very container.
    """
    if not isinstance(value, Instance):
        return False
    leave = classes.read(engine, value.cls, "__exit__")
    if not isinstance(leave, Function) or not leave.definition.parameters:
        return False
    fields = engine.store.fields.get(value.token, NO_FIELDS)
    held = {attr for attr, one in fields.items() if one.token is base.token}
    own = leave.definition.mutations.get(leave.definition.parameters[0].name, ())
    return any(
        f"within:{attr}/call:{name}" == one.kind
        for one in own
        for attr in held
        for name in _TAKE_OUT
    )


def _is_done_behind(
    block: tuple[ir.Stmt, ...], traced: list[ir.Place], done: set[tuple[str, str]]
) -> bool:
    """Whether one of some calls is made again behind the statement of a block that has code traced.

    That is so if no ``return`` may come before it.
    """
    for number, statement in enumerate(block):
        if not any(_calls_at(statement, traced)):
            continue
        if any(_is_done_behind(one, traced, done) for one in ir.inner_blocks(statement)):
            return True
        for later in block[number:]:
            call = later.value if isinstance(later, ir.ExprStmt) else None
            if isinstance(call, ir.Call) and _spelled(call) in done:
                return True
            if any(isinstance(one, ir.Return) for one in ir.statements_in(later)):
                return False
    return False


def _calls_at(body: object, places: list[ir.Place]) -> Iterator[ir.Call]:
    """The calls in some code in which one of some places lies."""
    for one in ir.nodes_in(body):
        if isinstance(one, ir.Call) and any(map(one.place.encloses, places)):
            yield one


def _acted_on(call: ir.Call) -> str:
    """The variable whose fields a call is to write: its object, or else its first argument."""
    method = isinstance(call.func, ir.Attribute) or not call.args
    return ir.root_name(call.func if method else call.args[0])


def _spelled(call: ir.Call) -> tuple[str, str]:
    return ir.spelled(call.func), _acted_on(call)


def _is_put_back_in(
    block: tuple[ir.Stmt, ...], written: ir.Place, field: str, kept: set[str]
) -> bool:
    """Whether a field that a block writes is put back in it, before the block may be left."""
    kept = set(kept)
    for number, statement in enumerate(block):
        if _writes(statement, written):
            inner = any(
                _is_put_back_in(one, written, field, kept) for one in ir.inner_blocks(statement)
            )
            return inner or _is_put_back_by(block[number:], field, kept)
        kept = (kept - _bound(statement)) | _keeping(statement, field, kept)
    return False


def _is_put_back_by(statements: tuple[ir.Stmt, ...], field: str, kept: set[str]) -> bool:
    """Whether one of some statements puts a field back, before one of them may return."""
    for number, statement in enumerate(statements):
        if _puts_back(statement, field, kept):
            return True
        if number and any(isinstance(one, ir.Return) for one in ir.statements_in(statement)):
            return False
    return False


def _writes(statement: ir.Stmt, place: ir.Place) -> bool:
    """Whether the assignment to something at a place, or into it, is in a statement."""
    return any(
        place.number in (target.place.number, _holder(target).place.number)
        for one in ir.assignments_in(statement)
        for target in one.targets
    )


def _holder(target: ir.Expr) -> ir.Expr:
    """What an assignment writes into, or the variable that it binds."""
    return target.base if isinstance(target, ir.Attribute | ir.Subscript) else target


def _bound(statement: ir.Stmt) -> set[str]:
    """The variables that a statement may bind to something else."""
    targets = (name for one in ir.assignments_in(statement) for name in one.targets)
    return {name.id for name in targets if isinstance(name, ir.Name)}


def _keeping(statement: ir.Stmt, field: str, kept: set[str]) -> set[str]:
    """The variables that a statement binds to what the field holds, whichever way it goes.

    Some are ``kept`` before it.
    """
    if isinstance(statement, ir.If):
        arms = [
            {name for one in arm for name in _keeping(one, field, kept)}
            for arm in (statement.body, statement.orelse)
        ]
        return arms[0] & arms[1]
    if not isinstance(statement, ir.Assign) or statement.value is None:
        return set()
    names = {one.id for one in statement.targets if isinstance(one, ir.Name)}
    return names if _read(statement.value) in {field, *kept} else set()


def _read(value: ir.Expr) -> str:
    """What an expression reads, as it is written; ``get`` reads an entry, if there is one."""
    func = value.func if isinstance(value, ir.Call) else None
    if isinstance(value, ir.Call) and isinstance(func, ir.Attribute) and func.attr == "get":
        return f"{ir.spelled(func.base)}[{ir.spelled(value.args[0])}]" if value.args else ""
    return ir.spelled(value)


def _puts_back(statement: ir.Stmt, field: str, kept: set[str]) -> bool:
    """Whether a statement gives a field the value back that was kept, whichever way it goes."""
    if isinstance(statement, ir.If):
        arms = statement.body, statement.orelse
        return all(any(_puts_back(one, field, kept) for one in arm) for arm in arms)
    if isinstance(statement, ir.Try):
        return any(_puts_back(one, field, kept) for one in statement.final)
    if isinstance(statement, ir.With):
        return any(_puts_back(one, field, kept) for one in statement.body)
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Name):
        return False
    written = {ir.spelled(one) for one in statement.targets}
    return statement.value.id in kept and field in written
