"""Rules: each judges one kind of observation, and sees no tree, no file and no front end."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from jaxlint.diagnostics.findings import ERROR, Severity

if TYPE_CHECKING:
    from jaxlint.analysis.observations import Observation
    from jaxlint.fixes.edits import PlannedFix

SeenT = TypeVar("SeenT", bound="Observation")


class Level(Enum):
    """Whether a rule speaks when nobody selected it.

    ``ON`` rules do. ``PREVIEW`` rules are not yet quiet enough on real code, ``OFF`` rules say what
    many projects do without: both speak only when selected.
    """

    ON = "on"
    PREVIEW = "preview"
    OFF = "off"


class FileKind(Enum):
    """What a file is for, by its name: ``TEST`` files are those that pytest collects, any in a
    folder of tests (``Test``, too), and those called ``test.py`` whose functions are tests;
    ``BENCHMARK`` files measure, as a word in their name or a folder's says, and draw what they
    measure with; ``EXAMPLE`` files lie in a folder of examples, demos or tutorials."""

    CODE = "code"
    TEST = "test"
    BENCHMARK = "benchmark"
    EXAMPLE = "example"
    NOTEBOOK = "notebook"

    @classmethod
    def of(cls, path: str, functions: Collection[str] = ()) -> FileKind:
        """The kind of the file at a path from its project's folder on, which defines functions."""
        *folders, name = path.split("/")
        if name.endswith(".ipynb"):
            return cls.NOTEBOOK
        if _TESTS.fullmatch(name) or not _TEST_FOLDERS.isdisjoint(map(str.lower, folders)):
            return cls.TEST
        if name in _MAY_BE_TESTS and any(one.startswith("test_") for one in functions):
            return cls.TEST
        measures = not _BENCHMARK_WORDS.isdisjoint(_words(name))
        above = not _BENCHMARK_FOLDERS.isdisjoint(_words("/".join(folders)))
        if measures or above:
            return cls.BENCHMARK
        return cls.CODE if _EXAMPLE_FOLDERS.isdisjoint(map(str.lower, folders)) else cls.EXAMPLE


_TESTS = re.compile(r"(test_.*|.*_test|conftest)\.py")
_MAY_BE_TESTS = ("test.py", "tests.py")
_TEST_FOLDERS = frozenset(("test", "tests", "testing"))
_BENCHMARK_WORDS = frozenset("bench benchmark benchmarks microbenchmark perf".split())
_BENCHMARK_FOLDERS = _BENCHMARK_WORDS | {"performance", "profiling"}
_EXAMPLE_FOLDERS = frozenset("example examples demo demos tutorial tutorials".split())
_WORD = re.compile(r"[a-z]+")


def _words(path: str) -> list[str]:
    """The words of which the names in a path are made."""
    return _WORD.findall(path.lower())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rule says of an observation: what is wrong, what to write, and what JAX does.

    ``fix`` writes it, where what has to be written is certain. ``severity`` is what follows from
    it here, where that is not what follows from the hazard in general.
    """

    message: str
    advice: str
    outcome: str | None = None
    fix: PlannedFix | None = None
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """What JAX did ``before`` the release since which it does what a rule's ``outcome`` says."""

    before: str
    outcome: str


class Rule(Generic[SeenT]):
    """A hazard's code, name and judgement. The module docstring of a rule's file is its page.

    ``name`` names the bad thing, so that "allow NAME" reads well. ``outcome`` is what JAX does,
    as shown by the fixture of the same name. ``severity`` says what follows from it, ``meant_in``
    in which kinds of files it is so often meant that it is advice there. ``observes`` is the kind
    of observation judged. ``earlier`` is what releases of before did, where that is another thing.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    outcome: ClassVar[str]
    earlier: ClassVar[Earlier | None] = None
    level: ClassVar[Level] = Level.ON
    severity: ClassVar[Severity] = ERROR
    meant_in: ClassVar[frozenset[FileKind]] = frozenset()
    observes: ClassVar[type[Observation]]

    def judge(self, seen: SeenT) -> Verdict | None:
        """Return a verdict when the observation certainly is this hazard, else None."""
        raise NotImplementedError
