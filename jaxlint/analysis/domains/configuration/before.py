"""What JAX has computed before a setting is made: in a module, and in those that it imports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Array, Key, Value
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_SWITCHES = ("enable_x64", "ENABLE_X64")


class Made(NamedTuple):
    """A variable that holds what JAX has computed, as a message calls it, and where it is bound."""

    name: str
    module: ir.Module
    node: ir.Place


def made(
    frame: Frame, wanted: Callable[[Value], bool], node: ir.Place | None = None
) -> Iterator[Made]:
    """The variables of a frame that hold what JAX has computed, and is wanted.

    What the loop under way makes below a ``node`` alone is made anew there in each turn.
    """
    for name, value in frame.env.items():
        stores = frame.scope.stores.get(name)
        if node is not None and stores and not frame.loops:
            # What is bound further down only came by a star until then.
            stores = [one for one in stores if one.node.number < node.number]
        known = isinstance(value, Array | Key) and wanted(value)
        if known and stores and not _is_below(frame, stores, node):
            yield Made(name, frame.module, stores[0].node)


def _is_below(frame: Frame, stores: list[ir.Event], node: ir.Place | None) -> bool:
    """Whether the innermost loop under way binds a variable, and does so below a place alone."""
    if node is None or not frame.loops:
        return False
    return all(frame.loops[-1] in one.loops and one.node.number > node.number for one in stores)


def made_by_imports(engine: Engine, node: ir.Place, wanted: Callable[[Value], bool]) -> Made | None:
    """A global, wanted, of a module that has been imported when a place in the body of the engine's
    own is reached; None if there is none, or if one of those may switch on types of 64 bits.
    """
    own = engine.module
    others = {path for word in _SWITCHES for path in engine.ask(Query("", (word,)))} - {own.path}
    if any(engine.world.project.sees(own.path, path) for path in others):
        return None
    met, waiting = {own}, [*_imported(engine, own, node)]
    while waiting:
        module = waiting.pop(0)
        if module in met:
            continue
        met.add(module)
        engine.looks_at_imports(module)
        for one in made(engine.imports.meet(module), wanted):
            if not all(ir.is_of_script(module, store) for store in module.stores[one.name]):
                engine.reads(module, one.name)
                return one._replace(name=f"{module.name.rpartition('.')[2]}.{one.name}")
        waiting += _imported(engine, module, None)
    return None


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
