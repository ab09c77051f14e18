"""The buffers that a path has given away, and those that a call may still be reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.path_state import Part
from jaxlint.analysis.domains.buffers import gifts
from jaxlint.analysis.domains.buffers.gifts import Gift
from jaxlint.analysis.values.kinds import Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.program import ir


@dataclass(slots=True, eq=False)
class Buffers(Part):
    """By their tokens: ``donated`` are the arrays that a call took, ``in_flight`` the NumPy arrays
    that a call may read after it returned. ``spared`` are the things of which a value is one, and
    fields of such objects, by that value and by the thing, which a path took on which the value
    is another one."""

    donated: dict[Value, Gift] = field(default_factory=dict)
    in_flight: set[Value] = field(default_factory=set)
    spared: dict[tuple[Value, Value], Gift] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return len(self.donated)

    def copy(self) -> Buffers:
        """Return the same."""
        return Buffers(dict(self.donated), set(self.in_flight), dict(self.spared))

    def merge(self, other: Buffers, *, likely: bool) -> None:
        """Keep what is so on both paths, if the other one is more than form."""
        self.spared.update(other.spared)
        if not likely:
            return
        self.donated = {t: n for t, n in self.donated.items() if t in other.donated}
        self.in_flight &= other.in_flight

    def sets_apart(self, engine: Engine, values: Iterable[Value]) -> bool:
        """Whether one of these is gone, or may be."""
        return bool(self.donated) and any(
            any(True for _ in gifts.among(engine, self, one, whole=True)) for one in values
        )

    def recurs(self, before: Buffers) -> bool:
        """Whether a loop's next turn may meet an array that this one gave away."""
        return bool(self.donated or self.in_flight)


def give_away(
    engine: Engine, value: Value, places: tuple[ir.Place, ...], *, part: bool = False
) -> None:
    """Take note that a call took an array; ``places`` are those of its arguments.

    It is ``part`` of a tree, of which it may be no leaf.
    """
    donated = engine.store.part(Buffers).donated
    donated[value.token] = Gift(places, believed=gifts.is_believed(value), part=part)
    donated.update([*gifts.with_trees(engine, donated, value)])
    engine.log(Donated(value.token, part))


def lend(engine: Engine, value: Value) -> None:
    """Take note that a call may go on reading a NumPy array."""
    engine.store.part(Buffers).in_flight.add(value.token)
    engine.log(Lent(value.token))


def is_settled(engine: Engine) -> bool:
    """Whether nothing is in flight, and the call under way is known to have waited for it."""
    return Buffers not in engine.store.parts and engine.logged.ends_with(SETTLED)


def settle(engine: Engine) -> None:
    """Take note that whatever was in flight has been read."""
    known = engine.store.known(Buffers)
    if known is not None:
        known.in_flight.clear()
    engine.log(SETTLED)


def get_back(engine: Engine, value: Value) -> None:
    """Take note that an array lives: a call gave it back."""
    known = engine.store.known(Buffers)
    if known is not None and known.donated.pop(value.token, None) is not None:
        engine.log(Returned(value.token))


@dataclass(slots=True, frozen=True, eq=False)
class Donated(Effect):
    """A call gave an array away, or a ``part`` of a tree."""

    part: bool

    domain = "buffers"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Give away what stands in its place."""
        if on is not None:
            give_away(engine, on, (), part=self.part)


class Returned(Effect):
    """A call gave back an array that it had taken."""

    __slots__ = ()
    domain = "buffers"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Have what stands in its place back."""
        if on is not None:
            get_back(engine, on)


class Lent(Effect):
    """A call may go on reading a NumPy array."""

    __slots__ = ()
    domain = "buffers"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Lend what stands in its place."""
        if on is not None:
            lend(engine, on)


class Settled(Effect):
    """A call waited for all that was in flight."""

    __slots__ = ()
    domain = "buffers"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Wait once more."""
        settle(engine)


SETTLED = Settled(None)
