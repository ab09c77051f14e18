"""Which names and attributes the source of a module changes after they have got their value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.knowledge import names
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class Changing:
    """By the expression, whether something changes that it goes through.

    ``around`` are the modules that the module of the run imports, once that was asked.
    """

    known: dict[ir.Expr, bool] = field(default_factory=dict)
    around: set[ir.Module] | None = None


@dataclass(slots=True, eq=False)
class Words:
    """The words of each module, gathered when they are first asked for."""

    of: dict[ir.Module, frozenset[str]] = field(default_factory=dict)


def may_change(engine: Engine, module: ir.Module, node: ir.Expr) -> bool:
    """Whether something that an expression goes through is changed where it may well be.

    That is in the module, in that of the run and what it imports, or in those that it is imported
    from. An unnecessary yes costs time and no finding is changed by it.
    """
    known = engine.kept(Changing).known
    found = known.get(node)
    if found is None:
        spelled = set(_words_of(node))
        around = _imported(engine)
        places = {module, engine.module, *around, *_homes(engine, module, node)}
        found = known[node] = any(not spelled.isdisjoint(_words(engine, one)) for one in places)
    return found


def _imported(engine: Engine) -> set[ir.Module]:
    """The modules of the project that the module of the run imports, or imports something from."""
    known = engine.kept(Changing)
    if known.around is None:
        dotted = engine.world.changes.imports(engine.module).values()
        found = (
            engine.imports.find(one) or engine.imports.find(one.rpartition(".")[0])
            for one in dotted
        )
        known.around = {one for one in found if one is not None}
    return known.around


def _homes(engine: Engine, module: ir.Module, node: ir.Expr) -> Iterator[ir.Module]:
    """The modules of the project that an expression goes through from an imported name on."""
    attributes: list[str] = []
    while isinstance(node, ir.Attribute | ir.Subscript):
        attributes = [node.attr, *attributes] if isinstance(node, ir.Attribute) else []
        node = node.base
    imports = engine.world.changes.imports(module)
    dotted = imports.get(node.id, "") if isinstance(node, ir.Name) else ""
    owner = engine.imports.find(dotted.rpartition(".")[0])
    if owner is not None:
        yield owner
    while dotted and (found := engine.imports.find(dotted)) is not None:
        yield found
        dotted = f"{dotted}.{attributes.pop(0)}" if attributes else ""


def _words_of(node: ir.Expr) -> Iterator[str]:
    """The name, the attributes and the keys of an expression."""
    while isinstance(node, ir.Attribute | ir.Subscript):
        if isinstance(node, ir.Attribute):
            yield node.attr
        elif isinstance(node.index, ir.Constant):
            yield repr(node.index.value)
        node = node.base
    if isinstance(node, ir.Name):
        yield node.id


def _words(engine: Engine, module: ir.Module) -> frozenset[str]:
    known = engine.world.kept(Words).of
    if module not in known:
        scopes = (module, *changes.below(module))
        known[module] = frozenset(word for scope in scopes for word in _changed_in(scope))
    return known[module]


def _changed_in(scope: ir.Scope) -> Iterator[str]:
    """The names that a scope binds more than once, and what it changes in place."""
    yield from (name for name, events in scope.stores.items() if _again(scope, name, events))
    for name, events in scope.mutations.items():
        attributes = {attr for event in events for attr in _attributes(event.kind)}
        if attributes and scope.name in names.BUILDERS:
            continue
        yield name
        yield from attributes


def _again(scope: ir.Scope, name: str, events: list[ir.Event]) -> bool:
    """Whether a name gets another value at times."""
    return len(events) > 1 or name in scope.outside or any(event.loops for event in events)


def _attributes(kind: str) -> Iterator[str]:
    """The attributes and keys in the kind of a mutation: ``within:layers/attribute:size``."""
    for part in kind.split("/"):
        how, _, word = part.partition(":")
        if how in ("attribute", "within", "item"):
            yield word
