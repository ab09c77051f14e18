"""What the run over one module came to, and on what that depends."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from jaxlint.analysis import sweeps
from jaxlint.analysis.core.world import World
from jaxlint.diagnostics.broken_syntax import unread
from jaxlint.diagnostics.diagnosing import diagnose
from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.diagnostics.rule import Rule
from jaxlint.program import questions
from jaxlint.program.declarations import Declarations
from jaxlint.program.positions import Positions
from jaxlint.program.project import Project
from jaxlint.program.reading import Unread
from jaxlint.queries.deep_stack import with_room
from jaxlint.source.spans import Span

# After so many new objects what runs left behind is worth a collection. They take about 300 MB.
_OBJECTS = 2_500_000

Lines = Callable[[str, int], int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of some file that holds as long as the code does that a run depends on.

    ``number`` is counted among the lines with code of a part, or of the outline if ``part`` is "".
    Less than 0 is a line without code, to be counted among all.
    """

    part: str
    number: int


@dataclass(frozen=True, slots=True)
class Run:
    """What the run over the module at ``path`` found, in any file.

    It is the same as long as all that was ``asked`` has the same answer: questions to the project,
    in words. A line in the findings is an index into ``lines``.
    """

    path: str
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    asked: Mapping[str, str]
    lines: tuple[Line, ...] = ()

    @property
    def reached(self) -> tuple[str, ...]:
        """The files whose code it depends on, or some of it."""
        keys = map(questions.from_words, self.asked)
        read = (questions.code, questions.outline)
        return tuple(sorted({path for query, path, *_ in keys if query in read}))


@dataclass(frozen=True)
class Ledger:
    """Runs over modules of a project, by path, all of them good for the files as they were then.

    ``codes`` are the digests of the code that the files had.
    """

    runs: Mapping[str, Run] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def asked(self) -> dict[str, str]:
        """All that the runs asked."""
        return {
            question: told for run in self.runs.values() for question, told in run.asked.items()
        }

    def still_good(self, project: Project) -> dict[str, Run]:
        """Return the runs that are good for a project as it is now."""
        same = project.unchanged(self.codes)
        changed = {
            one for one, told in self.asked.items() if not same(one) and project.answer(one) != told
        }
        return {path: run for path, run in self.runs.items() if changed.isdisjoint(run.asked)}


def run_all(
    project: Project,
    paths: Sequence[str],
    rules: Sequence[Rule[Any]],
    declarations: Declarations,
    done: Callable[[Run], None] = lambda run: None,
    pulse: Callable[[], None] | None = None,
) -> list[Run]:
    """Return the runs over the modules at some paths; ``done`` gets each when it is made."""

    def work(pulse: Callable[[], None]) -> list[Run]:
        world, positions = sweeps.world_of(project, declarations, None, pulse), Positions()
        found = []
        for path in paths:
            if gc.get_count()[0] > _OBJECTS:
                gc.collect(1)  # runs leave cycles behind; what has long been there is not looked at
            found.append(_run(world, path, rules, positions))
            done(found[-1])
        return found

    return with_room(work, pulse)


def _run(world: World, path: str, rules: Sequence[Rule[Any]], positions: Positions) -> Run:
    """Run the interpreter over the module at a path and let the rules judge what it saw."""
    project = world.project
    with project.noting() as asked:
        findings, faults = _found(world, path, rules, positions)
        lines = _Lines(project)
        counted = tuple(moved(finding, lines.index) for finding in findings)
    return Run(path, counted, faults, project.told(asked), (*lines.found,))


def _found(
    world: World, path: str, rules: Sequence[Rule[Any]], positions: Positions
) -> tuple[tuple[Finding, ...], tuple[Fault, ...]]:
    read = world.project.read(path)
    if isinstance(read, Unread):
        told = unread(read)
        return ((told,), ()) if isinstance(told, Finding) else ((), (told,))
    engine = world.engine(read)
    answers = {*diagnose(sweeps.run(engine), rules, positions, world.releases.newest)}
    findings = _worst(one for one in answers if isinstance(one, Finding))
    broken = {one for one in answers if isinstance(one, Fault)}
    defects = {Fault(where, *defect) for where, defect in engine.faults.items()}
    return findings, tuple(sorted(broken | defects))


def _worst(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Of what a rule finds at one place, which may differ in what follows, that with the worst."""
    by_place: dict[tuple[str, Span, str], list[Finding]] = {}
    for one in sorted(findings):
        by_place.setdefault((one.path, one.span, one.code), []).append(one)
    return tuple(
        one
        for told in by_place.values()
        for one in told
        if one.harm == max(other.harm for other in told)
    )


# --- places --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Lines:
    """Gathers the lines that findings speak of; what says where these are is asked for."""

    project: Project
    found: dict[Line, int] = field(default_factory=dict)

    def index(self, path: str, line: int) -> int:
        """Return the index of a line of a file among those gathered."""
        return self.found.setdefault(Line(*self.project.place_of(path, line)), len(self.found))


def moved(finding: Finding, lines: Lines) -> Finding:
    """Return a finding with other numbers of its lines."""
    chain = tuple(replace(one, span=_span(one.span, one.path, lines)) for one in finding.chain)
    fix = finding.fix
    if fix is not None:
        edits = (replace(edit, span=_span(edit.span, finding.path, lines)) for edit in fix.edits)
        fix = replace(fix, edits=tuple(edits))
    span = _span(finding.span, finding.path, lines)
    return replace(finding, span=span, chain=chain, fix=fix)


def _span(span: Span, path: str, lines: Lines) -> Span:
    return replace(span, line=lines(path, span.line), end_line=lines(path, span.end_line))


def placed(run: Run, project: Project) -> Iterator[Finding]:
    """Yield the findings of a run with their lines as they are in the files now."""

    def line(path: str, index: int) -> int:
        known = run.lines[index]
        return project.text(path).line_of(known.part, known.number)

    for finding in run.findings:
        yield moved(finding, line)


# How certain a finding of a run is, what follows from it, and which run it is of.
_Teller = tuple[int, int, bool, str]


def merged(runs: Iterable[Run], project: Project) -> Iterator[Finding]:
    """What several runs found, each place and code as told by one of them.

    That is the most certain one, of these the one with the worst that follows, of these the run
    over the module in which the place lies, or else the first.
    """
    told: dict[tuple[str, Span, str], _Teller] = {}
    kept: list[tuple[_Teller, Finding]] = []
    for one in runs:
        for finding in placed(one, project):
            teller = finding.doubt, -finding.harm, finding.path != one.path, one.path
            place = finding.path, finding.span, finding.code
            told[place] = min(teller, told.get(place, teller))
            kept.append((teller, finding))
    for teller, finding in kept:
        if told[finding.path, finding.span, finding.code] == teller:
            yield finding
