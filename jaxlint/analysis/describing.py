"""Values in words, for those who ask what jaxlint believes."""

from __future__ import annotations

import re
from dataclasses import fields

import libcst as cst

from jaxlint.analysis.core.callables import (
    ClassValue,
    Function,
    Method,
    Partial,
    Super,
    Transformed,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import (
    Array,
    AtReference,
    Const,
    Container,
    External,
    Generator,
    HostArray,
    Instance,
    Key,
    ModuleValue,
    Static,
    Traced,
    Value,
)
from jaxlint.analysis.values.regions import Why
from jaxlint.program import ir, trees

_WORDS: dict[type[Value], str] = {
    Static: "static",
    Array: "jax array",
    HostArray: "numpy array",
    Function: "function",
    Partial: "partial",
    Method: "method",
    ModuleValue: "module",
    Generator: "host random generator",
    AtReference: "update reference",
    Super: "super()",
}


def describe(value: Value) -> str:
    """A value in a few words: "traced", "static 3", "key", "tuple of traced, static"..."""
    if isinstance(value, Traced):
        return _describe_tracer(value)
    if isinstance(value, Const):
        return f"static {value.value!r}"
    if isinstance(value, Key):
        return "keys" if value.batch else "key"
    if isinstance(value, Container):
        inside = ", ".join(dict.fromkeys(describe(item) for item in value.values))
        return f"{value.kind} of {inside}" if inside else f"empty {value.kind}"
    if isinstance(value, Transformed):
        return f"function under {value.transform.name}"
    if isinstance(value, External):
        return value.name
    if isinstance(value, ClassValue):
        return f"class {value.definition.name}"
    if isinstance(value, Instance):
        cls = value.cls
        name = cls.definition.name if isinstance(cls, ClassValue) else describe(cls)
        return f"instance of {name}"
    return _WORDS.get(type(value), "unknown")


def _describe_tracer(value: Traced) -> str:
    if not value.abstract:
        return "differentiated, readable"
    return "traced" if value.certain else "traced, array or pytree"


def context_of(frame: Frame) -> str:
    """Where a frame runs, in words."""
    name = frame.scope.name
    place = f"in `{name}`" if frame.closure is not None else "at module level"
    region = frame.region
    if region is None:
        return f"{place}, plain code"
    return f"{place}, traced by {region.transform.name}"


def words(kind: type) -> str:
    """The name of a class as words: "truth test" for ``TruthTest``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()


def facts_of(value: Value) -> tuple[str, ...]:
    """What is known of a value beside its kind, each fact in a few words."""
    return tuple(f"{words(type(fact))}: {_fields_of(fact)}".rstrip(": ") for fact in value.facts)


def _fields_of(fact: Fact) -> str:
    """The fields of a fact that are plain data."""
    held = ((one.name, getattr(fact, one.name)) for one in fields(fact))
    return ", ".join(
        f"{name} {one}" for name, one in held if _is_plain(one) and one not in ("", ())
    )


def _is_plain(held: object) -> bool:
    return all(map(_is_plain, held)) if isinstance(held, tuple) else isinstance(held, str | int)


def spelling_of(place: ir.Place) -> str:
    """What stands at a place, on one line; of a parameter its name."""
    node = trees.node(place)
    shown = node.name if isinstance(node, cst.Param) else node
    return " ".join(trees.code(place, shown).split())


def why_of(value: Value) -> Why | None:
    """The chain that a value carries, or that of the first tracer in it."""
    found = tracers(value)
    return found[0].why if found else None
