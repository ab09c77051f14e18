"""Calls of Pallas, which runs functions on references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import annotated
from jaxlint.analysis.values.kinds import External, Function, Partial, Unknown, Value
from jaxlint.knowledge import kernels

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def call(engine: Engine, frame: Frame, name: str, arguments: Arguments) -> Value:
    """A function of Pallas: what it takes runs on references, and so does what calls it inside."""
    for value in arguments.all:
        annotated.of_references(engine, value)
    if kernels.is_inside(name):
        annotated.inside_kernel(frame)
    engine.forget(arguments.all)
    later = name.rpartition(".")[2] in kernels.TAKE_FUNCTION_LATER
    given = any(isinstance(value, Function | Partial) for value in arguments.all)
    return Partial(External(name), (), {}) if later and not given else Unknown()
