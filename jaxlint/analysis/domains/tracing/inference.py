"""Models of NumPyro: inference runs them compiled, where what they sample is traced."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Function, Options, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import regions, tracing
from jaxlint.analysis.semantics import calls
from jaxlint.analysis.values.kinds import External, Instance, Traced, Unknown, Value, is_none
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge import inference

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(*inference.RUNS_MODELS)
def given(engine: Engine, frame: Frame, call: Call) -> Value:
    """What infers gets a model, and a guide: each is run in the end, on arguments not known."""
    for position, name in inference.RUNS_MODELS[call.name]:
        model = call.arguments.get(position, name)
        if isinstance(model, Function):
            made = Transformed(inference.INFERENCE, model, Options(), call.node, frame)
            engine.agenda.checks.append(partial(_run, engine, made))
    engine.forget(call.arguments.all)
    return Instance(External(call.name), frame.region)


def _run(engine: Engine, made: Transformed) -> None:
    inside = regions.inside(made.frame, regions.region_of(engine, made, made.frame))
    names = regions.parameter_names(made.func)
    handed = Arguments(tuple(Unknown(name) for name in names))
    calls.apply(engine, inside, made.func, handed, made.node)


@tracing.transfer(*inference.SAMPLES)
def sampled(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A value that inference chooses, unless it was observed."""
    region = frame.region
    observed = call.arguments.get(2, "obs")
    if call.last == "sample" and observed is not None and not is_none(observed):
        return Unknown()
    if region is None or region.transform is not inference.INFERENCE:
        return None
    why = Why("what a model samples is traced", frame.module, call.node, region.why)
    return Traced(region, why, None, abstract=True)
