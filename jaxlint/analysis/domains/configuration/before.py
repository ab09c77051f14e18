"""What JAX has computed before a setting is made: in a module, and in those that it imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Array, Key, Value
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_SWITCHES = ("enable_x64", "ENABLE_X64")


def made(frame: Frame, node: ir.Place | None = None) -> Iterator[tuple[str, Value]]:
    """The variables of a frame that hold what JAX has computed, by name.

    What the loop under way makes below a ``node`` alone is made anew there in each turn.
    """
    for name, value in frame.env.items():
        stores = frame.scope.stores.get(name)
        if isinstance(value, Array | Key) and stores and not _is_below(frame, stores, node):
            yield name, value


def _is_below(frame: Frame, stores: list[ir.Event], node: ir.Place | None) -> bool:
    """Whether the innermost loop under way binds a variable, and does so below a place alone."""
    if node is None or not frame.loops:
        return False
    return all(frame.loops[-1] in one.loops and one.node.number > node.number for one in stores)


def made_by_imports(engine: Engine, node: ir.Place, wanted: Callable[[Value], bool]) -> str:
    """A global, wanted, of a module that has been imported when a place in the body of the engine's
    own is reached; "" if there is none, or if one of those may switch on types of 64 bits.
    """
    own = engine.module
    others = {path for word in _SWITCHES for path in engine.ask(Query("", (word,)))} - {own.path}
    if any(engine.world.project.sees(own.path, path) for path in others):
        return ""
    met, waiting = {own}, [*_imported(engine, own, node)]
    while waiting:
        module = waiting.pop(0)
        if module in met:
            continue
        met.add(module)
        engine.looks_at_imports(module)
        for name, value in made(engine.imports.meet(module)):
            stores = module.stores.get(name, ())
            if wanted(value) and not all(ir.is_of_script(module, one) for one in stores):
                engine.reads(module, name)
                return f"{module.name.rpartition('.')[2]}.{name}"
        waiting += _imported(engine, module, None)
    return ""


def _imported(engine: Engine, module: ir.Module, until: ir.Place | None) -> Iterator[ir.Module]:
    """The modules of the project that the body of one imports for certain, up to a place."""
    for statement in module.body:
        if until is not None and statement.place.number > until.number:
            return
        if isinstance(statement, ir.Import):
            for one in (statement.star, *[found.whole for found in statement.names]):
                yield from _run_for(engine, module, one or "")


def _run_for(engine: Engine, module: ir.Module, name: str) -> Iterator[ir.Module]:
    """The modules whose bodies run when a dotted name is imported."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        found = engine.imports.find(".".join(parts[:count]))
        if found is None and count == 1:
            found = engine.imports.beside(module, parts[0])
        if found is not None:
            yield found
