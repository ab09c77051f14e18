"""Python's own functions: which of them ask a tracer for its value, and what they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import calls
from jaxlint.analysis.core.events import OutsideResult
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import salted, spans
from jaxlint.analysis.domains.tracing import demands, structures, truth
from jaxlint.analysis.domains.tracing.facts import Denial
from jaxlint.analysis.semantics import attributes, classes, expressions
from jaxlint.analysis.values.kinds import (
    Array,
    ClassValue,
    Const,
    Container,
    External,
    Function,
    HostArray,
    Key,
    Partial,
    Static,
    Traced,
    Transformed,
    Unknown,
    Value,
    deny,
    promises,
    tracers,
)
from jaxlint.analysis.values.numbers import WHOLE_NUMBER, is_number
from jaxlint.knowledge import names, random

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_CONVERSIONS = frozenset(("int", "float", "complex"))
_COUNTS = frozenset(("bytes", "bytearray", "chr", "bin", "hex", "oct"))
_COMPARING = frozenset(("min", "max", "sorted", "any", "all"))
_PLAIN = frozenset(
    """
    len type callable id ord vars dir
    """.split()
)
_DISPLAYS = ("list", "tuple", "dict", "set")
_TRACER_TYPE = "jax.core.<type of a tracer>"


def call(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    """The result of calling a builtin."""
    values = arguments.positional
    first = values[0] if values else None
    given = engine.answer(frame, OutsideResult, f"builtins.{name}", arguments, node)
    if given is not None:
        return given
    if name == "super":
        return classes.parent_of(engine, frame)
    if name == "bool" and first is not None:
        return _to_bool(engine, frame, first, node)
    if name in _CONVERSIONS:
        return _convert(engine, frame, name, first, node)
    if name in _COUNTS and first is not None:
        truth.convert(engine, frame, first, node, f"{name}()")
        return Static()
    if name == "slice":
        return demands.bounds(values)
    if name == "format" and len(values) > 1 and first is not None:
        demands.formatted(engine, frame, first, node)
    if name in _COMPARING:
        return _compare(engine, frame, name, arguments, node)
    if name == "range":
        for value in values:
            truth.number(engine, frame, value, node, "range")
        return Container("range", {}, Static(WHOLE_NUMBER, spans.of_range(values)), frame.region)
    if name == "isinstance" and len(values) == 2:
        return _isinstance(values[0], values[1])
    if name in ("list", "tuple", "set", "dict", "reversed", "iter"):
        return _collect(engine, frame, name, arguments)
    if name in ("zip", "enumerate", "map", "filter"):
        return _iterate(engine, frame, name, arguments, node)
    if name == "next" and isinstance(first, Key):
        return Key(first.region)
    if name == "next" and first is not None:
        return expressions.element_of(engine, frame, first)
    if name == "sum" and first is not None:
        return _sum(engine, frame, arguments)
    if name in ("abs", "round", "divmod", "pow") and first is not None:
        kept = isinstance(first, Traced | Array | HostArray) or salted.holds(first)
        return first if kept else Static()
    if name == "getattr" and len(values) > 1:
        demands.text_used(engine, frame, values[1], node, "name")
    if name == "getattr" and len(values) > 1 and isinstance(values[1], Const):
        return attributes.of(engine, frame, values[0], str(values[1].value))
    if name in ("str", "repr", "format") and first is not None:
        return expressions.text_of(frame, values)
    if name == "hash" and first is not None:
        demands.hashed(engine, frame, first, node, "hash()")
        return salted.made() if _is_salted(first) else Static(WHOLE_NUMBER)
    if name == "type" and isinstance(first, Traced):
        return External(_TRACER_TYPE)
    asked = values[1].value if len(values) == 2 and isinstance(values[1], Const) else None
    if name == "callable" and structures.is_no_callable(first):
        return Const(False)
    if name == "hasattr" and isinstance(first, External) and first.name == "jax.random":
        return Const(True) if asked in random.FUNCTIONS else Static()
    if name == "hasattr" and isinstance(first, Traced | Array) and len(values) == 2:
        return Const(True) if asked in ("shape", "dtype", "ndim", "at") else Static()
    if name in ("hasattr", *_PLAIN):
        return Static()
    calls.forget(engine, arguments.all)
    return Unknown()


def _is_salted(value: Value) -> bool:
    """Whether the hash of a value may differ per process: Python salts those of text and bytes.

    Of a value of which nothing is known it may, for a number needs no hash. A tuple is hashed to
    make one number of several, so some of it has to be text.
    """
    if isinstance(value, Const):
        return isinstance(value.value, str | bytes)
    if isinstance(value, Container) and value.kind in ("tuple", "set"):
        return any(_is_text(item) for item in value.values)
    return salted.holds(value) or not is_number(value)


def _is_text(value: Value) -> bool:
    """Whether a part of a tuple is text, by what it is or as it is named."""
    if isinstance(value, Unknown):
        return value.name.endswith(names.TEXTS)
    known = isinstance(value, Const | Container) or salted.holds(value)
    return known and _is_salted(value)


def _convert(engine: Engine, frame: Frame, name: str, value: Value | None, node: ir.Place) -> Value:
    if value is None:
        return Static()
    truth.convert(engine, frame, value, node, f"{name}()")
    if salted.holds(value):
        return value
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return Const({"int": int, "float": float}.get(name, complex)(value.value))
    return Static()


def _to_bool(engine: Engine, frame: Frame, value: Value, node: ir.Place) -> Value:
    if isinstance(value, Traced):
        if value.abstract:
            truth.convert(engine, frame, value, node, "bool()")
        return Static()
    known = truth.test(engine, frame, value, node, "bool()")
    return Static() if known is None else Const(known)


def _compare(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    """min, max, sorted, any, all: each asks for the truth of elements or of their comparison."""
    values = arguments.positional
    several = len(values) > 1 and name in ("min", "max")
    if name in ("min", "max", "sorted") and "key" in arguments.keywords:
        return _compare_by_key(engine, frame, name, arguments, node)
    if several:
        compared = [value for value in values if isinstance(value, Traced)]
        for value in compared:
            if value.source is not None:
                value.source.array = True
    else:
        compared = _elements_compared(engine, frame, name, values[0]) if values else []
    for value in compared[:1]:
        truth.also(engine, frame, value, node, f"{name}()")
    if name == "sorted" and values and isinstance(values[0], Traced | Container):
        element = expressions.element_of(engine, frame, values[0])
        return Container("list", {}, element, frame.region)
    if name == "any" and values and _holds_true(values[0]):
        return Const(True)
    if all(isinstance(value, Const | Static | Container) for value in values):
        return Static()
    return Unknown() if name == "sorted" or not compared else Static()


def _holds_true(value: Value) -> bool:
    """Whether an element is True, as in ``any(isinstance(leaf, Tracer) for leaf in leaves)``."""
    elements = value.values if isinstance(value, Container) and value.kind != "dict" else ()
    return any(isinstance(item, Const) and item.value is True for item in elements)


def _compare_by_key(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    if not arguments.positional:
        return Unknown()
    element = expressions.element_of(engine, frame, arguments.positional[0])
    by = calls.apply(engine, frame, arguments.keywords["key"], calls.Arguments((element,)), node)
    if isinstance(by, Traced) and by.source is None:
        truth.also(engine, frame, by, node, f"{name}()")
    return Unknown()


def _elements_compared(engine: Engine, frame: Frame, name: str, value: Value) -> list[Traced]:
    """The tracers whose truth, or whose comparison's truth, is asked for."""
    if isinstance(value, Traced):
        if value.source is None:
            return [value]
        child = expressions.element_of(engine, frame, value)
        return [child] if isinstance(child, Traced) and value.source.array else []
    if not isinstance(value, Container) or value.kind == "dict":
        return []
    enough = 1 if name in ("any", "all") or value.rest is not None else 2
    if len(value.values) < enough:
        return []
    if name in ("any", "all") and value.rest is None:
        value = _until_settled(value, settles=name == "any")
    return [tracer for tracer in tracers(value, 1) if tracer.certain]


