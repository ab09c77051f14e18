"""Fields that a pytree class leaves out where it is taken apart, or gets back as other ones.

JAX hands the children and the auxiliary data to what rebuilds an object. A field that is in
neither is then what the constructor makes of nothing: its default. One that is handed on in another
order is what another field was. That is tried here, on an object of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.events import AttributeRead, AttributeWritten, ModuleDone
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import rebuilt, tracing
from jaxlint.analysis.domains.tracing.facts import Filled
from jaxlint.analysis.domains.tracing.observations import FieldLost
from jaxlint.analysis.semantics import calls, classes, objects
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    Const,
    External,
    Instance,
    Static,
    Unknown,
    Value,
    is_none,
)
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Methods by which a class has a say in how its objects are made, or what they have.
_HIDDEN_MAKERS = ("__new__", "__post_init__", "__attrs_post_init__", "__setattr__", "__getattr__")
_SPECIAL = ("__call__", "__matmul__", "__mul__", "__rmul__", "__add__", "__sub__", "__truediv__")


class _Loss(NamedTuple):
    """What stands in a field of every copy, in words, and where the object is taken apart.

    It may be what another field was: the two are ``exchanged``.
    """

    copied: str
    place: ir.Place
    exchanged: bool = False


@dataclass(slots=True, eq=False)
class _Lost:
    """By class, the fields that its copies do not get; which of them are assigned in traced code.

    These hold what was assigned until the object is rebuilt.
    """

    fields: dict[ClassValue, Mapping[str, _Loss]] = field(default_factory=dict)
    written: set[tuple[Value, str]] = field(default_factory=set)


@tracing.deduce(Call, about=arrays.FILLERS.__contains__)
def filled(call: Call) -> Filled:
    """An array of nothing but zeros or ones."""
    return Filled(call.last)


@tracing.on(ModuleDone)
def judge(engine: Engine, frame: Frame, event: ModuleDone) -> None:
    """Judge the classes of the module by what their own methods read."""
    for definition, cls in list(engine.facts.classes.items()):
        if definition.module is engine.module:
            for attr, loss in _lost(engine, cls).items():
                reads = (one for method in _methods(cls) for one in _reads(engine, method, attr))
                why = next(reads, None)
                if why is not None:
                    _observe(engine, cls, attr, loss, why)


@tracing.on(AttributeWritten, traced=True)
def written(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Take note of a field of a copy that is assigned."""
    base = event.base
    for one in base.options if isinstance(base, Choice) else (base,):
        engine.kept(_Lost).written.add((one.token, event.target.attr))


