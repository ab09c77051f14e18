"""Python's own functions on single values: which ask a tracer for its value, and what they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import ClassValue, Function, Method, Partial, Transformed
from jaxlint.analysis.core.events import (
    Asker,
    AttributeRead,
    Formatted,
    Hashed,
    Hasher,
    ShapeSought,
    SliceResult,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    attributes,
    classes,
    emptiness,
    formatting,
    instances,
    objects,
    python,
    targets,
    truth,
)
from jaxlint.analysis.values import digests, followed, salted, structures, telling
from jaxlint.analysis.values.kinds import (
    Array,
    CallableValue,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Static,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.numbers import WHOLE_NUMBER, Number, is_number
from jaxlint.analysis.values.promises import promised
from jaxlint.knowledge import arrays, names, random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_CONVERSIONS: dict[str, type] = {
    f"builtins.{kind.__name__}": kind for kind in (int, float, complex)
}
_COUNTS = tuple(f"builtins.{n}" for n in ("bytes", "bytearray", "chr", "bin", "hex", "oct"))
_PLAIN = tuple(f"builtins.{n}" for n in ("id", "ord", "vars", "dir"))


@python.transfer(*_PLAIN)
def plain(engine: Engine, frame: Frame, call: Call) -> Value:
    """What of a tracer too is a value of Python's that is not known."""
    return Static()


@python.transfer("builtins.len")
def length(engine: Engine, frame: Frame, call: Call) -> Value:
    """How many elements there are, which is known of tuples only: no code changes them.

    Of what holds nothing it is known as well, and of arrays whose shape is.
    """
    value = call.first
    known = isinstance(value, Container) and value.kind == "tuple" and value.rest is None
    if known and isinstance(value, Container):
        return Const(len(value.items))
    if value is not None and emptiness.is_certain(value):
        return Const(0)
    if isinstance(value, Traced) and value.source is not None:
        value.source.counted = True
    axes = None if value is None else engine.answer(frame, ShapeSought, value, "shape")
    first = axes.items.get(0) if isinstance(axes, Container) else None
    return first or Static(WHOLE_NUMBER)


