"""Variables of a module that are bound several times, and what they may be when a function runs.

A function reads a global in the binding in force when it runs. A call in the body of a module finds
the binding of that moment. A function that no call in sight enters may run at any time after its
definition, so that its globals are whatever they were bound to from then on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate
from typing import NamedTuple

from jaxlint.analysis.core import exclusion
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import Const, External, ModuleValue, Unknown, Value
from jaxlint.program import ir


class Binding(NamedTuple):
    """What a variable was bound to, and the branches that led there."""

    value: Value
    conditions: tuple[Condition, ...]


class Before(NamedTuple):
    """What was bound when something was defined, by name and after how many bindings.

    ``conditions`` are the branches that led to the definition.
    """

    bound: dict[str, tuple[Value, int]]
    conditions: tuple[Condition, ...]


@dataclass(slots=True, eq=False)
class Rebinding:
    """What was bound, in order, to those variables of a module that are bound more than once.

    ``several`` are these variables, each with where it is bound last. ``before`` says of each
    definition of the module which of them were bound when it was made.
    """

    module: ir.Module
    history: dict[str, list[Binding]] = field(default_factory=dict)
    before: dict[ir.Scope, Before] = field(default_factory=dict)
    several: dict[str, int] = field(init=False)
    _joined: dict[str, list[Value]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the variables that are bound more than once."""
        stores = self.module.stores.items()
        self.several = {name: events[-1].order for name, events in stores if len(events) > 1}

    def bound(self, name: str, value: Value, conditions: tuple[Condition, ...]) -> None:
        """Note that a variable is bound to a value behind some branches."""
        if name in self.several:
            self.history.setdefault(name, []).append(Binding(value, conditions))

    def defined(
        self, scope: ir.Scope, env: dict[str, Value], conditions: tuple[Condition, ...]
    ) -> None:
        """Note what the variables are that will be bound again after a definition."""
        bound = {
            name: (env[name], len(self.history.get(name, ())))
            for name, last in self.several.items()
            if last > scope.order and name in env
        }
        self.before[scope] = Before(bound, conditions)

    def seen_from(self, scope: ir.Scope, name: str, now: Value) -> Value:
        """What a variable, which is ``now`` a value, is when code of a definition runs later on."""
        before = self.before.get(_outermost(scope))
        if before is None or name not in before.bound:
            return now
        then, count = before.bound[name]
        here, later = before.conditions, self.history.get(name, [])[count:]
        if later and all(exclusion.exclusive(one.conditions, here) for one in later):
            unsure = any(exclusion.are_too_many(one.conditions, here) for one in later)
            return Unknown(name) if unsure else then
        joined = self._later(name)[count : count + 1]
        return reduce(lambda one, other: _either(one, other, name), (then, *joined, now))

    def _later(self, name: str) -> list[Value]:
        """What a variable may be from each of its bindings on."""
        bindings = [one.value for one in self.history.get(name, [])]
        joined = self._joined.get(name, [])
        if len(joined) != len(bindings):
            backwards = accumulate(bindings[::-1], lambda one, other: _either(other, one, name))
            joined = self._joined[name] = [*backwards][::-1]
        return joined


def _either(one: Value, other: Value, name: str) -> Value:
    """One of two bindings. Of two things that are called or looked into it is unknown which."""
    if _is_same(one, other):
        return one
    data = not isinstance(one, External | ModuleValue) and type(one) is type(other)
    return join(one, other) if data else Unknown(name)


def _is_same(one: Value, other: Value) -> bool:
    if isinstance(one, External) and isinstance(other, External):
        return one.name == other.name
    if isinstance(one, ModuleValue) and isinstance(other, ModuleValue):
        return one.module is other.module
    if isinstance(one, Const) and isinstance(other, Const):
        return type(one.value) is type(other.value) and bool(one.value == other.value)
    return one.token is other.token


def _outermost(scope: ir.Scope) -> ir.Scope:
    """The definition at the top of its module in which a scope lies."""
    while scope.parent is not None and scope.parent.parent is not None:
        scope = scope.parent
    return scope
