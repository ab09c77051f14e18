"""Layers that are made of other layers: what these do where the whole is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, InstanceCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import calls, iteration
from jaxlint.analysis.values.kinds import Container, External, Unknown, Value
from jaxlint.knowledge import modules

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Run the layers of a sequence, each on what the one before gives."""
    whole, arguments, node = event
    name = whole.cls.name if isinstance(whole.cls, External) else ""
    layers = whole.fields.get(modules.SEQUENCES.get(name, ""))
    if not isinstance(layers, Container) or layers.rest is not None or not arguments.positional:
        return
    # Equinox gives each layer a key of its own, or none.
    more: dict[str, Value] = {"key": Unknown()} if name in modules.PARTS else {}
    value = arguments.positional[0]
    for layer in layers.values:
        value = calls.apply(engine, frame, layer, Arguments((value,), more), node)


@models.transfer("flax.nnx.List")
def listed(engine: Engine, frame: Frame, call: Call) -> Value:
    """A list whose elements are part of a module's state."""
    return iteration.collected(engine, frame, call)


@models.transfer("flax.nnx.data")
def kept(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What a module has as part of its state."""
    return call.first
