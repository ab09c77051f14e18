"""Dtypes of 64 bits that are asked for in a program that never turns them on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays, forms, widening
from jaxlint.analysis.domains.arrays.array_misuse import about, is_array, note
from jaxlint.analysis.domains.arrays.observations import WidthNotGiven
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge.dtypes import CASTS, UNAVAILABLE
from jaxlint.knowledge.names import ARRAY_MAKERS
from jaxlint.knowledge.result_kinds import DTYPE_POSITIONS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(OutsideCalled, about=lambda name: name.startswith(ARRAY_MAKERS))
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the dtype that a function of JAX is asked for."""
    name, given = event.name, event.arguments
    at = DTYPE_POSITIONS.get(name)
    asked = given.keywords.get("dtype") if at is None else given.get(at, "dtype")
    _judge(engine, frame, event.node, External(name) if name in CASTS else asked)


@arrays.on(MethodCalled)
def converted(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge the dtype that an array of JAX is converted to."""
    if event.name == "astype" and is_array(event.base):
        _judge(engine, frame, event.node, event.arguments.get(0, "dtype"), event.base)


def _judge(engine: Engine, frame: Frame, at: ir.Place, dtype: Value | None, *arrays: Value) -> None:
    name = forms.dtype_name(dtype)
    if name in UNAVAILABLE and not widening.is_spoken_of(engine):
        seen = WidthNotGiven(*about(frame, at, *arrays), name, UNAVAILABLE[name], frame.scope)
        note(engine, frame, widening.only(engine, seen, wide=False))
