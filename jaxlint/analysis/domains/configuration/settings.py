"""Settings and environment variables, and what came before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import ItemWritten, SettingSought, Writing
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Form, Sized
from jaxlint.analysis.domains.configuration import before, configuration
from jaxlint.analysis.domains.configuration.observations import Late, SettingLate
from jaxlint.analysis.values.kinds import Const, External, Value
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge.configuration import (
    AT_FIRST_USE,
    AT_IMPORT,
    ENVIRONMENT,
    POOLS,
    PROCESSES,
    REFUSED_LATER,
    SET_BY,
    SETTERS,
    UNCOMPILED,
    UPDATE,
    X64,
    X64_VARIABLE,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True)
class _Wide:
    """Whether types of 64 bits are switched on, as far as a run has come."""

    on: bool = False


@configuration.on(ItemWritten)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Judge ``os.environ[...] = ...``."""
    sets = event.by is not Writing.DELETION
    if sets and isinstance(event.base, External) and event.base.name == ENVIRONMENT:
        _environment(engine, frame, event.key, event.target.place)


@configuration.on(OutsideCalled, about=SETTERS.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a call that sets a variable of the environment, or one of JAX's own settings."""
    values = event.arguments.positional
    first = values[0] if values else None
    if event.name.startswith("os."):
        _environment(engine, frame, first, event.node)
        return
    name = _text(first) if event.name == UPDATE else event.name
    if name in REFUSED_LATER:
        _observe(engine, frame, event.node, Late.STARTED, name, _first(frame, event.node))
    if name == X64:
        _switched(engine, frame, event)


def _switched(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what switches types of 64 bits on, or off, by what the body of a module has made.

    The body, or functions that it calls: nobody knows when those are called that it only defines.
    """
    values, wide = event.arguments.positional, engine.kept(_Wide)
    on = len(values) > 1 and isinstance(values[1], Const) and bool(values[1].value)
    switched, wide.on = on and not wide.on, on
    if not switched:
        return
    way = [(one.frame, one.entered) for one in engine.path] + [(frame, event.node)]
    body, node = way[0]
    if isinstance(body.scope, ir.Module) and body.module is engine.module:
        seen = next(filter(None, (_first(one, at, _is_narrow) for one, at in way)), None)
        made = seen or before.made_by_imports(engine, node, _is_narrow)
        _observe(engine, frame, event.node, Late.MADE, X64, made)


@configuration.answer(SettingSought)
def sought(engine: Engine, frame: Frame, event: SettingSought) -> Value | None:
    """Compilation is not switched off in code that is traced to be compiled."""
    compiled = frame.region is not None and frame.region.constants
    return Const(False) if compiled and event.name == UNCOMPILED else None


def _environment(engine: Engine, frame: Frame, key: Value | None, node: ir.Place) -> None:
    name = _text(key)
    if name not in AT_IMPORT and name not in AT_FIRST_USE:
        return
    if name == X64_VARIABLE:
        engine.kept(_Wide).on = True
    engine.looks_at_imports(frame.module)
    imports = list(_imports(frame.module.body))
    inside = _imports(tuple(ir.statements_in(*frame.scope.body)))
    if any(map(_starts_processes, (*imports, *inside))):
        return
    if name in AT_FIRST_USE:
        _observe(engine, frame, node, Late.COMPUTED, name, _first(frame, node))
    elif any(_sets(one, name.lower()) for one in ir.statements_in(*frame.scope.body)):
        return
    elif any(_is_of_jax(one) and one.node.number < node.number for one in imports):
        engine.observe(SettingLate(*frame.at(node), Late.IMPORTED, name))


def _starts_processes(imported: ir.ImportedName) -> bool:
    """Whether what is imported starts processes, which inherit the environment."""
    first, last = imported.whole.partition(".")[0], imported.whole.rpartition(".")[2]
    return first in PROCESSES or last in POOLS


def _sets(statement: ir.Stmt, option: str) -> bool:
    """Whether a statement is ``config.update(option, ...)``, or sets it in another way."""
    if isinstance(statement, ir.Assign):
        return any(
            isinstance(one, ir.Attribute) and one.attr == option for one in statement.targets
        )
    called = statement.value if isinstance(statement, ir.ExprStmt) else None
    if not isinstance(called, ir.Call):
        return False
    if isinstance(called.func, ir.Attribute) and called.func.attr in SET_BY.get(option, ()):
        return True
    given = called.args[0] if called.args else None
    return isinstance(given, ir.Constant) and given.value == option


def _observe(
    engine: Engine, frame: Frame, node: ir.Place, late: Late, name: str, made: before.Made | None
) -> None:
    """Observe a setting, if a variable shows that it comes too late."""
    if made is not None and not engine.context.expects_errors:
        why = Why(f"`{made.name}` is made here before", made.module, made.node, frame.why)
        engine.observe(SettingLate(frame.module, node, why, late, name, made.name))


def _first(
    frame: Frame, node: ir.Place, wanted: Callable[[Value], bool] = lambda _: True
) -> before.Made | None:
    """A variable of a frame that holds at a place what JAX has computed; None if none does."""
    return next(before.made(frame, wanted, node), None)


def _is_narrow(value: Value) -> bool:
    """Whether a value is an array of floats that would have had 64 bits with these switched on."""
    form = value.fact(Form)
    return form is not None and form.kind == "float" and value.fact(Sized) is None


def _text(value: Value | None) -> str:
    text = value.value if isinstance(value, Const) else None
    return text if isinstance(text, str) else ""


def _is_of_jax(one: ir.ImportedName) -> bool:
    return one.whole.partition(".")[0] == "jax"


def _imports(body: tuple[ir.Stmt, ...]) -> Iterator[ir.ImportedName]:
    """What a module imports for certain when its body runs."""
    for statement in body:
        if isinstance(statement, ir.Import):
            yield from statement.names
