"""What traced values are asked for beside their truth: arrays for NumPy, sizes, hashes, texts."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.facts import Bounded, Denial
from jaxlint.analysis.domains.tracing.observations import (
    HashNeeded,
    HostNeeded,
    NeverTrue,
    StaticNeeded,
    Swallowed,
    TracerText,
    UnknownLength,
    ValueNeeded,
)
from jaxlint.analysis.semantics import results
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    External,
    HostArray,
    Static,
    Traced,
    Unknown,
    Value,
    deny,
    in_sequences,
    is_none,
    promises,
    tracers,
)
from jaxlint.knowledge import arrays, host_arrays, names, statics
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

_CONVERSION = re.compile(r"%[-#0 +]*\d*(?:\.\d+)?([a-zA-Z%])")
_INDEXED = (Traced, Array, AtReference)


def note(engine: Engine, frame: Frame, seen: ValueNeeded) -> None:
    """Keep that a value was needed; behind a handler that catches the error, keep that it is."""
    if not engine.guards:
        engine.observe(seen)
        return
    guard = engine.guards[-1]
    if guard is None or guard.frame.region is None or not seen.value.abstract:
        return
    if guard.frame.region.within(seen.value.region):
        if guard.frame is frame and not guard.meant and guard.replaces(seen.node):
            engine.observe(Swallowed(seen.module, seen.node, seen.why, seen.value, guard.text))
        same = guard.frame is frame and guard.depth == len(frame.conditions)
        guard.hit = guard.hit or (same and seen.value.source is None and not frame.comprehensions)


def as_number(value: Traced) -> None:
    """Take note that a value is used where no pytree makes sense."""
    if value.source is not None:
        value.source.array = True


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
        return chosen if chosen.source is None else Unknown()
    if name in host_arrays.DENYING:
        as_number(chosen)
        engine.observe(NeverTrue(frame.module, node, chosen.why, chosen, f"{name}()"))
        return Static()
    refused = name in host_arrays.REFUSING
    if refused or (name in names.DELEGATED_TO_METHODS and isinstance(first, Container)):
        as_number(chosen)
        sizes = _is_size(name, arguments, chosen)
        library, instead = (None, "") if sizes else _instead(frame, name, arguments)
        seen = HostNeeded(frame.module, node, chosen.why, chosen, name, library, instead, sizes)
        note(engine, frame, seen)
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


def host_element(engine: Engine, frame: Frame, base: Value, index: Value, node: ir.Place) -> None:
    """Observe a NumPy array that is indexed by a tracer."""
    if not isinstance(base, HostArray):
        return
    for part in _parts(index):
        tracer = bound_of(part) or part
        if isinstance(tracer, Traced) and tracer.abstract:
            as_number(tracer)
            note(engine, frame, HostNeeded(frame.module, node, tracer.why, tracer, "index"))


def host_store(
    engine: Engine, frame: Frame, index: Value | None, value: Value, node: ir.Place
) -> None:
    """Observe a store of a tracer into a NumPy array, or at a place that a tracer says."""
    for part in _parts(index) if index is not None else ():
        if isinstance(part, Traced) and part.abstract:
            as_number(part)
            note(engine, frame, HostNeeded(frame.module, node, part.why, part, "index"))
            return
    if isinstance(value, Traced):
        as_number(value)
        note(engine, frame, HostNeeded(frame.module, node, value.why, value, "store"))


def _parts(index: Value) -> tuple[Value, ...]:
    return index.values if isinstance(index, Container) and index.kind == "tuple" else (index,)


# --- sizes and axes ------------------------------------------------------------------------------


_KNOWING = statics.SIZES.keys() | statics.AXES.keys() | statics.COUNTED.keys()


@tracing.on(OutsideCalled)
def outside(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what a function is given that must know some of its arguments."""
    if event.name in _KNOWING:
        jax_call(engine, frame, event.name, event.arguments, event.node)


