"""What ``isinstance`` gives, where that is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import filterfalse
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import InstanceResult
from jaxlint.analysis.semantics import classes, unions
from jaxlint.analysis.values import defaults, telling
from jaxlint.analysis.values.exact import Exact
from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.joins import is_present
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.promises import deny, promises
from jaxlint.analysis.values.sources import Source
from jaxlint.analysis.values.traced_asked import SaysTraced, is_tracer_class
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

TRACER_TYPE = "jax.core.<type of a tracer>"

_DISPLAYS = ("list", "tuple", "dict", "set")
# Where the classes are of which no array of JAX is an instance.
_NEVER_OF_JAX = ("builtins.", "numpy.")
_OF_PYTHON: dict[str, type] = {
    f"builtins.{one.__name__}": one
    for one in (
        *(bool, int, float, complex, str, bytes, bytearray),
        *(list, tuple, dict, set, frozenset, range, slice),
    )
} | {names.NONE_TYPE: type(None)}
_NO_CONSTANTS = names.ARRAY_TYPES | {
    name for name in names.VALUE_TYPES if name.startswith("numpy.")
}
_NO_ARRAYS = names.CONTAINER_TYPES | names.VALUE_TYPES
_NO_CONTAINERS = names.ARRAY_TYPES | names.VALUE_TYPES


def answer(engine: Engine, value: Value, kinds: Value, *, handed: bool) -> Value:
    """What ``isinstance`` gives, and whether it asks for tracers.

    So does a function that asks whether what it was ``handed`` in traced code is NumPy's: that is
    so where nothing is traced.
    """
    wanted = _asked_of(value, kinds)
    known = _answer(engine, value, wanted)
    if isinstance(known, Static) and isinstance(value, Traced):
        known = known.with_fact(telling.answer(value, kinds))
    if not wanted or not all(map(is_tracer_class, wanted)):
        untraced = handed and type(value) is Unknown and _is_of_numpy(wanted)
        return known.with_fact(SaysTraced(False)) if untraced else known
    untraced = isinstance(value, Const | Static | Array | HostArray)
    return Const(False) if untraced else known.with_fact(SaysTraced(True))


@dataclass(slots=True, frozen=True)
class TypeOf(Fact):
    """Said of what ``type`` gives: the value whose type it is."""

    value: Value


def class_of(kind: Value) -> Value:
    """The class that ``type(x)`` is, where the object's is known for certain, or else the value."""
    fact = kind.fact(TypeOf)
    known = fact.value if fact is not None and fact.value.fact(Exact) is not None else None
    cls = known.cls if isinstance(known, Instance) else None
    return cls if isinstance(cls, ClassValue) else kind


def are_of_one_type(kind: Value, other: Value) -> bool | None:
    """Whether the type of a value is another class, where that is known.

    What is no instance of a class is not of that type; of a subclass it may be.
    """
    fact = kind.fact(TypeOf)
    if fact is None or not isinstance(other, External | ClassValue):
        return None
    known = _of_python(fact.value, (other,))
    if isinstance(known, Const) and known.value is False:
        return False
    exact = isinstance(other, External) and other.name == f"builtins.{_made_by(fact.value)}"
    return True if exact else None


def _made_by(value: Value) -> str:
    """The class of Python's that has certainly made a value, and no class that derives from it."""
    if isinstance(value, Const):
        return type(value.value).__name__
    return value.kind if isinstance(value, Container) and value.kind in ("list", "set") else ""


def _is_of_numpy(wanted: tuple[Value, ...]) -> bool:
    """Whether classes are those of NumPy's arrays, perhaps with those of numbers beside them."""
    named = [kind.name for kind in wanted if isinstance(kind, External)]
    of_values = len(named) == len(wanted) and names.VALUE_TYPES.issuperset(named)
    return of_values and "numpy.ndarray" in named


