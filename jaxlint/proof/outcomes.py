"""What JAX can do to a hazard, as something that can be observed.

An outcome looks at what one run of a fixture function showed and says whether the hazard happened
(for a hazard) or stayed away with the right result (for a remedy).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from statistics import StatisticsError, correlation
from typing import ClassVar

from jaxlint.proof.values import alike, numbers, shown, simple

# Draws with one key correlate by 0.86 and more in magnitude; independent draws of a thousand by
# less than 0.1 (five standard deviations are 0.16).
CORRELATED = 0.8
INDEPENDENT = 0.2
ENOUGH_DRAWS = 500


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of a fixture function showed.

    ``value`` is what it returned, ``error`` what it raised and ``line`` at which line of the
    fixture, ``lines`` what it printed, ``compilations`` how many programs XLA compiled.
    """

    value: object
    error: BaseException | None
    line: int | None
    lines: tuple[str, ...]
    compilations: int


@dataclass(frozen=True, slots=True)
class Seen:
    """An outcome's verdict on a run: what was observed, and whether that is the proof.

    ``line`` is the line of the fixture that raised what a hazard had to raise.
    """

    text: str
    proved: bool
    line: int | None = None


class MisshapenFixture(Exception):
    """A fixture function that returned something other than its outcome needs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a hazard shows.

    ``settings`` are jax config values under which the function runs. ``warm_up`` says that the
    function first runs once unobserved, so that only what compiles anew is counted.
    """

    settings: ClassVar[Mapping[str, object]] = {}
    warm_up: ClassVar[bool] = False
    compiles: ClassVar[bool] = True

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        raise NotImplementedError

    def hazard(self, run: Run) -> Seen:
        """Return whether the hazard happened in ``run``."""
        raise NotImplementedError

    def remedy(self, run: Run) -> Seen:
        """Return whether the hazard stayed away from ``run`` and the result is right."""
        return _equal_pair(run)


@dataclass(frozen=True, slots=True)
class Raises(Outcome):
    """The function raises an exception of exactly this class, with ``text`` in its message.

    A remedy returns ``(compiled, plain)``, which must be equal.
    """

    name: str
    text: str = ""

    compiles: ClassVar[bool] = False

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return f"raises {self.name}" + (f" ({self.text})" if self.text else "")

    def hazard(self, run: Run) -> Seen:
        """Return whether exactly the expected exception was raised."""
        if run.error is None:
            return Seen(f"raised nothing, returned {shown(run.value)}", False)
        right = type(run.error).__name__ == self.name and self.text in str(run.error)
        return Seen(_raised(run.error), right, run.line)


@dataclass(frozen=True, slots=True)
class Refused(Raises):
    """What the function makes is refused where it is used, which is not the line at fault."""

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return f"is refused: its caller {super(Refused, self).expected()}"


@dataclass(frozen=True, slots=True)
class Leaks(Raises):
    """A tracer outlives its trace: the function uses it later and JAX refuses."""

    name: str = "UnexpectedTracerError"

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return f"leaks a tracer: later use raises {self.name}"


@dataclass(frozen=True, slots=True)
class Differs(Outcome):
    """The function returns ``(compiled, plain)``: what jitted code and plain Python gave differ."""

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return "silently wrong: differs from plain Python"

    def hazard(self, run: Run) -> Seen:
        """Return whether the compiled value differs from the plain one."""
        if run.error:
            return Seen(_raised(run.error), False)
        compiled, plain = _pair(run.value)
        return Seen(_compared(compiled, plain), not alike(compiled, plain))


@dataclass(frozen=True, slots=True)
class NotFinite(Outcome):
    """The function returns numbers, a value or its gradient, of which some are NaN or infinite.

    A remedy returns ``(compiled, plain)``, which must be equal.
    """

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return "silently wrong: NaN or infinite"

    def hazard(self, run: Run) -> Seen:
        """Return whether a number is NaN or infinite."""
        if run.error:
            return Seen(_raised(run.error), False)
        return Seen(f"gave {shown(run.value)}", not all(map(isfinite, numbers(run.value))))


@dataclass(frozen=True, slots=True)
class NoEffect(Outcome):
    """The function returns ``(with it, without it)``: the construct changes nothing.

    In a remedy the two differ, because there the construct does what it is for.
    """

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return "has no effect: the same with it and without it"

    def hazard(self, run: Run) -> Seen:
        """Return whether the two are the same."""
        return self._judged(run, same=True)

    def remedy(self, run: Run) -> Seen:
        """Return whether the two differ."""
        return self._judged(run, same=False)

    def _judged(self, run: Run, *, same: bool) -> Seen:
        if run.error:
            return Seen(_raised(run.error), False)
        given, without = _pair(run.value)
        text = f"with it {shown(given)}, without it {shown(without)}"
        return Seen(text, alike(given, without) is same)


