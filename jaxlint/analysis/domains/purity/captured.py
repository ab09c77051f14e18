"""The tracers that a value keeps alive: its own, and those of the frames that it closes over."""

from __future__ import annotations

from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values import contents
from jaxlint.analysis.values.kinds import Traced, Value


def tracers(value: Value) -> list[Traced]:
    """The tracers in a value, or in the variables that a function reads of the frames around it."""
    if isinstance(value, Partial):
        held = (value.func, *value.args, *value.keywords.values())
        return [one for part in held for one in tracers(part)]
    return _closed_over(value) if isinstance(value, Function) else contents.tracers(value)


def _closed_over(function: Function) -> list[Traced]:
    """The tracers in the variables of traced code that a function reads."""
    read = sorted(function.definition.loads.keys() - function.definition.bound)
    found: list[Traced] = []
    frame: Frame | None = function.closure
    while frame is not None and frame.region is not None:
        held = [frame.env[name] for name in read if name in frame.env]
        found += [one for value in held for one in contents.tracers(value)]
        frame = frame.closure
    return found