def of_subclass(cls: Value, kinds: Value) -> Value:
    """What ``issubclass`` gives of classes of the project; the type of a tracer is no number."""
    asked = unions.classes(kinds)
    if isinstance(cls, ClassValue) and asked and all(isinstance(one, ClassValue) for one in asked):
        return _derives(cls, [one for one in asked if isinstance(one, ClassValue)])
    named = {kind.name for kind in asked if isinstance(kind, External)}
    numbers = len(named) == len(asked) and named <= names.VALUE_TYPES
    return Const(False) if numbers and is_tracer_type(cls) else Static()


def _derives(cls: ClassValue, asked: Sequence[ClassValue]) -> Value:
    """Whether a class is one of several, or derives from one, as far as its bases are known."""
    ancestry = classes.ancestry(cls)
    if any(one.definition in _definitions(ancestry) for one in asked):
        return Const(True)
    whole = all(isinstance(one, ClassValue | External) for one in ancestry)
    registering = any(one.definition.keywords for one in asked)
    return Const(False) if whole and not registering else Static()


def is_tracer_type(value: Value) -> bool:
    """Whether a value is the type of a tracer, which is no type that code compares it with."""
    return isinstance(value, External) and value.name == TRACER_TYPE


def _asked_of(value: Value, kinds: Value) -> tuple[Value, ...]:
    """The classes of which a value may be one, as far as it is known whether it is None."""
    asked = unions.classes(kinds)
    return tuple(filterfalse(_is_of_none, asked)) if is_present(value) else asked


def _is_of_none(kind: Value) -> bool:
    return isinstance(kind, External) and kind.name == names.NONE_TYPE


def _answer(engine: Engine, value: Value, wanted: tuple[Value, ...]) -> Value:
    """``isinstance`` of a tracer: true for jax.Array, false for every Python or NumPy number."""
    if promises(value) and not _names_arrays(wanted):
        deny(value)
        return Static()
    if isinstance(value, Array):
        asked_of = {kind.name for kind in wanted if isinstance(kind, External)}
        if asked_of & names.ARRAY_TYPES - {"jax.core.Tracer"}:
            return Const(True)
        if len(asked_of) == len(wanted) and asked_of <= names.VALUE_TYPES | names.CONTAINER_TYPES:
            return Const(False)
    if isinstance(value, Array | Traced) and all(_is_plain_class(kind) for kind in wanted):
        return Const(False) if not isinstance(value, Traced) or value.source is None else Static()
    plain = _of_python(value, wanted)
    if plain is not None:
        return plain
    if wanted and all(defaults.replaces_one_of(value, kind) for kind in wanted):
        return Const(False)
    if isinstance(value, Key):
        named = [kind.name for kind in wanted if isinstance(kind, External)]
        others = all(name.startswith(_NEVER_OF_JAX) for name in named)
        known = len(named) == len(wanted) and others
        return Const(False) if known else Static()
    if not isinstance(value, Traced):
        return Static()
    asked = {kind.name for kind in wanted if isinstance(kind, External)}
    single = value.source is None or value.source.known
    if single and _are_known(wanted) and asked <= _NO_ARRAYS:
        return Const(False, *engine.deduced(InstanceResult(value)))
    if value.source is not None:
        value.source.mixed = True
    if value.source is not None and asked & names.CONTAINER_TYPES:
        value.source.is_tree()
    if asked & names.ARRAY_TYPES and (value.source is None or "jax.core.Tracer" in asked):
        return Const(True)
    denied = len(asked) == len(wanted) and asked <= names.VALUE_TYPES
    return Const(False, *engine.deduced(InstanceResult(value))) if denied else Static()


def told(value: Traced, kinds: Value) -> Value:
    """What a tracer is where ``isinstance`` of it holds: a dict of tracers, or an object.

    Where it may be a number or an array of NumPy's, it is not known to be traced at all.
    """
    wanted = _asked_of(value, kinds)
    if value.source is None or value.source.known:
        return value
    if all(_is_plain_class(kind) for kind in wanted):
        return Unknown(value.name)
    named = [kind.name for kind in wanted if isinstance(kind, External)]
    if named == ["builtins.dict"] and len(wanted) == 1:
        return Container("dict", {}, value.result(Source(value.source)), value.region)
    others = _are_known(wanted) and _NO_ARRAYS.issuperset(named)
    return Unknown(value.name) if others and not names.CONTAINER_TYPES.issuperset(named) else value


