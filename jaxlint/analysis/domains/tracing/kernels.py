"""Calls of Pallas, which runs functions on references, and of what makes a reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Function, Options, Partial, Transformed
from jaxlint.analysis.core.events import AttributeSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import crossing, kernel_slips, regions, tracing
from jaxlint.analysis.semantics import annotated, calls
from jaxlint.analysis.values.kinds import NONE, External, Instance, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge import kernels, names
from jaxlint.knowledge.transforms import KERNEL_CALL

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.transfer(kernels.PALLAS)
def of_pallas(engine: Engine, frame: Frame, call: Call) -> Value:
    """A function of Pallas: what it takes runs on references, and so does what calls it inside."""
    given = call.arguments.all
    for value in given:
        annotated.of_references(engine, value)
    if kernels.is_inside(call.name):
        annotated.inside_kernel(frame)
    if call.name == kernels.CALL and call.first is not None:
        _run(engine, frame, call.first, call)
    engine.forget(given)
    later = call.last in kernels.TAKE_FUNCTION_LATER
    with_function = any(isinstance(value, Function | Partial) for value in given)
    if later and not with_function:
        return Partial(External(call.name), (), {})
    if call.name == kernels.WHEN:
        return _guarded(engine, frame, call)
    return Unknown()


@tracing.transfer(kernels.POSITION)
def position(engine: Engine, frame: Frame, call: Call) -> Value:
    """Where in the grid a kernel is, which is traced."""
    annotated.inside_kernel(frame)
    region = frame.region
    if region is None or not region.abstract:
        return Unknown()
    text = f"`{call.last}` is traced"
    return Traced(region, Why(text, frame.module, call.node, region.why), None, abstract=True)


def _guarded(engine: Engine, frame: Frame, call: Call) -> Value:
    """The function under ``pl.when``, which is traced with the kernel around it."""
    if isinstance(call.first, Function) and frame.region is not None:
        calls.apply(engine, frame, call.first, Arguments(), call.node)
    return NONE


def _run(engine: Engine, frame: Frame, kernel: Value, call: Call) -> None:
    """Run a kernel on references to arrays that are not there."""
    func = kernel.func if isinstance(kernel, Partial) else kernel
    if not isinstance(func, Function):
        return
    made = Transformed(KERNEL_CALL, kernel, Options(), call.node, frame)
    region = regions.region_of(engine, made, frame)
    bound = kernel.keywords if isinstance(kernel, Partial) else {}
    handed = []
    for name in regions.parameter_names(kernel):
        if name in bound:
            break
        handed.append(_reference(region, name))
    named = {name: _reference(region, name) for name in _asked_by_name(func) if name not in bound}
    given = Arguments(tuple(handed), named)
    inside = regions.inside(frame, region)
    references = [one for one in regions.parameter_names(kernel) if one not in bound]
    kernel_slips.judge_kernel(engine, inside, func.definition, references)
    calls.apply(engine, inside, kernel, given, call.node)


def _asked_by_name(kernel: Function) -> list[str]:
    """The parameters that a kernel is given by name: a dict of scratch shapes names them."""
    parameters = kernel.definition.parameters
    return [one.name for one in parameters if one.kind == "keyword" and one.default is None]


def _reference(region: Region, name: str) -> Value:
    """A reference that a kernel is given: what is read from it is traced."""
    tracer = Traced(region, crossing.parameter_why(region, name), None, abstract=True, name=name)
    return Instance(External(kernels.REFERENCE), region, tracer)


@tracing.answer(AttributeSought)
def viewed(engine: Engine, frame: Frame, event: AttributeSought) -> Value | None:
    """``ref.at``, of which an index gives a reference to a part."""
    held = event.instance
    if event.attr != "at" or not isinstance(held.cls, External):
        return None
    if held.cls.name != kernels.REFERENCE:
        return None
    return Instance(External(kernels.VIEWS), held.region, held.traced)


@tracing.transfer(*names.REF_MAKERS)
def reference(engine: Engine, frame: Frame, call: Call) -> Value:
    """A mutable reference."""
    return Instance(External(kernels.REFERENCE), frame.region)
