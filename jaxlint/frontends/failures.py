"""What jaxlint says of an error that JAX raised, from the traceback that was printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from jaxlint.config.discovery import shown
from jaxlint.config.settings import Settings, settings_for
from jaxlint.diagnostics.baseline import load, without
from jaxlint.diagnostics.filter import hidden_by
from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.diagnostics.result import Result
from jaxlint.diagnostics.selection import EVERYTHING, Selection
from jaxlint.frontends.error_rules import BY_CLASS, BY_KIND, fitness, rules_of
from jaxlint.frontends.frames import Place, places
from jaxlint.frontends.jobs import Job, selection_for
from jaxlint.frontends.session import filter_of, lint
from jaxlint.knowledge.errors import CLASSES, meaning
from jaxlint.source.statements import Function, functions, statement_lines
from jaxlint.source.tracebacks import Chain, Raised, tracebacks

_WORD = re.compile(r"\w+")
_STRING = re.compile(r"'[^']*'|\"[^\"]*\"")
_QUOTED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Failure:
    """An error that was printed, and what jaxlint finds of it today.

    ``place`` is the innermost frame in a file of the user, if there is one. ``findings`` speak of
    the error, ``hidden`` says why a check with the user's settings does not show them, empty if it
    does; ``others`` are at the same line and speak of something else. ``rules`` are the codes of
    those that speak of such an error. ``result`` holds the sources.
    """

    raised: Raised
    meaning: str
    place: Place | None
    findings: tuple[Finding, ...]
    hidden: str
    others: tuple[Finding, ...]
    rules: tuple[str, ...]
    result: Result

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The files that could not be judged."""
        return self.result.report.faults


def failures(text: str) -> tuple[Chain, ...]:
    """Return the tracebacks in a text: those with frames, and errors of JAX that stand alone.

    A group of exceptions is not one of them where the exceptions in it were printed as well.
    """
    found = [
        chain
        for chain in tracebacks(text)
        if any(one.frames or one.kind in CLASSES for one in chain)
    ]
    return tuple(chain for chain in found if not _is_group(chain)) or tuple(found)


def _is_group(chain: Chain) -> bool:
    return all(one.kind.endswith("ExceptionGroup") for one in chain)


def explained(chain: Chain, config: str | None = None, isolated: bool = False) -> Failure:
    """Return what jaxlint says of a traceback. Raises SettingsError and BadBaseline."""
    raised = _of_jax(chain)
    frames = [frame for one in (raised, *reversed(chain)) for frame in reversed(one.frames)]
    around = [*places(dict.fromkeys(frames))]
    named = [*places(dict.fromkeys(reversed(raised.named)))]
    files = sorted({str(one.file) for one in (*around, *named)})
    settings = settings_for(files, config, isolated) if files else Settings()
    job = Job(files, settings, selection_for(settings), isolated=isolated, cached=True)
    result = _everything(job)
    search = _Search(raised, result, around, named)
    findings = search.findings()
    hidden = _hidden(findings, job, result)
    if not findings and _handles(result):
        seen = _everything(replace(job, unhandled=True, cached=False))
        findings = _Search(raised, seen, around, named).findings()
        hidden = "a handler around it may be there for the error"
    return Failure(
        raised,
        meaning(raised.kind, raised.message),
        around[0] if around else None,
        findings,
        hidden,
        () if findings else search.others(),
        rules_of(raised),
        result,
    )


def _handles(result: Result) -> bool:
    """Whether errors may be handled in the files that were checked."""
    return any(b"except" in source for source in result.sources.values())


def _of_jax(chain: Chain) -> Raised:
    """The exception of a chain that JAX raised: the last of them, or the last of all."""
    known = (one for one in reversed(chain) if one.kind in CLASSES)
    told = (one for one in reversed(chain) if rules_of(one))
    return next(known, None) or next(told, chain[-1])


def _everything(job: Job) -> Result:
    """What is found by all rules in the files of a job, hidden or not."""
    if not job.paths:
        return Result.empty()
    settings = replace(job.settings, per_file_ignores={}, baseline=None)
    everything = Selection((EVERYTHING,), presumed=True, advice=True)
    return lint(replace(job, settings=settings, selection=everything, comments=False))


def _hidden(findings: Sequence[Finding], job: Job, result: Result) -> str:
    """Say why a check does not show findings; empty if it shows one, or there is none."""
    wanted, file = filter_of(job), job.settings.baseline
    left = result if file is None else without(file, load(file), result)
    reasons = []
    for one in findings:
        text = "\n".join(result.lines(one.path, one.span.cell))
        why = hidden_by(one, text.encode(errors="replace"), wanted)
        if why is None:
            why = "" if one in left.report.findings else "the baseline holds it"
        reasons.append(why)
    return "" if "" in reasons or not reasons else reasons[0]


