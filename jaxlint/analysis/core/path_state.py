"""What depends on the path taken, beside variables: fields of objects, and a part per domain."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self, TypeVar

from jaxlint.analysis.core.fields import Fields, Unsaid, unknown

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.values.kinds import Value


class Part(ABC):
    """What a domain knows on one path. A new one knows nothing, as at the start of a path."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """Return a copy that another path may change."""

    @abstractmethod
    def merge(self, other: Self, *, likely: bool) -> None:
        """Add what another path that ends here did.

        ``likely`` is false of one that is there for form only, as the path around a loop is.
        """

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return 0

    def sets_apart(self, engine: Engine, values: Iterable[Value]) -> bool:
        """Whether what the path did to values makes a call that is given them unlike others."""
        return False

    def awaits(self, since: int) -> bool:
        """Whether what was done since a serial number is met by who does it once more."""
        return False

    def recurs(self, before: Self) -> bool:
        """Whether a loop's next turn may meet what this one left; ``before`` is from its start."""
        return False


_Part = TypeVar("_Part", bound=Part)


@dataclass(slots=True, eq=False)
class PathState:
    """What frames share on one path: fields of objects, and the domains' parts by their types."""

    fields: Fields = field(default_factory=lambda: Fields({}, 0))
    parts: dict[type[Part], Part] = field(default_factory=dict)

    def part(self, kind: type[_Part]) -> _Part:
        """What the domain with this type of part knows on the path."""
        found = self.parts.get(kind)
        if found is None:
            found = self.parts[kind] = kind()
        return found  # type: ignore[return-value]

    def known(self, kind: type[_Part]) -> _Part | None:
        """The same, if the path has come to anything of it."""
        return self.parts.get(kind)  # type: ignore[return-value]

    @property
    def size(self) -> int:
        """How much there is to copy."""
        size = self.fields.count
        for part in self.parts.values():
            size += part.size
        return size

    def awaits(self, since: int) -> bool:
        """Whether what was done since a serial number is met by who does it once more."""
        return any([part.awaits(since) for part in self.parts.values()])

    def recurs(self, before: Mapping[type[Part], Part]) -> bool:
        """Whether a loop's next turn may meet what this one left; ``before`` is from its start."""
        parts = self.parts.items()
        return any([part.recurs(before.get(kind) or kind()) for kind, part in parts])

    def sets_apart(self, engine: Engine, values: Iterable[Value]) -> bool:
        """Whether what the path did to values makes a call that is given them unlike others."""
        return any([part.sets_apart(engine, values) for part in self.parts.values()])

    def copy(self) -> PathState:
        """A copy that another path may change."""
        return PathState(self.fields.copy(), self.copy_parts())

    def copy_parts(self) -> dict[type[Part], Part]:
        """A copy of what the domains know."""
        return {kind: part.copy() for kind, part in self.parts.items()}

    def merge(self, other: PathState, *, likely: bool = True, unsaid: Unsaid = unknown) -> None:
        """Add what another path that ends here did; ``likely`` as for a ``Part``.

        ``unsaid`` says what a field is on a path that did not assign it.
        """
        for kind in {**self.parts, **other.parts}:
            self.part(kind).merge(other.part(kind), likely=likely)
        self.fields.merge(other.fields, unsaid)
