"""Inference of NumPyro: what runs a model draws from the key that it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, InstanceCalled, MethodCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys import keys
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.values.kinds import External, Instance, Value
from jaxlint.knowledge import inference
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@models.transfer(*(inference.TAKES_KEYS.keys() - inference.RUNS_MODELS.keys()))
def made(engine: Engine, frame: Frame, call: Call) -> Value:
    """An object that runs a model, or a kernel, which may be any code."""
    engine.forget(call.arguments.all)
    return Instance(External(call.name), frame.region)


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """``predictive(key, x)`` draws."""
    _draw(engine, frame, event.instance, "__call__", event.arguments, event.node)


@models.on(MethodCalled, about=of(Instance))
def run(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """``mcmc.run(key, x)`` draws."""
    if isinstance(event.base, Instance):
        _draw(engine, frame, event.base, event.name, event.arguments, event.node)


def _draw(
    engine: Engine,
    frame: Frame,
    runner: Instance,
    method: str,
    arguments: Arguments,
    node: ir.Place,
) -> None:
    name = runner.cls.name if isinstance(runner.cls, External) else ""
    position = inference.TAKES_KEYS.get(name, {}).get(method)
    key = None if position is None else arguments.get(position, "rng_key")
    if key is not None:
        keys.consume(engine, frame, key, node, Use("draw", sampler="split"))
