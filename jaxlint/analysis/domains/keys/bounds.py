"""The bounds of draws: how many values they leave, and whether these are more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.domains.keys.observations import OneValueDrawn
from jaxlint.analysis.values.kinds import Const, External, Value, is_none
from jaxlint.knowledge import random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


def judge(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> bool:
    """Observe a draw that can give one value only, whatever its key; return whether it is one."""
    value = _only(name, arguments) if arguments.rest is None else None
    if value is None or not all(_is_fixed(frame, one) for one in _written(name, arguments)):
        return False
    engine.observe(OneValueDrawn(*frame.at(node), value))
    return True


def span(name: str, arguments: Arguments) -> int:
    """How many whole numbers a sampler draws from, each as often; 0 where that is not known."""
    if name == "choice":
        return _count(arguments.get(1, "a")) if arguments.get(5, "axis") is None else 0
    if name != "randint" or not _is_wide(arguments.get(4, "dtype")):
        return 0
    lowest, end = (_number(arguments.get(*bound)) for bound in ((2, "minval"), (3, "maxval")))
    known = isinstance(lowest, int) and isinstance(end, int)
    return max(end - lowest, 0) if known else 0  # type: ignore[operator,return-value]


def is_tiny(name: str, arguments: Arguments) -> bool:
    """Whether a sampler gives numbers that only tell equal ones apart: around zero, and small."""
    ends = (_number(arguments.get(*bound)) for bound in ((3, "minval"), (4, "maxval")))
    return name == "uniform" and all(end is not None and abs(end) <= _TINY for end in ends)


def _count(values: Value | None) -> int:
    """How many elements an array has along its first axis, or what number stands for it."""
    form = None if values is None else values.fact(Form)
    if form is not None and form.shape:
        return form.shape[0]
    number = _number(values)
    return number if isinstance(number, int) else 0


def _is_wide(dtype: Value | None) -> bool:
    """Whether numbers of a dtype are drawn from many more bits than there are of them."""
    name = dtype.name if isinstance(dtype, External) else ""
    return dtype is None or is_none(dtype) or name.endswith(("int32", "int64"))


def _only(name: str, arguments: Arguments) -> float | None:
    """The value that a sampler gives each time; None where it has several, or is not known."""
    if name in random.RANGED:
        end = _number(arguments.get(1, random.RANGED[name]))
        return 0 if end == 1 else None
    if name not in random.BOUNDED:
        return None
    first, second, most = random.BOUNDED[name]
    low, high = map(Const, random.BOUNDS_IF_NOT_GIVEN.get(name, (None, None)))
    lowest = _number(arguments.get(first, "minval") or low)
    end = _number(arguments.get(second, "maxval") or high)
    return None if lowest is None or end is None or end - lowest > most else lowest


def _written(name: str, arguments: Arguments) -> list[ir.Expr]:
    """The bounds as a call writes them."""
    source = arguments.source
    if source is None:
        return []
    first, last = (1, 1) if name in random.RANGED else random.BOUNDED[name][:2]
    named = [value for parameter, value in source.keywords if parameter in _BOUNDS]
    return [*source.args[first : last + 1], *named]


def _is_fixed(frame: Frame, bound: ir.Expr) -> bool:
    """Whether a bound is a literal or a constant of the module, so that no caller gives another."""
    if isinstance(bound, ir.UnaryOp):
        return _is_fixed(frame, bound.operand)
    if not isinstance(bound, ir.Name):
        return isinstance(bound, ir.Constant)
    owner = frame.holder(bound.id)
    return owner is not None and isinstance(owner.scope, ir.Module)


_BOUNDS = frozenset(("minval", "maxval", *random.RANGED.values()))
_TINY = 1e-5


def _number(value: Value | None) -> float | None:
    known = value.value if isinstance(value, Const) else None
    return known if isinstance(known, int | float) and not isinstance(known, bool) else None
