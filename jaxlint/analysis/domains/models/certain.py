"""Whether what a model does while it runs is certain: no test decides about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class Certain(Effect):
    """Something that a model does, whatever the tests around it say; ``who`` does it."""

    who: str

    domain = "models"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """The same of another call, if that is no subject to tests."""
        log(engine, frame, self)


def log(engine: Engine, frame: Frame, effect: Certain) -> None:
    """Log what is done, where no test decides between the call that runs the model and here."""
    if is_certain(engine, frame):
        engine.log(effect)


@dataclass(slots=True, eq=False)
class _Applied:
    """The calls of ``init`` and ``apply`` under way: how many open tests lead to each."""

    tests: list[int] = field(default_factory=list)


@contextmanager
def applied(engine: Engine, frame: Frame) -> Iterator[None]:
    """Run a model by ``init`` or ``apply``."""
    tests = engine.kept(_Applied).tests
    tests.append(_open_tests(frame))
    try:
        yield
    finally:
        tests.pop()


def is_certain(engine: Engine, frame: Frame) -> bool:
    """Whether no open test decides between the innermost of these calls and here."""
    tests = engine.kept(_Applied).tests
    return bool(tests) and _open_tests(frame) == tests[-1]


def _open_tests(frame: Frame) -> int:
    """How many tests lead here of which the answer is not known."""
    return sum(not one.decided for one in frame.conditions)
