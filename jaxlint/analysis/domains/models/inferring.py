"""Inference of NumPyro: what runs a model draws from the key that it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, InstanceCalled, MethodCalled
from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys import keys
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.values.kinds import External, Instance, Value, is_none
from jaxlint.knowledge import inference
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What `Predictive` runs, and what it is given of what the model infers.
_PARTS = ("model", "posterior_samples")


@models.transfer(*(inference.TAKES_KEYS.keys() - inference.RUNS_MODELS.keys()))
def made(engine: Engine, frame: Frame, call: Call) -> Value:
    """An object that runs a model, or a kernel, which may be any code."""
    engine.forget(call.arguments.all)
    runner = Instance(External(call.name), frame.region)
    parts = {name: call.arguments.get(at, name) for at, name in enumerate(_PARTS)}
    runner.fields = {name: value for name, value in parts.items() if value is not None}
    return runner


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
    if key is not None and not _may_all_be_given(runner, arguments):
        keys.consume(engine, frame, key, node, Use("draw", sampler=name))


def _may_all_be_given(runner: Instance, arguments: Arguments) -> bool:
    """Whether nothing may be left to be drawn: what is inferred is given, and what is observed."""
    model, samples = map(runner.fields.get, _PARTS)
    if samples is None or is_none(samples):
        return False
    named = {name for name, value in arguments.keywords.items() if not is_none(value)}
    if not isinstance(model, Function):
        return bool(named)
    parameters = [one.name for one in model.definition.parameters]
    given = named | set(parameters[: len(arguments.positional) - 1])
    return not given.isdisjoint(_observed(model.definition))


def _observed(model: ir.Function) -> set[str]:
    """The parameters of a model that are what it observes: ``numpyro.sample(..., obs=y)``."""
    return {
        ir.last_name(value)
        for call in ir.nodes_in(model.body)
        if isinstance(call, ir.Call)
        for name, value in call.keywords
        if name == "obs"
    }
