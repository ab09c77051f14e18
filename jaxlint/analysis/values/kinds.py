"""The values that the interpreter computes with.

From most to least known:

- ``Const`` is a Python value that is known; ``Static`` is a Python value that is certainly not
  traced, though unknown (``x.shape[0]``, ``len(xs)``).
- ``Array`` is a JAX array that holds numbers; ``HostArray`` is a NumPy array.
- ``Traced`` stands for numbers that are not there: inside ``region`` a transformation replaced
  them. It says ``why``. ``abstract`` is false under ``grad`` alone, where the value can be read.
- ``Key`` is a PRNG key, or a batch of them.
- ``Container`` is a tuple, list, dict or set whose elements may be known.
- ``Function``, ``Partial``, ``Transformed``, ``Method``, ``ClassValue`` are what can be called;
  ``Instance`` is an object of a class of the project or of a known library.
- ``External`` is a name outside the project ("jax.numpy.sin"), ``ModuleValue`` a module in it.
- ``Unknown`` is everything else, and nothing is ever reported of it.

A value's *token* is its identity: two reads of one variable give the same token, so that a key
drawn from twice is seen to be one key. A tracer of a parameter may be a whole pytree; its
``Source`` collects evidence that it is a single array, and what needs that certainty asks for it
when everything has been seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from jaxlint.analysis import budgets
from jaxlint.analysis.values.facts import NO_FACTS, Edge, Fact, Facts, FactT
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.analysis.values.sources import Source

if TYPE_CHECKING:
    from jaxlint.analysis.values.spans import Span
    from jaxlint.program import ir


class Value:
    """What an expression evaluates to. Its token is its identity."""

    __slots__ = ("children", "facts", "twin")

    copied: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        """Note the slots that a copy takes over: all but those of the identity."""
        owned = (slot for owner in cls.__mro__ for slot in vars(owner).get("__slots__", ()))
        cls.copied = tuple(slot for slot in owned if slot not in ("children", "twin"))

    def __init__(self) -> None:
        self.children: dict[object, Value] | None = None
        self.twin: Value | None = None
        self.facts: Facts = NO_FACTS

    @property
    def token(self) -> Value:
        """The identity that copies of one value share."""
        value = self
        while value.twin is not None:
            value = value.twin
        return value

    def fact(self, kind: type[FactT]) -> FactT | None:
        """What is known of the value by the fact of a class, if anything."""
        for fact in self.facts:
            if type(fact) is kind:
                return fact
        return None

    def with_fact(self, fact: Fact | None) -> Self:
        """The same value, of which this is known too."""
        return self if fact is None else like(self, facts=self.facts.plus(fact))

    def child(self, key: object, make: Callable[[], Value]) -> Value:
        """The value found at ``key`` of this one, the same each time."""
        owner: Value = self
        while owner.twin is not None:
            owner = owner.twin
        children = owner.children
        if children is None:
            children = owner.children = {}
        found = children.get(key)
        if found is None:
            found = children[key] = make()
        return found


ValueT = TypeVar("ValueT", bound=Value)


def like(value: ValueT, *, fresh: bool = False, **changes: object) -> ValueT:
    """A copy of a value with other contents in some of its slots, and with its facts.

    It is the same thing, and has the same token, unless it is ``fresh``.
    """
    copy: ValueT = object.__new__(type(value))
    for slot in value.copied:
        setattr(copy, slot, getattr(value, slot))
    copy.children = None
    copy.twin = None if fresh else value
    for slot, content in changes.items():
        setattr(copy, slot, content)
    return copy


def beyond(value: ValueT, edge: Edge) -> ValueT:
    """Another thing like a value, of which is known what crosses an edge."""
    return like(value, fresh=True, facts=value.facts.cross(edge))


class Unknown(Value):
    """A value of which nothing is known but its identity.

    ``name`` helps messages, ``present`` says that it is not None, ``parameter`` that a caller
    out of sight passed it as it is, ``computed`` that a compiled call or a model's ``init`` gave
    it: a tree of arrays.
    """

    __slots__ = ("computed", "name", "parameter", "present")

    def __init__(self, name: str = "", facts: Facts = NO_FACTS) -> None:
        self.children = None
        self.twin = None
        self.facts = facts
        self.name = name
        self.parameter = False
        self.present = False
        self.computed = False


def of_parameter(name: str) -> Unknown:
    """What a caller out of sight passes for a parameter of plain code, or for a static one."""
    value = Unknown(name)
    value.parameter = True
    return value


class Const(Value):
    """A known Python value: number, string, bool, None."""

    __slots__ = ("value",)

    def __init__(self, value: object, *facts: Fact | None) -> None:
        self.children = None
        self.twin = None
        self.facts = Facts.of(*facts) if facts else NO_FACTS
        self.value = value


class Static(Value):
    """An unknown Python value that is certainly no tracer."""

    __slots__ = ()

    def __init__(self, *facts: Fact | None) -> None:
        self.children = None
        self.twin = None
        self.facts = Facts.of(*facts) if facts else NO_FACTS


class HostArray(Value):
    """A NumPy array, or a NumPy number."""

    __slots__ = ()

    def __init__(self, *facts: Fact | None) -> None:
        self.children = None
        self.twin = None
        self.facts = Facts.of(*facts) if facts else NO_FACTS


class Generator(Value):
    """A NumPy or Python random generator; ``region`` is where it was made."""

    __slots__ = ("region",)

    def __init__(self, region: Region | None) -> None:
        super().__init__()
        self.region = region


class Array(Value):
    """A JAX array that holds numbers. ``origin`` says what made it."""

    __slots__ = ("origin",)

    def __init__(self, origin: str = "", *facts: Fact | None) -> None:
        self.children = None
        self.twin = None
        self.facts = Facts.of(*facts) if facts else NO_FACTS
        self.origin = origin


class Traced(Value):
    """A tracer, or a pytree of them when it has a ``source``."""

    __slots__ = ("abstract", "name", "region", "source", "why")

    def __init__(
        self,
        region: Region,
        why: Why,
        source: Source | None,
        abstract: bool,
        name: str = "",
        facts: Facts = NO_FACTS,
    ) -> None:
        self.children = None
        self.twin = None
        self.facts = facts
        self.region = region
        self.why = why
        self.source = source
        self.abstract = abstract
        self.name = name

    @property
    def certain(self) -> bool:
        """Whether this is certainly one array and not a container of them."""
        return self.source is None or self.source.certain

    def result(
        self, source: Source | None = None, *facts: Fact | None, name: str | None = None
    ) -> Traced:
        """Another tracer that is one because this is, as what is computed from it."""
        name = self.name if name is None else name
        return like(self, fresh=True, source=source, name=name, facts=Facts.of(*facts))


@dataclass(slots=True, frozen=True, eq=False)
class Abstract(Fact):
    """Said of a key, or of what holds an array, that is traced: ``tracer`` is its numbers."""

    tracer: Traced

    def join(self, other: Abstract | None) -> Abstract:
        """What is traced on one path is traced where paths meet."""
        return self

    def cross(self, edge: Edge) -> Abstract | None:
        """What is taken of traced keys is traced, until they leave the trace."""
        return None if edge is Edge.TRACE_OUT else self


@dataclass(slots=True, frozen=True, eq=False)
class Made:
    """Where, in which loops, a key was made from a constant seed; what repeats: "turn" or "row"."""

    module: ir.Module
    node: ir.Place
    repeats: str
    loops: tuple[int, ...]


class Key(Value):
    """A PRNG key, or a batch of keys from ``split``, made in ``region``.

    ``vague`` says that the batch may have several axes, ``count`` how many keys it has where that
    is known. ``family`` is the batch that a key was taken from, ``member`` which of it the key is.
    ``made`` is set for a key from a constant seed at a place that is run again and again.
    """

    __slots__ = ("batch", "count", "family", "made", "member", "region", "vague")

    def __init__(
        self,
        region: Region | None,
        *,
        batch: bool = False,
        vague: bool = False,
        family: Key | None = None,
        member: Span | None = None,
        made: Made | None = None,
    ) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.region = region
        self.batch = batch
        self.vague = vague
        self.count = 0
        self.family = family
        self.member = member
        self.made = made

    def again(self) -> Key:
        """Another key got in the same way."""
        return beyond(self, Edge.NEXT_TURN)

    def element(self, member: Span | None = None, *, whole: bool = False) -> Key:
        """A key of this batch, or a part of the batch; what it is of a vague one is unknown."""
        batch = whole or self.vague
        facts = self.facts.cross(Edge.PART if whole else Edge.ELEMENT)
        return like(self, fresh=True, batch=batch, count=0, family=self, member=member, facts=facts)


class Container(Value):
    """A tuple, list, dict or set, made in ``region``.

    ``items`` maps known positions or keys to values; it is complete when ``rest`` is None,
    otherwise ``rest`` stands for any element not in it. ``size`` counts the values in it, however
    deep; of too many it is unknown what they are.
    """

    __slots__ = ("items", "kind", "region", "rest", "size")

    def __init__(
        self,
        kind: str,
        items: Mapping[object, Value],
        rest: Value | None,
        region: Region | None,
    ) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.kind = kind
        self.region = region
        size: int = len(items)
        for item in items.values():
            if type(item) is Container:
                size += item.size
        if type(rest) is Container:
            size += rest.size
        self.size: int = size
        large = size > budgets.VALUES
        self.items: Mapping[object, Value] = {} if large else items
        self.rest = Unknown() if large else rest
        if large:
            self.size = 1

    @property
    def values(self) -> tuple[Value, ...]:
        """Every element value that is known of."""
        known = tuple(self.items.values())
        return known if self.rest is None else (*known, self.rest)

    def mapped(self, change: Callable[[Value], Value], **changes: Any) -> Container:
        """A container of what becomes of each value in this one, made in another ``region``."""
        items = {key: change(item) for key, item in self.items.items()}
        rest = None if self.rest is None else change(self.rest)
        made = Container(self.kind, items, rest, changes.get("region", self.region))
        made.facts = self.facts
        return made


class CallableValue(Value):
    """What can be called. Which of several a name stands for may be open."""

    __slots__ = ()

    @property
    def identity(self) -> object:
        """What two readings of one callable have in common."""
        return self.token


class Choice(CallableValue):
    """One of several callables: what a list of layers or a conditional definition holds.

    ``base`` is the one of several objects of which each option is a method, in their order.
    """

    __slots__ = ("base", "options")

    def __init__(self, options: tuple[Value, ...], base: Choice | None = None) -> None:
        super().__init__()
        self.options = options
        self.base = base


class Instance(CallableValue):
    """An object of a class, made in ``region``; None for a region that is not traced.

    ``fields`` is what its constructor left in it, ``traced`` the tracer that it is a pytree of.
    """

    __slots__ = ("cls", "fields", "region", "traced")

    def __init__(self, cls: Value, region: Region | None, traced: Traced | None = None) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.fields: dict[str, Value] = {}
        self.cls = cls
        self.region = region
        self.traced = traced


class External(CallableValue):
    """Something outside the project, by its qualified name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.name = name

    @property
    def identity(self) -> object:
        return self.name


class ModuleValue(Value):
    """A module of the project."""

    __slots__ = ("module",)

    def __init__(self, module: ir.Module) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.module = module


class Imported(Value):
    """What an import at the top of ``module`` binds, as long as nobody has read the name."""

    __slots__ = ("module", "what")

    def __init__(self, module: ir.Module, what: ir.ImportedName) -> None:
        super().__init__()
        self.module = module
        self.what = what


class AtReference(Value):
    """``x.at`` and ``x.at[index]``, of which ``.set`` and its like give a new array.

    ``index`` is the subscript as written, None for ``x.at`` alone, and ``place`` its value.
    """

    __slots__ = ("base", "index", "place")

    def __init__(
        self, base: Value, index: ir.Subscript | None = None, place: Value | None = None
    ) -> None:
        super().__init__()
        self.base = base
        self.index = index
        self.place = place or STATIC


NONE = Const(None)
STATIC = Static()


def is_false(value: Value | None) -> bool:
    """Whether the value is known to be false, zero or empty."""
    return isinstance(value, Const) and not value.value


def is_none(value: Value) -> bool:
    """Whether the value is known to be None."""
    return type(value) is Const and value.value is None
