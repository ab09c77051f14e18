"""What stands in for JAX where it is lacking: code that is linted for JAX, or traced, has JAX."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Env
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Const, External, Value
from jaxlint.knowledge.names import IMPORT_ERRORS, JAX_ITSELF, WITH_JAX
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Settled(Fact):
    """Said of a constant that a variable of a module keeps, though other code binds it too."""


def imports_jax(engine: Engine, body: tuple[ir.Stmt, ...]) -> bool:
    """Whether a ``try`` only imports what is installed wherever JAX is, and notes that it did.

    Of JAX that is what every release has that the project allows.
    """
    bound: set[str] = set()
    for statement in body:
        if isinstance(statement, ir.Import):
            if statement.star is not None or not all(_is_there(engine, n) for n in statement.names):
                return False
            bound |= {one.name for one in statement.names if _top(one) in JAX_ITSELF}
        elif not _imports_nothing(statement, bound):
            return False
    return bool(bound)


def settle(before: Env, after: Env) -> None:
    """Take what such a ``try`` gives to flags for what they stay: no handler gives them another."""
    for name, value in after.items():
        if isinstance(value, Const) and before.get(name) is not value:
            after[name] = value.with_fact(Settled())


def without_jax(option: Value, others: Iterable[Value]) -> bool:
    """Whether one of several functions is what a module defines where it cannot import it of JAX.

    The module has both under one name, in arms that exclude each other.
    """
    made = option.definition if isinstance(option, Function) else None
    if made is None or not isinstance(made.parent, ir.Module):
        return False
    imported = any(one.kind == "import" for one in made.parent.stores.get(made.name, ()))
    return imported and any(
        isinstance(one, External)
        and one.name.partition(".")[0] in JAX_ITSELF
        and one.name.rpartition(".")[2] == made.name
        for one in others
    )


def is_for_imports(kinds: frozenset[str]) -> bool:
    """Whether a handler, by the names of what it catches, is for failing imports alone."""
    return bool(kinds) and kinds <= IMPORT_ERRORS


def _is_there(engine: Engine, imported: ir.ImportedName) -> bool:
    """Whether an import succeeds wherever JAX is installed."""
    if _top(imported) in JAX_ITSELF:
        return engine.releases.always(imported.whole)
    return _top(imported) in WITH_JAX


def _top(imported: ir.ImportedName) -> str:
    return imported.whole.partition(".")[0]


def _imports_nothing(statement: ir.Stmt, of_jax: set[str]) -> bool:
    """Whether a statement is a definition, or calls nothing but what was imported of JAX."""
    if isinstance(statement, ir.Define | ir.DefineClass):
        return True
    if not isinstance(statement, ir.Assign | ir.ExprStmt):
        return type(statement) is ir.Stmt
    value = statement.value
    return not isinstance(value, ir.Call) or ir.root_name(value.func) in of_jax
