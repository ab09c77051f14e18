"""Derivative rules of ``jax.custom_vjp`` and ``jax.custom_jvp``, as traced code runs them.

Where a function with rules is differentiated in traced code, JAX runs the rules in its place: of
``defvjp`` the forward one on the arguments, and the backward one on what that keeps. Where nothing
but derivatives is traced, they and the function see the numbers themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled
from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import crossing, regions, tracing
from jaxlint.analysis.semantics import calls
from jaxlint.analysis.values.kinds import (
    Array,
    Container,
    HostArray,
    Instance,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Region, differentiated
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import transforms

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

# How many rules those give that are run here.
_COUNTS = {"defvjp": 2, "defjvp": 1}
# What takes no tracer for an argument that it does not differentiate by.
_REFUSING = "jax.custom_vjp"


@dataclass(slots=True, eq=False)
class Rules:
    """The rules that were defined in a run, by the function with a rule of its own.

    And the functions that are rules of whatever: JAX traces them, whoever hands them over.
    """

    defined: dict[Value, tuple[Value, ...]] = field(default_factory=dict)
    functions: set[ir.Scope] = field(default_factory=set)


@tracing.on(MethodCalled)
def defined(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Take note of the rules that ``f.defvjp(forward, backward)`` or ``f.defjvp(rule)`` gives."""
    if event.name not in transforms.RULE_DEFINERS:
        return
    kept, given = engine.kept(Rules), event.arguments.positional
    kept.functions.update(
        one.definition for one in event.arguments.all if isinstance(one, Function)
    )
    count = _COUNTS.get(event.name)
    if count == len(given) and isinstance(event.base, Transformed):
        kept.defined[event.base.token] = given


def admitted(made: Transformed, given: Arguments) -> Arguments:
    """The arguments that reach a function: where JAX refuses a tracer, none does."""
    fixed = made.options.static_numbers or made.options.static_names
    if made.transform.name != _REFUSING or not fixed:
        return given
    names = regions.parameter_names(made.func)
    positional = tuple(
        _admitted(made, value, n, regions.name_at(names, n))
        for n, value in enumerate(given.positional)
    )
    keywords = {
        name: _admitted(made, value, regions.index_of(names, name), name)
        for name, value in given.keywords.items()
    }
    return replace(given, positional=positional, keywords=keywords)


def _admitted(made: Transformed, value: Value, index: int, name: str) -> Value:
    refused = isinstance(value, Traced) and crossing.is_static(made, index, name)
    return Unknown(name) if refused else value


def run(
    engine: Engine, frame: Frame, made: Transformed, arguments: Arguments, node: ir.Place
) -> Value | None:
    """What a function gives by its rules; None where it runs itself, or they do not show it."""
    rules = engine.kept(Rules).defined.get(made.token)
    if rules is None or arguments.keywords or arguments.rest or not _differentiated(frame.region):
        return None
    fixed, primals = _apart(made, arguments.positional)
    if len(rules) == 1:
        handed = (*fixed, _tuple(frame, primals), _tuple(frame, tuple(map(_like, primals))))
        return _first(calls.apply(engine, frame, rules[0], Arguments(handed), node))
    given = calls.apply(engine, frame, rules[0], arguments, node)
    result = _first(given)
    if result is not None and isinstance(given, Container):
        kept = given.items.get(1, Unknown())
        backward = Arguments((*fixed, kept, _like(result)))
        calls.apply(engine, frame, rules[1], backward, node)
    return result


def on_numbers(
    engine: Engine, frame: Frame, made: Transformed, arguments: Arguments, node: ir.Place
) -> Value | None:
    """What a function with rules gives where nothing is traced but one derivative; else None.

    It runs on the numbers that tracers of the derivative stand for, and what it gives is traced.
    """
    region = frame.region
    if made.transform.name not in transforms.OWN_RULES or not _is_one_derivative(region):
        return None
    tracer = next((one for value in arguments.all for one in _tracers(value)), None)
    if region is None or tracer is None:
        return None
    outside = regions.inside(frame, region.parent)
    numbers = Arguments(
        tuple(_numbers(engine, value, outside) for value in arguments.positional),
        {name: _numbers(engine, value, outside) for name, value in arguments.keywords.items()},
        arguments.rest and _numbers(engine, arguments.rest, outside),
    )
    return _traced(calls.apply(engine, outside, made.func, numbers, node), tracer)


def _is_one_derivative(region: Region | None) -> bool:
    """Whether code is differentiated once, and not traced otherwise."""
    if region is None or region.parent is not None or region.abstract:
        return False
    return differentiated(region) is region and region.transform.name not in transforms.TWICE


def _tracers(value: Value) -> Iterator[Traced]:
    """Yield the tracers in a value."""
    if isinstance(value, Container):
        for item in value.values:
            yield from _tracers(item)
    elif isinstance(value, Instance) and value.traced is not None:
        yield value.traced
    elif isinstance(value, Traced):
        yield value


def _numbers(engine: Engine, value: Value, outside: Frame) -> Value:
    """A value with the numbers that the tracers in it stand for."""
    if isinstance(value, Container):
        return value.mapped(lambda item: _numbers(engine, item, outside))
    traced = next(_tracers(value), None) is not None
    return crossing.left(engine, value, outside, hidden=False) if traced else value


def _traced(value: Value, tracer: Traced) -> Value:
    """What the function gave, as the derivative gets it."""
    if isinstance(value, Container):
        return value.mapped(lambda item: _traced(item, tracer))
    if isinstance(value, Array | HostArray):
        return tracer.result(None, *value.facts)
    return tracer.result(Source()) if isinstance(value, Unknown) else value


def _differentiated(region: Region | None) -> bool:
    """Whether code is differentiated, with values that cannot be read."""
    return region is not None and region.abstract and differentiated(region) is not None


def _apart(
    made: Transformed, given: tuple[Value, ...]
) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """The arguments that a rule gets as they are, and those that are differentiated."""
    numbers = made.options.static_numbers
    fixed = tuple(given[n] for n in numbers if 0 <= n < len(given))
    return fixed, tuple(value for n, value in enumerate(given) if n not in numbers)


def _tuple(frame: Frame, values: tuple[Value, ...]) -> Container:
    return Container("tuple", dict(enumerate(values)), None, frame.region)


def _like(value: Value) -> Value:
    """A tangent or cotangent of a value: numbers for numbers, in the same containers."""
    if isinstance(value, Container):
        return value.mapped(_like)
    return value.result(value.source) if isinstance(value, Traced) else Unknown()


def _first(given: Value) -> Value | None:
    """The first part of what a rule gives, if that is seen to be a pair."""
    pair = isinstance(given, Container) and given.kind == "tuple" and given.rest is None
    return given.items.get(0) if pair and isinstance(given, Container) else None