@dataclass(frozen=True, slots=True)
class Recompiles(Outcome):
    """The function calls something ``calls`` times and returns ``(compiled, plain)``.

    It runs twice; in the second run a hazard compiles at every call, a remedy at most once.
    """

    calls: int

    warm_up: ClassVar[bool] = True

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return "recompiles at each call"

    def hazard(self, run: Run) -> Seen:
        """Return whether each call compiled."""
        if run.error:
            return Seen(_raised(run.error), False)
        return Seen(self._counted(run), run.compilations >= self.calls)

    def remedy(self, run: Run) -> Seen:
        """Return whether at most one call compiled and the result is right."""
        equal = _equal_pair(run)
        if run.error:
            return equal
        spared = self.calls > 1 >= run.compilations
        return Seen(f"{self._counted(run)}; {equal.text}", equal.proved and spared)

    def _counted(self, run: Run) -> str:
        return f"{self.calls} calls, {run.compilations} compilations"


@dataclass(frozen=True, slots=True)
class FiresOncePerTrace(Outcome):
    """The function makes ``calls`` calls that each should print a line.

    A hazard prints fewer lines than that, a remedy as many. What is returned does not matter.
    """

    calls: int

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return "fires once per trace, not once per call"

    def hazard(self, run: Run) -> Seen:
        """Return whether something was printed, but not at each call."""
        if run.error:
            return Seen(_raised(run.error), False)
        return Seen(self._counted(run), 0 < len(run.lines) < self.calls)

    def remedy(self, run: Run) -> Seen:
        """Return whether each call printed one line, with no tracer in it."""
        if run.error:
            return Seen(_raised(run.error), False)
        readable = not any("Tracer" in line for line in run.lines)
        return Seen(self._counted(run), len(run.lines) == self.calls and readable)

    def _counted(self, run: Run) -> str:
        first = f", the first {shown(run.lines[0])}" if run.lines else ""
        return f"{self.calls} calls, {len(run.lines)} lines{first}"


@dataclass(frozen=True, slots=True)
class DrawsAlike(Outcome):
    """The function returns random draws, meant to be independent: some are equal or correlate.

    In a remedy no two are equal, and none correlate.
    """

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return "silently wrong: draws are equal or correlate"

    def hazard(self, run: Run) -> Seen:
        """Return whether two draws are equal or correlate strongly."""
        if run.error:
            return Seen(_raised(run.error), False)
        draws = _draws(run.value)
        strongest = max(_likeness(one, other) for one, other in combinations(draws, 2))
        return Seen(_related(len(draws), strongest), strongest >= CORRELATED)

    def remedy(self, run: Run) -> Seen:
        """Return whether all draws are independent, and long enough to tell."""
        if run.error:
            return Seen(_raised(run.error), False)
        draws = _draws(run.value)
        strongest = max(_likeness(one, other) for one, other in combinations(draws, 2))
        enough = all(len(draw) >= ENOUGH_DRAWS for draw in draws)
        return Seen(_related(len(draws), strongest), enough and strongest <= INDEPENDENT)


@dataclass(frozen=True, slots=True)
class ReusesKey(Raises):
    """JAX's own key checker, off by default, finds the key reused.

    A remedy returns draws as for ``DrawsAlike``; the checker must be silent on it.
    """

    name: str = "KeyReuseError"

    settings: ClassVar[Mapping[str, object]] = {"jax_debug_key_reuse": True}

    def expected(self) -> str:
        """Return what a hazard with this outcome does, as a phrase."""
        return f"reuses a key: JAX's checker, when on, raises {self.name}"

    def remedy(self, run: Run) -> Seen:
        """Return whether the checker is silent and the draws are independent."""
        return DrawsAlike().remedy(run)


def _equal_pair(run: Run) -> Seen:
    if run.error:
        return Seen(_raised(run.error), False)
    compiled, plain = _pair(run.value)
    return Seen(_compared(compiled, plain), alike(compiled, plain))


def _pair(value: object) -> tuple[object, object]:
    if isinstance(value, tuple) and len(value) == 2:
        return simple(value[0]), simple(value[1])
    raise MisshapenFixture(f"returned {shown(value)} instead of a pair")


def _draws(value: object) -> list[list[float]]:
    rows = simple(value)
    draws = [numbers(row) for row in rows] if isinstance(rows, list) else []
    if len(draws) < 2:
        raise MisshapenFixture("returned fewer than two draws")
    return draws


def _likeness(one: Sequence[float], other: Sequence[float]) -> float:
    if one == other:
        return 1.0
    if len(one) != len(other) or len(one) < ENOUGH_DRAWS:
        return 0.0
    try:
        return abs(correlation(one, other))
    except StatisticsError:
        return 0.0


def _related(count: int, strongest: float) -> str:
    if strongest == 1.0:
        return f"{count} draws, some equal"
    return f"{count} draws, correlation at most {strongest:.2f}"


def _compared(compiled: object, plain: object) -> str:
    return f"compiled {shown(compiled)}, plain {shown(plain)}"


def _raised(error: BaseException) -> str:
    return f"raised {type(error).__name__}"