def _until_settled(value: Container, *, settles: bool) -> Container:
    """The elements before the first known one that settles ``any`` or ``all``."""
    asked: dict[object, Value] = {}
    for place, item in value.items.items():
        if isinstance(item, Const) and bool(item.value) is settles:
            break
        asked[place] = item
    return Container(value.kind, asked, None, value.region)


def _isinstance(value: Value, kinds: Value) -> Value:
    """``isinstance`` of a tracer: true for jax.Array, false for every Python or NumPy number."""
    wanted = kinds.values if isinstance(kinds, Container) else (kinds,)
    if promises(value) and not _names_arrays(wanted):
        deny(value)
        return Static()
    if isinstance(value, Array):
        asked_of = {kind.name for kind in wanted if isinstance(kind, External)}
        if asked_of & names.ARRAY_TYPES - {"jax.core.Tracer"}:
            return Const(True)
        if len(asked_of) == len(wanted) and asked_of <= names.VALUE_TYPES:
            return Const(False)
    if isinstance(value, Array | Traced) and all(_is_plain_class(kind) for kind in wanted):
        return Const(False) if not isinstance(value, Traced) or value.source is None else Static()
    if isinstance(value, Container) and value.kind in _DISPLAYS:
        return _of_container(value, wanted)
    if isinstance(value, Key):
        named = [kind.name for kind in wanted if isinstance(kind, External)]
        plain = len(named) == len(wanted) and all(n.startswith("builtins.") for n in named)
        return Const(False) if plain else Static()
    if not isinstance(value, Traced):
        return Static()
    if value.source is not None:
        value.source.mixed = True
    asked = {kind.name for kind in wanted if isinstance(kind, External)}
    if value.source is not None and asked & names.CONTAINER_TYPES:
        value.source.container = True
    if len(asked) != len(wanted):
        return Static()
    if value.source is None and asked <= names.CONTAINER_TYPES:
        return Const(False)
    if asked & names.ARRAY_TYPES and (value.source is None or "jax.core.Tracer" in asked):
        return Const(True)
    return Const(False, Denial(value)) if asked <= names.VALUE_TYPES else Static()


