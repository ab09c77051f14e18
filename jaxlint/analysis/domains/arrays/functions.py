"""Functions from arrays to arrays: what they give, and what they say of what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays, shapes, sized
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.semantics import results
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.facts import NO_FACTS, Facts
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Static,
    Traced,
    Unknown,
    Value,
    is_false,
    like,
)
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries, names, statics
from jaxlint.knowledge.arrays import (
    ARRAY_MODULES,
    FLATTENER,
    ONE_IF,
    OPAQUE_MODULES,
    SEQUENCE_RESULTS,
    SEVERAL_IF,
    STATIC_RESULTS,
    TAKES_SEQUENCES,
    TREE_STRUCTURES,
    TUPLE_RESULTS,
)
from jaxlint.knowledge.other_arrays import makes_sparse

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


@arrays.transfer(*STATIC_RESULTS)
def static(engine: Engine, frame: Frame, call: Call) -> Value:
    """A value of Python's, on tracers too."""
    if call.first is not None and call.name in TREE_STRUCTURES and len(call.arguments.all) == 1:
        return Static(structures.of(call.first))
    return shape_asked(engine, frame, call) or Static()


@arrays.transfer("numpy.ndim", "numpy.shape", "numpy.size")
def shape_asked(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The rank, the shape or the size of what has a known shape, as a number has."""
    if call.first is None or len(call.arguments.all) > 1:
        return None
    return shapes.asked(call.first, call.last, frame.region)


@arrays.transfer("numpy.isscalar")
def is_scalar(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """No array of JAX is a scalar to NumPy, even one without axes."""
    return Const(False) if isinstance(call.first, Array | Traced) else None


@arrays.transfer(*names.COLLECTIVES)
def collective(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What devices make of their values together."""
    return call.first if call.first is None or isinstance(call.first, Traced) else Static()


@arrays.transfer(*names.SAME_VALUE)
def handed_on(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What a function gives that hands its argument on, plain numbers as arrays."""
    value, name = call.first, call.name
    number = isinstance(value, Const) and isinstance(value.value, int | float)
    if value is not None and (number or isinstance(value, HostArray)):
        return results.of_arrays(frame, name, (value,), call.node)
    known = engine.deduced(call) if name == "jax.lax.stop_gradient" else NO_FACTS
    cut = name == "jax.lax.stop_gradient" and isinstance(value, Traced) and not value.abstract
    if cut and isinstance(value, Traced):
        return Array(name, *known) if value.source is None else Unknown(facts=known)
    return value and _known_too(value, known)


def _known_too(value: Value, facts: Facts) -> Value:
    """A value that is handed on, and its parts, with what is known of it by that."""
    if isinstance(value, Container):
        return value.mapped(lambda item: _known_too(item, facts)) if facts else value
    for fact in facts:
        value = value.with_fact(fact)
    return value


@arrays.transfer(*libraries.ARRAY_LIBRARIES)
def of_library(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A loss of Optax, or what einops makes of arrays, where an array or a tracer is given."""
    public, given = call.name.count(".") == 1 and call.last.islower(), call.arguments.all
    if not public or not any(isinstance(one, Array) or any(tracers(one)) for one in given):
        return None
    if call.name.startswith("optax.") and not any(w in call.last for w in libraries.LOSSES):
        return None
    return results.of_arrays(frame, call.name, given, call.node, engine.deduced(call))


@arrays.transfer(FLATTENER)
def flattened(engine: Engine, frame: Frame, call: Call) -> Value:
    """A tree as one array with one axis, and what makes a tree of such an array."""
    facts = engine.deduced(call).plus(Form((None,)))
    flat = results.of_arrays(frame, call.name, call.arguments.all, call.node, facts)
    return Container("tuple", {0: flat, 1: Unknown()}, None, frame.region)


@arrays.transfer(*ARRAY_MODULES)
def of_arrays(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What a function gives: traced when an argument is, or when all of it is here."""
    name, arguments = call.name, call.arguments
    if name.startswith(OPAQUE_MODULES):
        return None
    if not call.last[:1].islower():
        return Unknown()
    several = _gives_several(name, arguments)
    elementwise = name.startswith(names.ELEMENTWISE_MODULES) and not several
    if elementwise and name not in TAKES_SEQUENCES:
        for place, value in enumerate(arguments.positional):
            evidence = value.source if isinstance(value, Traced) else None
            if evidence is not None and not statics.is_static(name, place):
                evidence.is_array()
    if any(isinstance(value, External | Partial) or _is_dict(value) for value in arguments.all[:1]):
        return Unknown()
    facts = engine.deduced(call)
    result = results.of_arrays(frame, name, arguments.all, call.node, facts)
    if name == "jax.numpy.asarray" and isinstance(call.first, Array):
        return _as_array(engine, call.first, arguments, result)
    if makes_sparse(name):
        return result.result(Source(), name="") if isinstance(result, Traced) else Unknown()
    if not several:
        return result
    if name in TUPLE_RESULTS and not _may_give_one(name, arguments):
        return Container(TUPLE_RESULTS[name], {}, result, frame.region)
    if isinstance(result, Traced):
        return result.result(Source(), name="")
    return Unknown()


def _is_dict(value: Value) -> bool:
    """Whether a value is a dict, of which no function makes an array."""
    return isinstance(value, Container) and value.kind == "dict"


def _as_array(engine: Engine, given: Array, arguments: Arguments, result: Value) -> Value:
    """What ``asarray`` gives of an array: the array itself, if it has the dtype already.

    Where that is not known, neither is whether traced code has a tracer then.
    """
    if sized.is_kept(engine, given, arguments):
        return like(given, origin="jax.numpy.asarray")
    return result if sized.is_told(arguments) or isinstance(result, Array) else Unknown()


def _gives_several(name: str, arguments: Arguments) -> bool:
    """Whether a function of arrays gives a tuple or list of them, or may do so."""
    if name == "jax.numpy.where":
        return len(arguments.positional) < 2
    asked = arguments.keywords.get(SEVERAL_IF.get(name, ""))
    wanted = asked is not None and not is_false(asked)
    return wanted or (name in SEQUENCE_RESULTS and not _gives_one(name, arguments))


def _gives_one(name: str, arguments: Arguments) -> bool:
    """Whether an option has a function give one array that gives several without it."""
    asked = _option_for_one(name, arguments)
    return isinstance(asked, Const) and asked.value == ONE_IF[name][2]


def _may_give_one(name: str, arguments: Arguments) -> bool:
    """Whether an option that is not known may do so."""
    asked = _option_for_one(name, arguments)
    return asked is not None and not isinstance(asked, Const)


def _option_for_one(name: str, arguments: Arguments) -> Value | None:
    return arguments.get(*ONE_IF[name][:2]) if name in ONE_IF else None
