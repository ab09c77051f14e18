"""The work that a path handed over, and the clocks that it read."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.path_state import Part

if TYPE_CHECKING:
    from jaxlint.analysis.core.callables import Transformed
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Pending:
    """A call of a jitted function in ``frame``, which returns before its work is done.

    ``turn`` is the pass of the innermost loop around it, ``before`` the one before on the path.
    ``ready`` are the tokens of what it was given, if all work before it was done by then.
    """

    serial: int
    frame: Frame
    node: ir.Place
    turn: object
    before: Pending | None = None
    ready: frozenset[Value] = frozenset()


class First(NamedTuple):
    """The first call of a jitted function on a path, in ``frame``; ``depth`` counts the loops."""

    serial: int
    made: Transformed
    frame: Frame
    node: ir.Place
    depth: int


class Moment(NamedTuple):
    """When a clock was read, and the work that was under way then.

    ``frame`` read it. ``depth`` counts the loops around, ``turn`` is the pass of the innermost one
    of the frame.
    """

    frame: Frame
    serial: int
    pending: Pending | None
    depth: int
    turn: object


@dataclass(slots=True, eq=False)
class Work(Part):
    """The work that a path handed over last, and whether something has ``waited`` for it.

    ``moments`` says of each reading of a clock when it was made; it is never changed in place.
    ``yielded`` is when a generator gave a value last, ``settled`` when something waited. A manager
    that reads a clock on either side of a ``with`` stands in ``spans`` by its first reading, and
    while the body runs in ``inside``. Of jitted functions it knows the ``firsts`` calls, those that
    are ``warm``, as they may be compiled by now, and such a call by what is made of its time and
    those of other turns: the token of a list, or the first reading where times are added up.
    """

    last: Pending | None = None
    waited: bool = False
    moments: Mapping[int, Moment] = field(default_factory=dict)
    yielded: int = 0
    settled: int = 0
    spans: tuple[int, ...] = ()
    inside: Mapping[ir.With, tuple[int, ...]] = field(default_factory=dict)
    firsts: tuple[First, ...] = ()
    warm: frozenset[Value] = frozenset()
    times: Mapping[Hashable, First] = field(default_factory=dict)

    @property
    def pending(self) -> Pending | None:
        """The work that nothing has waited for."""
        return None if self.waited else self.last

    def copy(self) -> Work:
        """Return the same."""
        return replace(self)

    def merge(self, other: Work, *, likely: bool) -> None:
        """Keep the work that is under way on a path, unless the other one has waited for it."""
        if self.moments is not other.moments:
            self.moments = {**other.moments, **self.moments}
        if self.warm is not other.warm:
            self.firsts = tuple(dict.fromkeys((*self.firsts, *other.firsts)))
            self.warm |= other.warm
        if self.times is not other.times:
            self.times = {**other.times, **self.times}
        mine, theirs = self.pending, other.pending
        if mine is not None and likely and other.is_done(mine):
            self.waited = True
        elif theirs is not None and not self.is_done(theirs):
            self.last = theirs if mine is None or mine.serial < theirs.serial else mine
            self.waited = False

    def is_done(self, work: Pending) -> bool:
        """Whether this work was handed over on the path and waited for."""
        earlier = self.last if self.waited else None
        while earlier is not None and earlier.serial > work.serial:
            earlier = earlier.before
        return earlier is work


def hand_over(engine: Engine, frame: Frame, node: ir.Place, given: Iterable[Value] = ()) -> None:
    """Take note of work that goes on from now, with the values that it is ``given``."""
    work = engine.store.part(Work)
    done = work.waited or work.last is None
    ready = frozenset([one.token for one in given]) if done else frozenset()
    work.last = Pending(engine.serial(), frame, node, frame.turn, work.last, ready)
    work.waited = False
    engine.log(Launched(None, frame, node))


def depth_of(engine: Engine, frame: Frame) -> int:
    """How many loops there are around what a path is at."""
    return len(frame.loops) + sum(len(level.frame.loops) for level in engine.path)


def read(engine: Engine, frame: Frame, reading: int, by: Frame) -> None:
    """Take note of when a clock was read, ``by`` the frame itself or one that it called."""
    work = engine.store.part(Work)
    depth, turn = depth_of(engine, frame), frame.turn
    moment = Moment(by, engine.serial(), work.pending, depth, turn)
    work.moments = {**work.moments, reading: moment}
    engine.log(Read(None, reading, by))


def moments(engine: Engine, first: int, last: int) -> tuple[Moment, Moment] | None:
    """When two readings of a clock were made, if both were made on this path."""
    work = engine.store.known(Work)
    start = None if work is None else work.moments.get(first)
    end = None if work is None else work.moments.get(last)
    return None if start is None or end is None else (start, end)


def spans_body(engine: Engine, first: int, last: int) -> bool:
    """Whether a generator gave way between two readings, and did not wait before the last one."""
    known, work = moments(engine, first, last), engine.store.part(Work)
    if known is None or work.settled > work.yielded:
        return False
    start, end = known
    return start.serial < work.yielded < end.serial


def unfinished(engine: Engine, first: int, last: int) -> Pending | None:
    """The work that was handed over between two readings, and was under way at the last."""
    known = moments(engine, first, last)
    if known is None:
        return None
    start, end = known
    return end.pending if end.pending is not None and end.pending.serial > start.serial else None


def wait(engine: Engine) -> None:
    """Take note that all work so far is done."""
    work = engine.store.known(Work)
    if work is not None:
        work.waited, work.settled = True, engine.serial()
    if not engine.logged.ends_with(WAITED):
        engine.log(WAITED)


@dataclass(slots=True, frozen=True, eq=False)
class Launched(Effect):
    """A call handed work over, at a place within."""

    frame: Frame
    place: ir.Place

    domain = "timing"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Hand over work there once more."""
        hand_over(engine, self.frame, self.place)


@dataclass(slots=True, frozen=True, eq=False)
class Read(Effect):
    """A call read a clock, in a ``frame`` of its own."""

    reading: int
    frame: Frame

    domain = "timing"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Read it once more."""
        read(engine, frame, self.reading, self.frame)


@dataclass(slots=True, frozen=True, eq=False)
class Spanned(Effect):
    """A context manager measures from a reading to the end of the ``with``."""

    reading: int

    domain = "timing"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Measure from there once more."""
        span(engine, self.reading)


def span(engine: Engine, reading: int) -> None:
    """Take note of a manager that measures from a reading on."""
    work = engine.store.part(Work)
    work.spans = (*work.spans, reading)
    engine.log(Spanned(None, reading))


class ReadingReturned(Effect):
    """A call gave a reading of a clock, which is another one each time: it has to run again."""

    __slots__ = ()
    domain = "timing"
    binds = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Do nothing: what reads clocks says so itself."""


class Waited(Effect):
    """A call waited for all work that was under way."""

    __slots__ = ()
    domain = "timing"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Wait once more."""
        wait(engine)


WAITED = Waited(None)
