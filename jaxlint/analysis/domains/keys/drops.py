"""Keys that are split in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.domains.keys.observations import SplitDropped
from jaxlint.analysis.domains.keys.state import Draws
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DERIVING = ("split", "fold_in")


@random_keys.on(ValueDropped)
def dropped(engine: Engine, frame: Frame, event: ValueDropped) -> None:
    """Observe a statement that splits a key and drops the children, unless it tries whether it can.

    The key is as good as new then, since nobody has them.
    """
    written = event.node.value
    call = written.base if isinstance(written, ir.Subscript) else written
    if not isinstance(call, ir.Call) or not _derives(engine, frame, call.func):
        return
    if not engine.context.expects_errors and not engine.context.attempting:
        engine.observe(SplitDropped(*frame.at(call.place)))
    draws = engine.store.part(Draws).draws
    for token, taken in list(draws.items()):
        draws[token] = tuple(draw for draw in taken if draw.node is not call.place)


def _derives(engine: Engine, frame: Frame, func: ir.Expr) -> bool:
    """Whether a function is one of ``jax.random`` that makes keys of a key."""
    if ir.last_name(func) not in _DERIVING:
        return False
    value = expressions.evaluate(engine, frame, func)
    return isinstance(value, External) and value.name.startswith("jax.random.")
