"""Functions that are used only where an error is expected: by ``with pytest.raises(...)``.

Such a block guards what runs inside of it. A function that is defined outside and that the block
calls by way of a library, as in ``transform(f).init(rng)``, is run apart, and has to be known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.context import Context
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge import arrays
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEEPEST = 4


def note(engine: Engine, scope: ir.Scope, place: ir.Place) -> None:
    """Take note of a block that expects an error."""
    engine.expecting.setdefault(scope, []).append(place)


def around(engine: Engine, definition: ir.Function) -> Context:
    """The context of a function that is run by itself."""
    guards = (None,) if _only(engine, definition) else ()
    return engine.context._replace(guards=guards)


def _only(engine: Engine, definition: ir.Function) -> bool:
    """Whether nothing but such blocks uses a function, by its name or by what is made of it."""
    scope = definition.parent
    if isinstance(scope, ir.Function) and _only(engine, scope):
        return True
    blocks = engine.expecting.get(scope) if scope is not None else None
    if scope is None or not blocks:
        return False
    if any(block.encloses(definition.place) for block in blocks):
        return True
    return _only_in(scope, definition.holder or definition.name, blocks, _DEEPEST)


def _only_in(scope: ir.Scope, name: str, blocks: list[ir.Place], depth: int) -> bool:
    """Whether each use of a name lies in one of the blocks or in what names used there hold."""
    uses = scope.loads.get(name, ())
    if not uses or not depth or any(_reads(inner, name) for inner in scope.inner):
        return False
    outside = [use for use in uses if not any(block.encloses(use.node) for block in blocks)]
    holders = {use.kind.partition(":")[2] for use in outside} - {name}
    if len(outside) == len(uses) and not holders:
        return False
    return "" not in holders and all(_only_in(scope, n, blocks, depth - 1) for n in holders)


def _reads(scope: ir.Scope, name: str) -> bool:
    return name not in scope.bound and (
        name in scope.loads or any(_reads(inner, name) for inner in scope.inner)
    )


def fails_behind(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether a block that runs to its end fails there, by ``assert False``."""
    last = body[-1] if len(body) > 1 else None
    return (
        isinstance(last, ir.Assert) and isinstance(last.test, ir.Constant) and not last.test.value
    )


# --- items of with statements -----------------------------------------------------------------


def computes_now(engine: Engine, frame: Frame, context: ir.Expr) -> bool:
    """Whether a with item makes its body compute at once, as outside of any trace."""
    if not isinstance(context, ir.Call):
        return False
    func = expressions.evaluate(engine, frame, context.func)
    return isinstance(func, External) and func.name in arrays.COMPUTES_NOW


def raises(context: ir.Expr) -> bool:
    """Whether a with item expects its body to raise, as tests do."""
    return isinstance(context, ir.Call) and ir.last_name(context.func).startswith(trees.EXPECTING)
