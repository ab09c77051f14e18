"""Whether an object may still be made while code runs: a constructor runs it, or may do so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.frames import Frame
from jaxlint.knowledge import names
from jaxlint.program import ir
from jaxlint.program.questions import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def may_be_under_way(engine: Engine, frame: Frame) -> bool:
    """Whether a constructor runs the code of a frame, or may do so where nobody in sight calls it.

    Who mentions a function may run it, and so may who mentions those that mention it.
    """
    scopes = [*(level.frame.scope for level in engine.path), frame.scope]
    if any(map(_builds, scopes)):
        return True
    first = _outermost(scopes[0])
    pending, seen = [first], {first}
    while pending:
        mentioning = _mentioning(engine, pending.pop())
        found = [one for one in dict.fromkeys(map(_outermost, mentioning)) if one not in seen]
        seen.update(found)
        pending += found
        if len(seen) > budgets.CALLERS or any(map(_builds, mentioning)):
            return True
    return False


def _outermost(scope: ir.Scope) -> ir.Scope:
    """The function of a module or a class in which a scope is; the scope itself if in none."""
    found: ir.Scope = scope
    current: ir.Scope | None = scope
    while current is not None:
        if isinstance(current, ir.Function):
            found = current
        current = current.parent
    return found


def _builds(scope: ir.Scope) -> bool:
    """Whether a scope is a constructor, or a function in one."""
    current: ir.Scope | None = scope
    while current is not None:
        if current.name in names.BUILDERS and isinstance(current.parent, ir.Class):
            return True
        current = current.parent
    return False


def _mentioning(engine: Engine, function: ir.Scope) -> list[ir.Scope]:
    """The scopes that mention one by its name, in any module: one may be handed the object.

    Python itself calls methods with names of its own, where an object is used that is made.
    """
    name, home = function.name, function.module
    if home is None or not isinstance(function, ir.Function) or name.startswith("__"):
        return []
    paths = dict.fromkeys((home.path, *engine.ask(Query("", (name,)))))
    modules = (engine.world.project.module(path) for path in paths)
    changes = engine.world.changes
    found = (changes.mentioning(module, name) for module in modules if module is not None)
    return [scope for scopes in found for scope in scopes]