def containers_among(kinds: Value) -> list[str]:
    """The names of the classes that are asked for, if all of them are of containers."""
    named = [one.name if isinstance(one, External) else "" for one in unions.classes(kinds)]
    whole = names.CONTAINER_TYPES.issuperset(named)
    return [name.rpartition(".")[2] for name in named] if whole else []


def excluded(value: Traced, kinds: Value) -> Value:
    """What a tracer is where ``isinstance`` of it does not hold: no array if that was asked for."""
    wanted = unions.classes(kinds)
    arrays = any(isinstance(kind, External) and kind.name in names.ARRAY_TYPES for kind in wanted)
    return Unknown(value.name) if arrays and value.source is not None else value


def _names_arrays(wanted: tuple[Value, ...]) -> bool:
    return all(isinstance(kind, External) and kind.name in names.ARRAY_TYPES for kind in wanted)


def _of_python(value: Value, wanted: tuple[Value, ...]) -> Value | None:
    """``isinstance`` of what Python has made: constants, containers, objects of the project."""
    if isinstance(value, Const):
        return _of_constant(value.value, wanted)
    if isinstance(value, Container) and value.kind in _DISPLAYS:
        return _of_container(value, wanted)
    if isinstance(value, Instance) and isinstance(value.cls, ClassValue):
        return _of_instance(value.cls, wanted)
    return None


def _of_constant(value: object, wanted: tuple[Value, ...]) -> Value:
    """``isinstance`` of a number, a text or the like of Python's: only its own classes are asked
    for it, and neither those of the project nor of arrays.
    """
    named = [kind.name for kind in wanted if isinstance(kind, External)]
    if any(isinstance(value, _OF_PYTHON[name]) for name in named if name in _OF_PYTHON):
        return Const(True)
    others = all(name in _OF_PYTHON or name in _NO_CONSTANTS for name in named)
    return Const(False) if others and _are_known(wanted) else Static()


def _of_container(value: Container, wanted: tuple[Value, ...]) -> Value:
    """``isinstance`` of a list, tuple, dict or set: true of its own kind, false of arrays and of
    objects of the project.
    """
    asked = {kind.name for kind in wanted if isinstance(kind, External)}
    if f"builtins.{value.kind}" in asked and value.rest is None:
        return Const(True)
    if {"builtins.list", "builtins.tuple"} <= asked and value.kind in ("list", "tuple"):
        return Const(True)
    if value.kind in ("list", "tuple") and not asked.isdisjoint(names.SEQUENCE_TYPES):
        return Const(True)
    return Const(False) if _are_known(wanted) and asked <= _NO_CONTAINERS else Static()


def _of_instance(cls: ClassValue, wanted: tuple[Value, ...]) -> Value:
    """``isinstance`` of an object: false of classes that have nothing to do with its own.

    It may be an object of a subclass, but hardly of one that joins both.
    """
    kinds = [kind for kind in wanted if isinstance(kind, ClassValue) and _is_plain_class(kind)]
    own = classes.ancestry(cls)
    if any(kind.definition in _definitions(own) for kind in kinds):
        return Const(True)
    related = any(cls.definition in _definitions(classes.ancestry(kind)) for kind in kinds)
    known = len(kinds) == len(wanted) and not any(isinstance(base, Unknown) for base in own)
    return Const(False) if known and not related else Static()


def _definitions(ancestry: Iterable[Value]) -> set[ir.Class]:
    return {base.definition for base in ancestry if isinstance(base, ClassValue)}


def _are_known(wanted: tuple[Value, ...]) -> bool:
    """Whether classes are all known by name, or plain ones of the project."""
    return all(isinstance(kind, External) or _is_plain_class(kind) for kind in wanted)


def _is_plain_class(kind: Value) -> bool:
    """Whether a class is one of the project's own, of which no JAX array is an instance."""
    return isinstance(kind, ClassValue) and not any(
        isinstance(base, Unknown) or (isinstance(base, External) and "Protocol" in base.name)
        for base in classes.ancestry(kind)
    )
