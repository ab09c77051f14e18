"""What functions ask of tracers: arrays of numbers for NumPy, sizes and axes for JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled, MethodResult, OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import needs, tracing
from jaxlint.analysis.domains.tracing.observations import (
    AxisNeeded,
    HostNeeded,
    HostUse,
    LengthUnknown,
    NeverTrue,
    SizeNeeded,
    Test,
)
from jaxlint.analysis.semantics import results
from jaxlint.analysis.values.contents import in_sequences, tracers
from jaxlint.analysis.values.kinds import (
    Array,
    Container,
    External,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
)
from jaxlint.knowledge import arrays, host_arrays, names, statics
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


# --- NumPy ---------------------------------------------------------------------------------------


def numpy_call(
    engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place
) -> Value:
    """The result of a NumPy function that is given a tracer, which it may refuse."""
    found = [tracer for value in arguments.all for tracer in in_sequences(value)]
    if not found:
        return Unknown()
    chosen = next((tracer for tracer in found if tracer.certain), found[0])
    first = arguments.all[0]
    if name in names.DELEGATED_TO_METHODS and first is chosen:
        if chosen.source is not None:
            return Unknown()
        rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.rest)
        method = MethodResult(chosen, name.rpartition(".")[2], rest, node)
        return chosen.result(None, *engine.deduced(method))
    if name in host_arrays.DENYING:
        needs.one_array(chosen)
        never = NeverTrue(frame.module, node, chosen.why, chosen, Test.FUNCTION)
        needs.misread(engine, frame, never)
        return Static()
    refused = name in host_arrays.REFUSING or name in host_arrays.SCIPY
    if refused or (name in names.DELEGATED_TO_METHODS and isinstance(first, Container)):
        needs.one_array(chosen)
        sizes = _is_size(name, arguments, chosen)
        library, instead = (None, "") if sizes else _instead(frame, name, arguments)
        seen = HostNeeded(
            *(frame.module, node, chosen.why, chosen), HostUse.CALL, name, library, instead, sizes
        )
        needs.note(engine, frame, seen)
    return Unknown()


def _is_size(name: str, arguments: Arguments, tracer: Traced) -> bool:
    """Whether a tracer is given where the function of ``jax.numpy`` wants a size or an axis."""
    known = (*statics.SIZES.get(f"jax.{name}", ()), *statics.AXES.get(f"jax.{name}", ()))
    given = (_argument(arguments, parameter, position) for parameter, position in known)
    return any(value is not None and tracer in tracers(value) for value in given)


def _instead(frame: Frame, name: str, arguments: Arguments) -> tuple[ir.Place | None, str]:
    """The node that names NumPy in a call, and how the module calls jax.numpy."""
    func = None if arguments.source is None else arguments.source.func
    if not isinstance(func, ir.Attribute) or not isinstance(func.base, ir.Name):
        return None, ""
    if name.count(".") > 1 or name in host_arrays.ONLY_NUMPY:
        return None, ""
    sequences = f"jax.{name}" in arrays.TAKES_SEQUENCES
    if not isinstance(arguments.all[0], Traced) and not sequences:
        return None, ""
    outer: Frame = frame
    while outer.closure is not None:
        outer = outer.closure
    for known, value in outer.env.items():
        if isinstance(value, External) and value.name == "jax.numpy":
            return func.base.place, known
    return None, ""


def parts(index: Value) -> tuple[Value, ...]:
    return index.values if isinstance(index, Container) and index.kind == "tuple" else (index,)


# --- sizes and axes ------------------------------------------------------------------------------


_KNOWING = statics.SIZES.keys() | statics.AXES.keys() | statics.COUNTED.keys()


@tracing.on(OutsideCalled, about=_KNOWING.__contains__)
def outside(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what a function is given that must know some of its arguments."""
    _judge(engine, frame, event.name, event.arguments, event.node)


@tracing.on(MethodCalled)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge what a method is given, as the function of the same name."""
    name = f"jax.numpy.{event.name}"
    known = name in _KNOWING and event.name in arrays.ARRAY_METHODS
    if known and isinstance(event.base, Array | Traced):
        _judge(engine, frame, name, _as_function(frame, event), event.node)


def _as_function(frame: Frame, event: MethodCalled) -> Arguments:
    """The arguments of the function of the same name: ``x.reshape(2, n)`` takes them apart."""
    given = event.arguments.positional
    if event.name in ("reshape", "transpose") and len(given) > 1:
        given = (Container("tuple", dict(enumerate(given)), None, frame.region),)
    arguments = event.arguments
    return Arguments((event.base, *given), arguments.keywords, arguments.rest, arguments.source)


def _judge(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> None:
    """Observe what a function of jax must know while tracing and is given as a tracer."""
    for kind, table in ((SizeNeeded, statics.SIZES), (AxisNeeded, statics.AXES)):
        for parameter, position in table.get(name, ()):
            value = _argument(arguments, parameter, position)
            for tracer in () if value is None else _asked(value):
                needs.one_array(tracer)
                called = _as_called(name, parameter, arguments)
                seen = kind(frame.module, node, tracer.why, tracer, called)
                needs.note(engine, frame, seen)
                return
    _counted(engine, frame, name, arguments, node)


def _as_called(function: str, parameter: str, arguments: Arguments) -> str:
    """What a function takes an argument for: ``arange`` the only one of its bounds for the end."""
    bounds = len(arguments.positional) + len({"stop", "step"} & arguments.keywords.keys())
    alone = bounds == 1 and function == "jax.numpy.arange" and parameter == "start"
    return "stop" if alone else parameter


def _argument(arguments: Arguments, name: str, position: int | None) -> Value | None:
    if position is None:
        return arguments.keywords.get(name)
    return arguments.get(position, name)


def _asked(value: Value) -> list[Traced]:
    """The tracers in an argument that must be a number or a tuple of numbers."""
    if isinstance(value, Traced):
        return [value] if value.abstract else []
    if isinstance(value, Container) and value.kind in ("tuple", "list"):
        return [tracer for tracer in tracers(value, 1) if tracer.abstract]
    return []


def _counted(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> None:
    """Observe a result whose length depends on traced numbers."""
    entry = statics.COUNTED.get(name)
    if entry is None or arguments.rest is not None:
        return
    if name == "jax.numpy.where" and len(arguments.all) > 1:
        return
    (parameter, position), *cures = entry
    if any(_given(_argument(arguments, *cure)) for cure in cures):
        return
    asked = _argument(arguments, parameter, position) or Unknown()
    region = frame.region
    if isinstance(asked, Array) and region is not None and region.constants:
        why = results.constant_why(frame, region, name, node)
        asked = Traced(region, why, None, abstract=True)
    for tracer in _asked(asked):
        needs.one_array(tracer)
        keywords = tuple(cure for cure, _ in cures)
        needs.note(engine, frame, LengthUnknown(frame.module, node, tracer.why, tracer, keywords))
        return


def _given(value: Value | None) -> bool:
    return value is not None and not is_none(value)
