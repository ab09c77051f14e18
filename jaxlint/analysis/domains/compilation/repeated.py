"""Arrays that a Python loop makes anew in each turn: grown, or copied for one element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.compilation.observations import ArrayCopied, ArrayGrows
from jaxlint.analysis.values.kinds import Array, AtReference
from jaxlint.knowledge.arrays import AT_UPDATES, JOINING
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_FEW = 8
_PROGRAMS = ("main", "test")


@compilation.on(OutsideCalled, traced=False, about=JOINING.__contains__)
def joined(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge ``x = jnp.append(x, y)`` in a loop."""
    call = event.source
    if call is None or not is_turned(frame):
        return
    name = _target(frame.statement, call)
    if name and any(name == one.id for one in _given(call)):
        engine.observe(ArrayGrows(*frame.at(event.node), name))


@compilation.on(MethodCalled, traced=False, about=of(AtReference))
def updated(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge ``x = x.at[i].set(v)`` in a loop."""
    base, call = event.base, event.source
    if call is None or event.name not in AT_UPDATES or not is_turned(frame):
        return
    if not isinstance(base, AtReference) or not isinstance(base.base, Array):
        return
    name = _target(frame.statement, call)
    if name and frame.env.get(name) is base.base:
        engine.observe(ArrayCopied(*frame.at(event.node), name))


def _target(statement: ir.Stmt | None, call: ir.Call) -> str:
    """The variable to which a statement assigns just what a call gives, or ""."""
    if not isinstance(statement, ir.Assign) or statement.value is not call:
        return ""
    target = statement.targets[0]
    return target.id if isinstance(target, ir.Name) else ""


def _given(call: ir.Call) -> Iterator[ir.Name]:
    """The variables that a call is given, one by one or in a display."""
    for arg in call.args:
        parts = arg.elements if isinstance(arg, ir.Display) else (arg,)
        yield from (part for part in parts if isinstance(part, ir.Name))


def is_turned(frame: Frame) -> bool:
    """Whether a loop that is not traced runs this more than a few times, as far as is seen."""
    if not frame.loops or frame.comprehensions or not _is_eager(frame):
        return False
    loop = ir.loop_at(frame.scope.body, frame.loops[-1])
    return loop is None or not isinstance(loop, ir.For) or not _is_short(loop.iterable)


def _is_eager(frame: Frame) -> bool:
    """Whether code is part of a program or test; what a library has may be run in any trace."""
    root = frame.since
    return root is None or root.name.startswith(_PROGRAMS)


def _is_short(iterable: ir.Expr) -> bool:
    if isinstance(iterable, ir.Display):
        return len(iterable.elements) <= _FEW
    if not isinstance(iterable, ir.Call) or not isinstance(iterable.func, ir.Name):
        return False
    numbers = [one.value for one in iterable.args if isinstance(one, ir.Constant)]
    known = iterable.func.id == "range" and len(numbers) == len(iterable.args)
    return known and all(isinstance(one, int) and one <= _FEW for one in numbers)