@tracing.on(AttributeRead, traced=True)
def read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Judge a field of a copy by its being read."""
    attr, base = event.node.attr, event.base
    for one in base.options if isinstance(base, Choice) else (base,):
        if not isinstance(one, Instance) or one.traced is None:
            continue
        if not isinstance(one.cls, ClassValue) or not rebuilt.is_registered(engine, one.cls):
            continue
        loss = _lost(engine, one.cls).get(attr)
        if loss is not None and (one.token, attr) not in engine.kept(_Lost).written:
            text = f"`{attr}` of a copy is read here"
            _observe(engine, one.cls, attr, loss, Why(text, *frame.at(event.node.place)))


def _observe(engine: Engine, cls: ClassValue, attr: str, loss: _Loss, why: Why) -> None:
    module = loss.place.module
    owner, exchanged = cls.definition.name, loss.exchanged
    engine.observe(FieldLost(module, loss.place, why, owner, attr, loss.copied, exchanged))


def _lost(engine: Engine, cls: ClassValue) -> Mapping[str, _Loss]:
    """The fields that the copies of a class do not get; worked out once."""
    kept = engine.kept(_Lost).fields
    if cls not in kept:
        kept[cls] = {}
        if rebuilt.is_registered(engine, cls) and _is_plainly_made(cls):
            found: dict[str, _Loss] = {}
            engine.guarded(cls.definition.module, lambda: found.update(_tried(engine, cls)))
            kept[cls] = found
    return kept[cls]


def _is_plainly_made(cls: ClassValue) -> bool:
    """Whether nothing but a constructor in sight has a say in how objects of a class are made."""
    known = all(isinstance(one, ClassValue | External) for one in classes.ancestry(cls))
    return known and all(classes.find(cls, name) is None for name in _HIDDEN_MAKERS)


def _tried(engine: Engine, cls: ClassValue) -> Mapping[str, _Loss]:
    """Build a copy of an object of which nothing is known, and see which fields it lacks."""
    seen, engine.seen = engine.seen, {}
    place, frame = cls.definition.place, engine.frame
    given = _arguments(cls)
    try:
        made = objects.instantiate(engine, frame, cls, given, place)
        if not isinstance(made, Instance):
            return {}
        held = dict(engine.store.fields.get(made.token, NO_FIELDS))
        apart = rebuilt.taken_apart(engine, frame, made, place)
        if apart is None:
            return {}
        parts = Arguments((apart.extra, apart.children))
        copy = calls.apply(engine, frame, apart.build, parts, place)
        if not isinstance(copy, Instance):
            return {}
        copied = engine.store.fields.get(copy.token, NO_FIELDS)
        tokens = {one.token for one in given.all}
        exchanged = next(_exchanged(held, copied, tokens), None)
        if exchanged is not None:
            name, other = exchanged
            return {name: _Loss(f"what `{other}` was", _place(apart), exchanged=True)}
        return {
            attr: _Loss(_constant(copied[attr]), _place(apart))
            for attr, value in held.items()
            if isinstance(attr, str) and attr in copied
            if _is_lost(value, copied[attr], tokens)
        }
    finally:
        engine.seen = seen


def _exchanged(
    held: Mapping[object, Value], copied: Mapping[object, Value], given: Set[Value]
) -> Iterator[tuple[str, str]]:
    """The fields that hold what is given, each with the one that has it in the copy."""
    names = {value.token: name for name, value in held.items() if value.token in given}
    for name, value in held.items():
        token = copied[name].token if name in copied else value.token
        other = names.get(token)
        kept = value.token not in given or token is value.token
        if isinstance(name, str) and isinstance(other, str) and not kept:
            yield name, other


def _arguments(cls: ClassValue) -> Arguments:
    """An unknown value, not None, for each parameter of the constructor of a class."""
    maker = classes.constructor(cls)
    if isinstance(maker, Function):
        parameters = maker.definition.parameters[1:]
        named = [one.name for one in parameters if one.kind in ("positional", "keyword")]
    else:
        named = classes.field_names(cls)
    given = {name: Unknown(name) for name in named}
    for value in given.values():
        value.present = True
    return Arguments((), dict(given))


def _place(apart: rebuilt.Apart) -> ir.Place:
    """Where the children of an object are listed."""
    body = apart.flatten.definition.body
    last = body[-1] if body else None
    returned = last.value if isinstance(last, ir.Return) else None
    return apart.flatten.definition.place if returned is None else returned.place


def _is_lost(value: Value, copied: Value, given: Set[Value]) -> bool:
    """Whether a field that was made of what is given is a constant in the copy.

    What is worked out of a value may be a note of whether there is one, a flag.
    """
    if not _constant(copied) or isinstance(value, Const) or _constant(value):
        return False
    if isinstance(copied, Const):
        flag = isinstance(copied.value, bool)
        return value.token in given or (isinstance(value, Static | Array) and not flag)
    return True


def _constant(value: Value) -> str:
    """A value that hangs on nothing but the code, in words; "" for any other, and for None."""
    if isinstance(value, Const):
        return "" if is_none(value) else f"`{value.value!r}`"
    filled = value.fact(Filled)
    return "" if filled is None else f"what `{filled.function}` gives"


def _methods(cls: ClassValue) -> Iterator[ir.Function]:
    """The methods of a class that compute with its fields, as far as their names show."""
    for one in classes.ancestry(cls):
        for scope in one.definition.inner if isinstance(one, ClassValue) else ():
            plain = not scope.name.startswith(("__", "tree_flatten"))
            if isinstance(scope, ir.Function) and (plain or scope.name in _SPECIAL):
                yield scope


def _reads(engine: Engine, method: ir.Function, attr: str) -> Iterator[Why]:
    """Where a method reads a field of its object."""
    engine.looks_into(method)
    own = method.parameters[0].name if method.parameters else ""
    scopes: list[ir.Scope] = [method]
    while scopes:
        scope = scopes.pop()
        for event in scope.entries.get(own, ()):
            if event.kind == f"attribute:{attr}" and method.module is not None:
                yield Why(f"`{method.name}` reads `{attr}` here", method.module, event.node)
        scopes.extend(scope.inner)
