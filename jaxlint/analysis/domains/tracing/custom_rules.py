"""Derivative rules of ``jax.custom_vjp`` and ``jax.custom_jvp``, as traced code runs them.

Where a function with rules is differentiated in traced code, JAX runs the rules in its place: of
``defvjp`` the forward one on the arguments, and the backward one on what that keeps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled
from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.semantics import calls
from jaxlint.analysis.values.kinds import Container, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import transforms

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_DEFINERS = {"defvjp": 2, "defjvp": 1}


@dataclass(slots=True, eq=False)
class Rules:
    """The rules that were defined in a run, by the function with a rule of its own."""

    defined: dict[Value, tuple[Value, ...]] = field(default_factory=dict)


@tracing.on(MethodCalled)
def defined(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Take note of the rules that ``f.defvjp(forward, backward)`` or ``f.defjvp(rule)`` gives."""
    count, given = _DEFINERS.get(event.name), event.arguments.positional
    if count == len(given) and isinstance(event.base, Transformed):
        engine.kept(Rules).defined[event.base.token] = given


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


def _differentiated(region: Region | None) -> bool:
    """Whether code is differentiated, with values that cannot be read."""
    if region is None or not region.abstract:
        return False
    current: Region | None = region
    while current is not None:
        if current.transform.arguments is transforms.Arguments.DIFFERENTIATED:
            return True
        current = current.parent
    return False


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