def _names_arrays(wanted: tuple[Value, ...]) -> bool:
    return all(isinstance(kind, External) and kind.name in names.ARRAY_TYPES for kind in wanted)


def _of_container(value: Container, wanted: tuple[Value, ...]) -> Value:
    """``isinstance`` of a list, tuple, dict or set: true of its own kind, false of arrays."""
    asked = {kind.name for kind in wanted if isinstance(kind, External)}
    if f"builtins.{value.kind}" in asked and value.rest is None:
        return Const(True)
    if {"builtins.list", "builtins.tuple"} <= asked and value.kind in ("list", "tuple"):
        return Const(True)
    known = len(asked) == len(wanted) and asked <= names.ARRAY_TYPES | names.VALUE_TYPES
    return Const(False) if known else Static()


def _is_plain_class(kind: Value) -> bool:
    """Whether a class is one of the project's own, of which no JAX array is an instance."""
    return isinstance(kind, ClassValue) and not any(
        isinstance(base, Unknown) or (isinstance(base, External) and "Protocol" in base.name)
        for base in classes.ancestry(kind)
    )


def _collect(engine: Engine, frame: Frame, name: str, arguments: calls.Arguments) -> Value:
    kind = name if name in ("tuple", "set", "dict") else "list"
    if name == "dict" and arguments.keywords:
        items: dict[object, Value] = dict(arguments.keywords.items())
        rest = Unknown() if arguments.positional else arguments.rest
        return Container("dict", items, rest, frame.region)
    if not arguments.positional:
        return Container(kind, {}, None, frame.region)
    value = arguments.positional[0]
    if name == "dict" and isinstance(value, Container) and value.kind == "iterator":
        pair = value.rest
        known = isinstance(pair, Container) and len(pair.items) == 2
        rest = pair.items[1] if isinstance(pair, Container) and known else Unknown()
        return Container("dict", {}, rest, frame.region)
    if isinstance(value, Container) and value.kind not in ("dict", "text"):
        items = {} if name == "reversed" else dict(value.items)
        rest = value.rest if name != "reversed" else expressions.element_of(engine, frame, value)
        return Container(kind, items, rest, frame.region)
    if isinstance(value, Container) and value.kind == "dict" and name == "dict":
        return Container("dict", dict(value.items), value.rest, frame.region)
    if name == "dict" and isinstance(value, Traced):
        return Container("dict", {}, expressions.element_of(engine, frame, value), frame.region)
    if name in ("dict", "iter") or isinstance(value, Key):
        return value
    return Container(kind, {}, expressions.element_of(engine, frame, value), frame.region)


def _iterate(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> Value:
    values = arguments.positional
    if name == "enumerate" and values:
        element = expressions.element_of(engine, frame, values[0])
        count = Static(WHOLE_NUMBER, spans.of_range(()))
        pair = Container("tuple", {0: count, 1: element}, None, frame.region)
        return Container("iterator", {}, pair, frame.region)
    if name == "zip":
        parts: dict[object, Value] = {
            i: expressions.element_of(engine, frame, value) for i, value in enumerate(values)
        }
        return Container(
            "iterator", {}, Container("tuple", parts, None, frame.region), frame.region
        )
    if len(values) < 2:
        return Unknown()
    elements = tuple(expressions.element_of(engine, frame, value) for value in values[1:])
    result = elements[0]
    if isinstance(values[0], Function | Partial | Transformed | External):
        result = calls.apply(engine, frame, values[0], calls.Arguments(elements), node)
    if name == "filter":
        if isinstance(result, Traced) and result.source is None:
            truth.also(engine, frame, result, node, "filter()")
        return Container("iterator", {}, elements[0], frame.region)
    return Container("iterator", {}, result, frame.region)


def _sum(engine: Engine, frame: Frame, arguments: calls.Arguments) -> Value:
    element = expressions.element_of(engine, frame, arguments.positional[0])
    if isinstance(element, Traced):
        return element.result(element.source, name="")
    return element if isinstance(element, Array | HostArray | Static) else Unknown()


def reduce(engine: Engine, frame: Frame, arguments: calls.Arguments, node: ir.Place) -> Value:
    """``functools.reduce``: the function meets the first element, then its own result."""
    func, iterable = arguments.positional[:2]
    element = expressions.element_of(engine, frame, iterable)
    start = arguments.positional[2] if len(arguments.positional) > 2 else element
    handed = calls.Arguments((start, element))
    return calls.apply(engine, frame, func, handed, node)