class _Search:
    """Looks for the findings that speak of an error, near to its places first."""

    def __init__(
        self, raised: Raised, result: Result, around: Sequence[Place], named: Sequence[Place]
    ) -> None:
        self._raised = raised
        self._result = result
        self._around = around
        self._named = named

    def findings(self) -> tuple[Finding, ...]:
        """Those at a frame or where the message says; then those that are told of there."""
        close, far = [*self._around, *self._named], [*self._named, *self._around]
        return (
            self._first(close, self._at)
            or self._first(far, self._tells_of, BY_CLASS)
            or self._first(self._named, self._in_function)
            or self._first(self._around, self._in_called)
            or self._first(self._around, self._in_function, BY_CLASS)
            or self._first(self._around, self._of_variable, BY_CLASS)
            or self._first(self._around, self._of_function, BY_CLASS)
        )

    def others(self) -> tuple[Finding, ...]:
        """What is found at the innermost frame and speaks of something else."""
        here = self._around[:1]
        return tuple(
            one for one in self._result.report.findings for at in here if self._at(one, at)
        )

    def _first(
        self,
        where: Sequence[Place],
        nearness: Callable[[Finding, Place], int],
        least: int = BY_KIND,
    ) -> tuple[Finding, ...]:
        """The findings at the first place that has some, only the nearest that fit best.

        ``nearness`` says how much a finding has to do with a place, 0 for nothing, and ``least``
        how well it has to fit the error.
        """
        fitting = {one: self._fitness(one) for one in self._result.report.findings}
        for place in where:
            found = {
                one: (nearness(one, place), fit) for one, fit in fitting.items() if fit >= least
            }
            best = max(found.values(), default=(0, 0))
            if best[0]:
                return tuple(one for one, well in found.items() if well == best)
        return ()

    def _fitness(self, finding: Finding) -> int:
        told = finding.outcome.replace(",", " ").split()
        is_told = not self._raised.kind or self._raised.kind in told
        return max(fitness(finding.code, self._raised), BY_KIND * is_told)

    def _at(self, finding: Finding, place: Place) -> int:
        """Whether a finding is in the statement of a place."""
        first, last = finding.span.line, finding.span.end_line
        lines = statement_lines(self._text(place), place.line)
        near = place.line in range(first, last + 1) or first in lines or last in lines
        return near and self._in_file(finding, place)

    def _tells_of(self, finding: Finding, place: Place) -> int:
        """Whether a finding has a place among its reasons."""
        here = (shown(place.file), place.line, place.cell)
        return any((one.path, one.span.line, one.span.cell) == here for one in finding.chain)

    def _in_function(self, finding: Finding, place: Place) -> int:
        """Whether a finding is in the innermost function that a place is in."""
        inside = [one.lines for one in functions(self._text(place)) if place.line in one.lines]
        lines = min(inside, key=len, default=range(0))
        return finding.span.line in lines and self._in_file(finding, place)

    def _in_called(self, finding: Finding, place: Place) -> int:
        """In how many functions and classes that are named at a place a finding is."""
        inside = {one.name for one in self._functions(finding) if finding.span.line in one.lines}
        return len(inside.intersection(_words(self._line(place))))

    def _of_variable(self, finding: Finding, place: Place) -> int:
        """Whether a finding is about a variable that is named at a place."""
        return any(name in self._line(place) for name in _QUOTED.findall(finding.message))

    def _of_function(self, finding: Finding, place: Place) -> int:
        """How many functions are named where a finding is and at a place, or in the message."""
        lines = self._result.lines(finding.path, finding.span.cell)
        here = _words(lines[finding.span.line - 1]) & {one.name for one in self._functions(finding)}
        return len(here & (_words(self._line(place)) | _words(self._raised.message)))

    def _functions(self, finding: Finding) -> tuple[Function, ...]:
        return functions("\n".join(self._result.lines(finding.path, finding.span.cell)))

    def _in_file(self, finding: Finding, place: Place) -> bool:
        return (finding.path, finding.span.cell) == (shown(place.file), place.cell)

    def _text(self, place: Place) -> str:
        return "\n".join(self._result.lines(shown(place.file), place.cell))

    def _line(self, place: Place) -> str:
        lines = self._result.lines(shown(place.file), place.cell)
        return lines[place.line - 1] if place.line <= len(lines) else ""


def _words(text: str) -> set[str]:
    """The names in a line of source, not those in strings."""
    return {*_WORD.findall(_STRING.sub("", text))}
