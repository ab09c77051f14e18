"""What a gradient does not depend on, as it was there before.

That are the arguments which are not differentiated, and the variables around the function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Container, Value

# So many values are looked at, with their parts.
_PARTS = 2000


class Fixed:
    """The values that are there when a gradient function is called.

    Asked for a token, it says whether the value is one of these, or was read of one.
    """

    def __init__(self, made: Transformed, arguments: Arguments) -> None:
        given, numbers = arguments.positional, made.options.argnums
        self._roots: list[Value] = []
        self._moved: frozenset[Value] = frozenset()
        self._known: set[Value] | None = None
        if numbers is None:
            return
        moved = [one for n, one in enumerate(given) if n in numbers or n - len(given) in numbers]
        self._moved = frozenset(one.token for one in _leaves(moved))
        self._roots = [*given, *arguments.keywords.values()]
        if isinstance(made.func, Function):
            self._roots += _variables(made.func.closure)

    def __contains__(self, token: Value) -> bool:
        """Whether what has a token certainly does not move with what is differentiated."""
        if self._known is None:
            self._known = self._with_parts()
        return token in self._known

    def _with_parts(self) -> set[Value]:
        known: set[Value] = set()
        values = self._roots
        while values and len(known) < _PARTS:
            token = values.pop().token
            if token not in known and token not in self._moved:
                known.add(token)
                values += (token.children or {}).values()
                if isinstance(token, Container):
                    values += token.values
        return known


def _variables(frame: Frame | None) -> Iterator[Value]:
    """The variables of a frame and of those around it."""
    while frame is not None:
        yield from frame.env.values()
        frame = frame.closure


def _leaves(values: Iterable[Value]) -> Iterator[Value]:
    """Values, and what containers among them hold."""
    for value in values:
        yield value
        if isinstance(value, Container):
            yield from _leaves(value.values)
