"""Calls that compile anew: with a static argument that was made for them and equals no other.

So is the one call of a method of an object, if the code that jits it has made that object, too.
What such a call reads is what there is when it is made, however often the function is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import turns
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.domains.tracing import crossing
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.semantics import annotated, classes
from jaxlint.analysis.values.kinds import Choice, Instance, Unknown, Value
from jaxlint.analysis.values.regions import Region
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Kinds of classes whose objects are equal only to themselves, if no method says otherwise.
_UNEQUAL = frozenset(("plain", "registered", "nnx", "torch"))


class _Comes(IntEnum):
    """What is known of a static argument: does it come again? The last says most of a call.

    ``MAYBE`` is an object that is equal to nothing else, and it is not known who made it.
    """

    AGAIN = auto()
    UNSAID = auto()
    MAYBE = auto()
    ONCE = auto()


@dataclass(slots=True, eq=False)
class _Calls:
    """What is known of calls with static arguments, and what has been seen at a place of one."""

    regions: dict[Region, tuple[_Comes, ir.Place]] = field(default_factory=dict)
    seen: set[tuple[_Comes, ir.Place]] = field(default_factory=set)


@purity.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Take note of what a call of a compiled function is given for its static arguments."""
    made, given = event.made, list[_Comes]()
    if not made.transform.compiles:
        return
    if made.options.static_numbers or made.options.static_names:
        given += [_comes(engine, frame, *one) for one in _static_arguments(engine, event)]
    if _is_of_own_object(engine, made) and _is_called_once(made):
        given.append(_Comes.ONCE)
    if given:
        found = max(given), event.node
        engine.kept(_Calls).regions[event.region] = found
        engine.kept(_Calls).seen.add(found)


def is_renewed(engine: Engine, region: Region) -> bool:
    """Whether a call compiles anew, and so does whatever is called like this."""
    found = engine.kept(_Calls).regions.get(region)
    return found is not None and found[0] is _Comes.ONCE


def may_last(engine: Engine, region: Region) -> bool:
    """Whether what a call compiles may serve another one, by all that has been seen of it."""
    calls = engine.kept(_Calls)
    if region not in calls.regions:
        return True
    found, node = calls.regions[region]
    if (_Comes.AGAIN, node) in calls.seen:
        return True
    return found is not _Comes.MAYBE and (_Comes.ONCE, node) not in calls.seen


def _static_arguments(
    engine: Engine, event: RegionEntered
) -> Iterator[tuple[Value, ClassValue | None]]:
    """What a call gives for static parameters, each with the class that the parameter names.

    That is but for the object whose method is called.
    """
    func = event.made.func
    method = isinstance(func, Function) and func.definition.owner is not None
    for index, name, value in crossing.static_arguments(event.made, event.arguments):
        if not (method and index == 0):
            yield value, _declared(engine, func, name)


def _declared(engine: Engine, func: Value, name: str) -> ClassValue | None:
    """The class of the project that the parameter of a function is annotated with."""
    if not isinstance(func, Function):
        return None
    for parameter in func.definition.parameters:
        if parameter.name == name:
            _, cls = annotated.describe(engine, func.closure, parameter.annotation)
            return cls if isinstance(cls, ClassValue) else None
    return None


def _comes(engine: Engine, frame: Frame, value: Value, declared: ClassValue | None) -> _Comes:
    """What is known of a static argument."""
    if isinstance(value, Choice):
        return min(_comes(engine, frame, one, declared) for one in value.options)
    if isinstance(value, Unknown):
        return _Comes.MAYBE if declared and _has_identity(declared) else _Comes.UNSAID
    under_way = engine.under_way(frame)
    activations = [one for one in under_way if isinstance(one.scope, ir.Function)]
    if isinstance(value, Function):
        once = value.instance is None and _is_in(value.closure, activations)
        return _Comes.ONCE if once else _Comes.AGAIN
    if isinstance(value, Partial | Transformed):
        return _Comes.ONCE if _is_in(value.frame, activations) else _Comes.AGAIN
    if not isinstance(value, Instance) or not _has_identity(value.cls):
        return _Comes.AGAIN
    makers = turns.makers(engine, value)
    if any(_is_in(one, activations) for one in makers):
        return _Comes.ONCE
    return _Comes.AGAIN if makers else _Comes.MAYBE


def _is_of_own_object(engine: Engine, made: Transformed) -> bool:
    """Whether the function that jits a method has made the object that the method is of."""
    instance = made.func.instance if isinstance(made.func, Function) else None
    if not isinstance(instance, Instance) or not isinstance(made.frame.scope, ir.Function):
        return False
    return any(one.env is made.frame.env for one in turns.makers(engine, instance))


def _is_called_once(made: Transformed) -> bool:
    """Whether what is jitted is only bound to a variable, and that only read for one call."""
    scope, name = made.frame.scope, made.holder
    stores = scope.stores.get(name, ())
    if made.stored or made.kept or not stores or name in scope.outside:
        return False
    if any(name not in inner.bound and inner.is_read(name) for inner in scope.inner):
        return False
    loads = [one for one in scope.loads.get(name, ()) if one.order > stores[-1].order]
    calls = (one.func for one in ir.nodes_in(scope.body) if isinstance(one, ir.Call))
    called = {func.order for func in calls if isinstance(func, ir.Name)}
    return [one.order in called and one.loops == stores[-1].loops for one in loads] == [True]


def _is_in(frame: Frame | None, activations: list[Frame]) -> bool:
    """Whether a frame is one of some activations, or stands for one where it is traced."""
    return frame is not None and any(frame.env is one.env for one in activations)


def _has_identity(cls: Value) -> bool:
    """Whether nothing that is known of a class makes two objects of it equal."""
    compared = any(classes.find(cls, name) is not None for name in ("__eq__", "__hash__"))
    return classes.kind(cls) in _UNEQUAL and not compared