@python.transfer("builtins.staticmethod")
def unbound(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """``staticmethod(f)`` in a class: what objects of the class have is ``f`` as it is."""
    if isinstance(call.first, Function):
        return like(call.first, fresh=True, kind="static")
    return Partial(call.first, (), {}) if isinstance(call.first, CallableValue) else None


@python.transfer("builtins.super")
def parent(engine: Engine, frame: Frame, call: Call) -> Value:
    """The object of the method under way, as the bases of its class see it."""
    return objects.parent_of(engine, frame)


# --- numbers -------------------------------------------------------------------------------------


@python.transfer("builtins.bool")
def to_bool(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The truth of a value."""
    if call.first is None:
        return None
    known = truth.test(engine, frame, call.first, call.node, Asker.BOOL)
    return Static(telling.changed(call.first, bool)) if known is None else Const(known)


@python.transfer(*_CONVERSIONS)
def converted(engine: Engine, frame: Frame, call: Call) -> Value:
    """A number that is made of another one."""
    value = call.first
    if value is None:
        return Static()
    truth.call(engine, frame, value, call.node, call.last)
    if followed.holds(value):
        return Static(Number(call.last), *value.facts) if isinstance(value, Array) else value
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return Const(_CONVERSIONS[call.name](value.value))
    return Static(Number(call.last))


@python.transfer(*_COUNTS)
def counted(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Text or bytes made of a number."""
    if call.first is None:
        return None
    truth.call(engine, frame, call.first, call.node, call.last)
    return Static()


@python.transfer("builtins.abs", "builtins.round", "builtins.divmod", "builtins.pow")
def computed(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Arithmetic on a number, which arrays take part in."""
    value = call.first
    if value is None:
        return None
    if isinstance(value, Unknown):
        return Unknown()
    if isinstance(value, Traced | Array | HostArray):
        made = _of_array(engine, call, value)
        pair = call.last == "divmod"
        return (
            Container("tuple", {0: made, 1: like(made, fresh=True)}, None, frame.region)
            if pair
            else made
        )
    return value if followed.holds(value) else Static()


def _of_array(engine: Engine, call: Call, value: Traced | Array | HostArray) -> Value:
    """What arithmetic makes of an array: another one, of a kind of its own."""
    if isinstance(value, HostArray):
        return HostArray()
    facts = engine.deduced(call)
    if isinstance(value, Traced):
        return value.result(value.source, *facts)
    return Array(call.name, *facts, promised(value))


@python.transfer("builtins.slice")
def bounds(engine: Engine, frame: Frame, call: Call) -> Value:
    """A slice."""
    return Static(*engine.deduced(SliceResult(call.arguments.positional)))


# --- texts and hashes ----------------------------------------------------------------------------


@python.transfer("builtins.str", "builtins.repr", "builtins.format")
def spelled(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The text of a value."""
    value, values = call.first, call.arguments.positional
    if value is None:
        return None
    if call.last == "format" and len(values) > 1:
        engine.tell(frame, Formatted, value, call.node, True)
    return formatting.text_of(frame, values)


@python.transfer("builtins.hash")
def hashed(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The hash of a value."""
    value = call.first
    if value is None:
        return None
    engine.tell(frame, Hashed, value, call.node, Hasher.FUNCTION)
    return salted.made() if _is_salted(value) else Static(WHOLE_NUMBER)


@python.transfer(*digests.MAKERS)
def digested(engine: Engine, frame: Frame, call: Call) -> Value:
    """A number made of bytes."""
    return digests.made()


def _is_salted(value: Value) -> bool:
    """Whether the hash of a value may differ per process: Python salts those of text and bytes.

    Of a value of which nothing is known it may, for a number needs no hash. A tuple is hashed to
    make one number of several, so some of it has to be text; what an object holds that is a tuple
    is not known.
    """
    if isinstance(value, Const):
        return isinstance(value.value, str | bytes)
    if isinstance(value, Container) and value.kind in ("tuple", "set"):
        return any(_is_text(item) for item in value.values)
    if isinstance(value, Instance) and _is_tuple(value):
        return False
    return salted.holds(value) or not is_number(value)


def _is_tuple(value: Instance) -> bool:
    """Whether an object is of a class that derives from tuple."""
    bases = classes.ancestry(value.cls)
    return any(isinstance(base, External) and base.name == "builtins.tuple" for base in bases)


def _is_text(value: Value) -> bool:
    """Whether a part of a tuple is text, by what it is or as it is named."""
    if isinstance(value, Unknown):
        return value.name.endswith(names.TEXTS)
    known = isinstance(value, Const | Container) or salted.holds(value)
    return known and _is_salted(value)


# --- types and attributes ------------------------------------------------------------------------


@python.transfer("builtins.type")
def type_of(engine: Engine, frame: Frame, call: Call) -> Value:
    """The type of a value: of a tracer it is one of JAX, of others it is known whose it is."""
    if isinstance(call.first, Traced):
        return External(instances.TRACER_TYPE)
    return Static() if call.first is None else Static(instances.TypeOf(call.first))


@python.transfer("builtins.isinstance")
def is_instance(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Whether a value is of one of several types."""
    if len(call.arguments.positional) != 2:
        return None
    value, kinds = call.arguments.positional
    written = call.arguments.source.args[:1] if call.arguments.source is not None else ()
    handed = frame.region is not None and any(map(frame.is_given, written))
    return instances.answer(engine, value, kinds, handed=handed)


@python.transfer("builtins.issubclass")
def is_subclass(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Whether a class is one of several types, or derives from one."""
    if len(call.arguments.positional) != 2:
        return None
    return instances.of_subclass(*call.arguments.positional)


@python.transfer("builtins.callable")
def is_callable(engine: Engine, frame: Frame, call: Call) -> Value:
    """Whether a value can be called."""
    if isinstance(call.first, Function | Partial | Transformed | ClassValue):
        return Const(True)
    if isinstance(call.first, Method) and call.first.name == arrays.NAMESPACE:
        return Const(True)
    return Const(False) if structures.is_no_callable(call.first) else Static()


@python.transfer("builtins.getattr")
def attribute(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An attribute whose name is a value."""
    values = call.arguments.positional
    if len(values) < 2:
        return None
    if not isinstance(values[1], Const):
        return None
    name = str(values[1].value)
    found = attributes.of(engine, frame, values[0], name)
    written = call.source.args if call.source is not None else ()
    if len(written) > 1 and isinstance(values[0], Instance | ClassValue | Function):
        node = ir.Attribute(call.node, written[0], name)
        engine.tell(frame, AttributeRead, node, values[0], found)
    return found


@python.transfer("builtins.setattr")
def attribute_set(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """An attribute whose name is a value gets another one."""
    written = call.source.args if call.source is not None else ()
    if len(written) != 3 or len(call.arguments.positional) != 3:
        return None
    base, name, value = call.arguments.positional
    if not isinstance(name, Const) or not isinstance(name.value, str):
        return None
    node = ir.Attribute(call.node, written[0], name.value)
    targets.set_attribute(engine, frame, node, base, value)
    return Const(None)


@python.transfer("builtins.hasattr")
def has_attribute(engine: Engine, frame: Frame, call: Call) -> Value:
    """Whether a value has an attribute, where every JAX gives one answer."""
    values = call.arguments.positional
    asked = values[1].value if len(values) == 2 and isinstance(values[1], Const) else None
    plain = _OF_PYTHON.get(call.first.kind) if isinstance(call.first, Container) else None
    if plain is not None and isinstance(asked, str):
        return Const(hasattr(plain, asked))
    if isinstance(call.first, External) and call.first.name == "jax.random":
        known = asked in random.FUNCTIONS
    else:
        known = isinstance(call.first, Traced | Array) and asked in _OF_ARRAYS
    return Const(True) if known else Static()


_OF_ARRAYS = ("shape", "dtype", "ndim", "at", arrays.NAMESPACE)
_OF_PYTHON = {kind.__name__: kind for kind in (tuple, list, dict, set)}
