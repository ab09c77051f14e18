"""The arguments of a call."""

from __future__ import annotations

from dataclasses import dataclass, field

from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir


@dataclass(slots=True, eq=False)
class Arguments:
    """The arguments of a call.

    ``rest`` stands for the elements of ``*rest`` and ``**rest``, ``source`` is the call as written.
    """

    positional: tuple[Value, ...] = ()
    keywords: dict[str, Value] = field(default_factory=dict)
    rest: Value | None = None
    source: ir.Call | None = None

    @property
    def all(self) -> tuple[Value, ...]:
        """Every argument value."""
        keywords = self.keywords
        return (*self.positional, *keywords.values()) if keywords else self.positional

    def get(self, position: int, name: str) -> Value | None:
        """The argument at a position or under a name."""
        if name in self.keywords:
            return self.keywords[name]
        return self.positional[position] if position < len(self.positional) else None
