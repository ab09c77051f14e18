"""Values of which the code asks whether they are keys, or objects that give keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.values.kinds import Unknown, Value
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.domains.keys.state import Draw

_ASKING = "hasattr"
_OF_ARRAYS = arrays.STATIC_ATTRIBUTES | arrays.ARRAY_ATTRIBUTES | arrays.ARRAY_METHODS


def are_asked(engine: Engine, value: Value, earlier: Draw, later: Draw) -> bool:
    """Whether before each of two draws another test asked a value for what no key has.

    ``rngs.params() if hasattr(rngs, "params") else rngs`` serves objects that give keys, and keys
    if any caller passes one. Behind one test, or none, the draws say themselves that it is a key.
    """
    if not isinstance(value, Unknown):
        return False
    asking = [_that_ask(draw.conditions) for draw in (earlier, later)]
    if not any(asking):
        return False
    origins = engine.facts.origins.get(value.token)
    either = [value] if origins is None else [value, *(way.value for way in origins.ways)]
    tokens = {one.token for one in either if isinstance(one, Unknown)}
    first, second = (_asking(tokens, conditions) for conditions in asking)
    return len(first ^ second) > 1


def _that_ask(conditions: Iterable[Condition]) -> list[Condition]:
    """The conditions whose tests ask whether anything has an attribute."""
    return [condition for condition in conditions if _ASKING in condition.tested.names]


def _asking(tokens: set[Value], conditions: Iterable[Condition]) -> set[Condition]:
    """The conditions whose tests ask one of several values for an attribute that no array has."""
    return {
        condition
        for condition in conditions
        for name in _asked(condition.test)
        for bound in (condition.values.get(name),)
        if bound is not None and bound.token in tokens
    }


def _asked(test: ir.Expr) -> Iterator[str]:
    """The variables that a test asks for an attribute which no array has."""
    for call in ir.nodes_in(test):
        if isinstance(call, ir.Call) and isinstance(call.func, ir.Name) and len(call.args) == 2:
            thing, attribute = call.args
            own = isinstance(attribute, ir.Constant) and attribute.value not in _OF_ARRAYS
            if call.func.id == _ASKING and own and isinstance(thing, ir.Name):
                yield thing.id
