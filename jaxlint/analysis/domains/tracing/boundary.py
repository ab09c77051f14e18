"""What cannot cross the edge of a traced function: whatever is no pytree of arrays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Returned
from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import crossing, mapping, regions, tracing
from jaxlint.analysis.domains.tracing.observations import ArgumentNotArray, ResultNotArray
from jaxlint.analysis.semantics import classes, pytrees, static_fields
from jaxlint.analysis.values.kinds import (
    Choice,
    Const,
    Container,
    External,
    Instance,
    ModuleValue,
    Unknown,
    Value,
)
from jaxlint.knowledge import arrays, libraries, modules
from jaxlint.knowledge.transforms import Arguments, Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments as Given
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3
# Kinds of classes of which each field that is not static goes through the trace.
_TAKEN_APART = libraries.RECORDS | libraries.FILTERED
_PLAIN = {
    "set": "a set",
    "range": "a range",
    "iterator": "an iterator",
    "generator": "a generator",
    "text": "text",
}


def fit_arguments(
    engine: Engine, frame: Frame, made: Transformed, given: Given, node: ir.Place
) -> Given:
    """Observe arguments that would be traced and cannot be; the rest goes on, they as unknown."""
    if not _is_strict(made) or not made.options.readable:
        return given
    positional, keywords = list(given.positional), dict(given.keywords)
    names = regions.parameter_names(made.func)
    written = given.source.args if given.source is not None else ()
    for index, value in enumerate(given.positional):
        at = index - len(given.positional) + len(written)
        place = written[at].place if 0 <= at < len(written) else node
        traced = _is_traced(made, index, regions.name_at(names, index))
        if traced and _refuses(engine, frame, made, value, place):
            positional[index] = Unknown()
    for name, value in given.keywords.items():
        traced = _is_traced(made, regions.index_of(names, name), name)
        if traced and _refuses(engine, frame, made, value, node):
            keywords[name] = Unknown()
    return replace(given, positional=tuple(positional), keywords=keywords)


def _refuses(engine: Engine, frame: Frame, made: Transformed, value: Value, node: ir.Place) -> bool:
    """Observe an argument that cannot be traced; whether that is known by what it is alone."""
    what, transform = unfit(engine, value), made.transform.name
    definition = _class_of(made, value)
    if what:
        engine.observe(ArgumentNotArray(*frame.at(node), what, transform))
    elif definition is not None:
        settled = partial(pytrees.never, engine, definition)
        what = f"an object of `{definition.name}`, which is no pytree,"
        engine.observe(ArgumentNotArray(*frame.at(node), what, transform, settled=settled))
    return bool(what)


def _class_of(made: Transformed, value: Value) -> ir.Class | None:
    """The class of an object that is an argument, but not the one whose method is called.

    Not of one that is traced already: whatever its annotation says, it has been a tree then.
    """
    func = made.func
    cls = value.cls if isinstance(value, Instance) and value.traced is None else None
    method = isinstance(func, Function) and func.definition.owner is not None
    if method or not isinstance(cls, ClassValue):
        return None
    unknown = classes.kind(cls) in ("plain", "dataclass") or classes.is_below_registered(cls)
    return cls.definition if unknown else None


@tracing.on(Returned, traced=True)
def returned(engine: Engine, frame: Frame, event: Returned) -> None:
    """Observe what a traced function returns though no transformation can hand it out."""
    node, value = event
    region = frame.region
    if region is None or region.function is not frame.scope or region.pairs:
        return
    transform = region.transform
    if transform.arguments not in (Arguments.ALL, Arguments.MAPPED):
        return
    what = unfit(engine, value) if transform.name.startswith("jax.") else ""
    if what:
        seen = ResultNotArray(frame.module, node.place, region.why, what, region.label)
        engine.observe(seen)


def _is_strict(made: Transformed) -> bool:
    """Whether a transformation is JAX's own, which traces every argument it is given."""
    wraps = made.transform.body is Body.WRAPS or made.transform.inspects
    return (
        wraps
        and made.transform.name.startswith("jax.")
        and made.transform.arguments
        in (
            Arguments.ALL,
            Arguments.MAPPED,
            Arguments.DIFFERENTIATED,
        )
    )


def _is_traced(made: Transformed, index: int, name: str) -> bool:
    """Whether an argument is certainly traced: not static, mapped, differentiated."""
    options = made.options
    if crossing.is_static(made, index, name):
        return False
    if (options.static_names and not name) or (options.static_numbers and index < 0):
        return False
    if made.transform.arguments is Arguments.MAPPED:
        return type(mapping.mapped_axis(options.in_axes, index)) is int
    if made.transform.arguments is Arguments.DIFFERENTIATED:
        return options.argnums is not None and index in options.argnums
    return True


def _is_of_jax(value: Value) -> bool:
    """Whether a value is a function or a type of JAX or NumPy, and none of their constants."""
    return isinstance(value, External) and arrays.is_function(value.name)


def unfit(engine: Engine, value: Value, depth: int = _DEPTH) -> str:
    """What a value is, or holds, that no array can stand for; "" if nothing is known of it."""
    if isinstance(value, Const):
        return f"the text {value.value!r}" if isinstance(value.value, str | bytes) else ""
    if isinstance(value, Function | Transformed) or _is_of_jax(value):
        return "a function"
    if isinstance(value, ModuleValue):
        return "a module"
    if isinstance(value, Partial):
        return "" if value.tree else "a partial"
    if isinstance(value, Choice):
        each = [unfit(engine, option, depth) for option in value.options]
        return each[0] if all(each) else ""
    if isinstance(value, Instance):
        return _unfit_object(engine, value, depth)
    if not isinstance(value, Container):
        return ""
    if value.kind in _PLAIN:
        return _PLAIN[value.kind]
    inner = [unfit(engine, item, depth - 1) for item in value.items.values()] if depth else []
    return next((what for what in inner if what), "")


def _unfit_object(engine: Engine, value: Instance, depth: int) -> str:
    """What an object is that its library takes apart into leaves, one of which is no array."""
    if isinstance(value.cls, External):
        return _unfit_layer(engine, value, value.cls.name, depth)
    if not isinstance(value.cls, ClassValue) or classes.kind(value.cls) not in _TAKEN_APART:
        return ""
    if value.traced is not None or not depth:
        return ""
    for attr, held in engine.store.fields.get(value.token, NO_FIELDS).items():
        bound = isinstance(held, Function) and held.instance is not None
        if bound or static_fields.is_static(value.cls, attr):
            continue
        if _is_declared(value.cls, attr) and unfit(engine, held, depth - 1):
            return f"an object of `{value.cls.definition.name}`, whose `{attr}` is no array,"
    return ""


def _unfit_layer(engine: Engine, value: Instance, name: str, depth: int) -> str:
    """The same of a layer of a library, which may be made of others."""
    if name in libraries.UNTRACEABLE_LAYERS:
        return f"a layer that holds functions (`{name}`)"
    parts = value.fields.get(modules.PARTS.get(name, ""))
    return "" if parts is None or not depth else unfit(engine, parts, depth)


def _is_declared(cls: ClassValue, attr: object) -> bool:
    """Whether a class declares a field by an annotation, without which it is none."""
    declared = classes.declaration(cls, attr)
    return declared is not None and declared.annotation is not None
