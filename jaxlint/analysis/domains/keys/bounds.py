"""The bounds of draws: whether they leave more than one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys.observations import OneValueDrawn
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge import random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.calls import Arguments
    from jaxlint.analysis.core.engine import Engine


def judge(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> None:
    """Observe a draw that can give one value only."""
    value = _only(name, arguments) if arguments.rest is None else None
    if value is not None:
        engine.observe(OneValueDrawn(*frame.at(node), value))


def _only(name: str, arguments: Arguments) -> float | None:
    """The value that a sampler gives each time; None where it has several, or is not known."""
    if name in random.RANGED:
        end = _number(arguments.get(1, random.RANGED[name]))
        return 0 if end == 1 else None
    if name not in random.BOUNDED:
        return None
    first, second, least = random.BOUNDED[name]
    low, high = arguments.get(first, "minval"), arguments.get(second, "maxval")
    lowest, end = _number(low or _LOWEST), _number(high or _HIGHEST)
    if lowest is None or end is None or end - lowest >= least or (low is None and high is None):
        return None
    return lowest


_LOWEST, _HIGHEST = Const(0.0), Const(1.0)


def _number(value: Value | None) -> float | None:
    known = value.value if isinstance(value, Const) else None
    return known if isinstance(known, int | float) and not isinstance(known, bool) else None