def jax_call(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> None:
    """Observe what a function of jax must know while tracing and is given as a tracer."""
    for form, table in (("size", statics.SIZES), ("axis", statics.AXES)):
        for parameter, position in table.get(name, ()):
            value = _argument(arguments, parameter, position)
            for tracer in () if value is None else _asked(value):
                as_number(tracer)
                why = tracer.why
                kind = f"{form}:{parameter}"
                note(engine, frame, StaticNeeded(frame.module, node, why, tracer, kind))
                return
    _counted(engine, frame, name, arguments, node)


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
        as_number(tracer)
        keywords = tuple(cure for cure, _ in cures)
        note(engine, frame, UnknownLength(frame.module, node, tracer.why, tracer, name, keywords))
        return


def _given(value: Value | None) -> bool:
    return value is not None and not is_none(value)


# --- indices -------------------------------------------------------------------------------------


def index(engine: Engine, frame: Frame, base: Value, index: Value, node: ir.Place) -> None:
    """Observe traced slice bounds, and masks whose number of hits would be a length."""
    if not isinstance(base, _INDEXED):
        return
    for part in _parts(index):
        tracer = bound_of(part)
        if tracer is not None:
            as_number(tracer)
            note(engine, frame, StaticNeeded(frame.module, node, tracer.why, tracer, "slice"))
        elif isinstance(part, Traced) and forms.is_mask(part) and part.abstract:
            note(engine, frame, UnknownLength(frame.module, node, part.why, part, "mask"))


def bounds(values: Iterable[Value]) -> Static:
    """The value of a slice of these bounds."""
    found = [value for value in values if isinstance(value, Traced) and value.abstract]
    return Static(Bounded(found[0]) if found else None)


def bound_of(part: Value) -> Traced | None:
    """The tracer that is a bound of a slice, if one is."""
    bounded = part.fact(Bounded)
    return None if bounded is None else bounded.tracer


# --- hashes --------------------------------------------------------------------------------------


def hashed(engine: Engine, frame: Frame, value: Value, node: ir.Place, form: str) -> None:
    """Observe that an array is asked for its hash."""
    if isinstance(value, Traced):
        engine.observe(HashNeeded(frame.module, node, value.why, value, form))
    elif isinstance(value, Array):
        given = promises(value)
        engine.observe(HashNeeded(frame.module, node, frame.why, None, form, promises=given))


# --- texts ---------------------------------------------------------------------------------------


def text_used(engine: Engine, frame: Frame, value: Value, node: ir.Place, form: str) -> None:
    """Observe that a text which holds a tracer's name serves as a name or a key."""
    if isinstance(value, Container) and value.kind == "text":
        for tracer in tracers(value, 1)[:1]:
            engine.observe(TracerText(frame.module, node, tracer.why, tracer, form))


def formatted(engine: Engine, frame: Frame, value: Value, node: ir.Place) -> None:
    """Observe that a tracer is formatted like a number."""
    if isinstance(value, Traced):
        as_number(value)
        engine.observe(TracerText(frame.module, node, value.why, value, "format"))


def percent(engine: Engine, frame: Frame, text: str, value: Value, node: ir.Place) -> None:
    """Observe the tracers that ``text % value`` formats like numbers."""
    kinds = [kind for kind in _CONVERSION.findall(text) if kind != "%"]
    whole = isinstance(value, Container) and value.kind == "tuple" and value.rest is None
    given = value.values if whole and isinstance(value, Container) else (value,)
    for kind, part in zip(kinds, given, strict=False):
        if kind not in "sra":
            formatted(engine, frame, part, node)


def format_call(
    engine: Engine, frame: Frame, text: object, arguments: Arguments, node: ir.Place
) -> None:
    """Observe the tracers that ``text.format(...)`` formats like numbers."""
    if not isinstance(text, str):
        return
    try:
        fields = [f for _, *f in string.Formatter().parse(text) if f[0] is not None]
    except ValueError:
        return
    for count, (name, spec, conversion) in enumerate(fields):
        place: int | str | None = name if name else count
        if isinstance(place, str) and place.isdigit():
            place = int(place)
        if isinstance(place, int):
            known = place < len(arguments.positional)
            value = arguments.positional[place] if known else None
        else:
            value = arguments.keywords.get(str(place))
        if spec and not conversion and value is not None:
            formatted(engine, frame, value, node)


def apart(engine: Engine, frame: Frame, subject: Value, node: ir.Place) -> None:
    """Observe a pattern of a sequence, which no array matches."""
    if isinstance(subject, Traced):
        engine.observe(NeverTrue(frame.module, node, subject.why, subject, "sequence"))
    elif isinstance(subject, Array):
        deny(subject)
        if not promises(subject):
            engine.observe(NeverTrue(frame.module, node, frame.why, None, "sequence"))


def refused_type(engine: Engine, frame: Frame, answer: Value, node: ir.Place) -> None:
    """Observe a test of a type that fails for every tracer and then raises."""
    denial = answer.fact(Denial)
    if denial is not None:
        tracer = denial.tracer
        engine.observe(NeverTrue(frame.module, node, tracer.why, tracer, "type"))


def compared_with_text(
    engine: Engine, frame: Frame, left: Value, right: object, node: ir.Place
) -> None:
    """Observe that a traced parameter is compared with text, as a mode is."""
    source = left.source if isinstance(left, Traced) and left.abstract else None
    if not isinstance(left, Traced) or source is None or not isinstance(right, str):
        return
    if not (source.assumed or source.turn or left.region.visible):
        engine.observe(NeverTrue(frame.module, node, left.why, left, "text"))


def identity(engine: Engine, frame: Frame, left: Value, right: Value, node: ir.Place) -> None:
    """Observe ``x is True``, which no array is."""
    if isinstance(right, Const) and isinstance(right.value, bool) and isinstance(left, Traced):
        as_number(left)
        engine.observe(NeverTrue(frame.module, node, left.why, left, "identity"))
