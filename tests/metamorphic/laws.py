"""Whether a rewriting of a case keeps its findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from jaxlint.diagnostics.findings import Finding
from jaxlint.proof import fixtures

from .. import case_files
from . import armed, copied, helped, moved, named, remarked, renamed
from .modules import Module
from .pieces import Kept, Origin, Rewriting

REWRITINGS: Mapping[str, Callable[[list[Module]], Rewriting]] = {
    "copied": copied.rewrite,
    "remarked": remarked.rewrite,
    "helped": helped.rewrite,
    "named": named.rewrite,
    "armed": armed.rewrite,
    "moved": moved.rewrite,
    "renamed": renamed.rewrite,
}
CASES = {path.stem: path for path in case_files.ALL}
FIXTURES = {f"fixture-{fixture.name}": fixture.path for fixture in fixtures()}
SUBJECTS = {**CASES, **FIXTURES}
# Fixtures add time and no shape of code to what these change.
OF_CASES_ONLY = {"copied", "remarked", "renamed"}

Mark = tuple[str, Origin]


def subjects(law: str) -> Iterable[str]:
    """Return what a law is held against."""
    return CASES if law in OF_CASES_ONLY else SUBJECTS


@cache
def sources(subject: str) -> Mapping[str, str]:
    """Return the files of a case, or the one of a fixture, by path."""
    path = SUBJECTS[subject]
    if subject in CASES:
        return case_files.texts(path)
    return {path.name: path.read_text(encoding="utf-8")}


@cache
def modules(subject: str) -> list[Module]:
    """Return the files of a subject as the rewritings read them."""
    return [Module(path, text) for path, text in sources(subject).items()]


def findings(subject: str, texts: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return what is found in the files of a subject, which may be rewritten."""
    path = SUBJECTS[subject]
    report = case_files.lint(path, texts, roots=None if subject in CASES else ())
    assert not report.faults
    return report.findings


@cache
def unchanged(subject: str) -> frozenset[Mark]:
    """Return what is found in a subject as it is."""
    if subject in CASES:
        found = case_files.linted(CASES[subject]).findings
    else:
        found = findings(subject, sources(subject))
    return frozenset((one.code, Origin(one.path, one.span.line)) for one in found)


def rewritten(law: str, subject: str) -> Rewriting | None:
    """Return a subject rewritten, or None where there is nothing to rewrite."""
    result = REWRITINGS[law](modules(subject))
    texts = {path: one.text for path, one in result.items()}
    return None if texts == sources(subject) else result


def wanted(subject: str, rewriting: Rewriting) -> set[Mark]:
    """Return what is to be found in a rewritten subject, in its copies as in what they copy."""
    pieces = (piece for rewritten in rewriting.values() for piece in rewritten.pieces)
    copies = {line for one in pieces if isinstance(one, Kept) and one.copy for line in one.lines}
    marks = unchanged(subject)
    doubled = {(code, Origin(line.path, line.line, True)) for code, line in marks}
    return {*marks, *(mark for mark in doubled if mark[1] in copies)}


def disagreements(law: str, subject: str) -> list[str]:
    """Return what a rewriting changes in the findings, a line each."""
    rewriting = rewritten(law, subject)
    if rewriting is None:
        return []
    texts = {path: rewritten.text for path, rewritten in rewriting.items()}
    found = [
        (one, rewriting[one.path].origins(one.span.line, one.span.column))
        for one in findings(subject, texts)
    ]
    marks = wanted(subject, rewriting)
    got = {(one.code, line) for one, lines in found for line in lines}
    missing = [_line("missing", *mark) for mark in sorted(marks - got)]
    new = [
        f"unexpected {one.code} {one.place} for {sorted(lines)}: {one.message}"
        for one, lines in found
        if marks.isdisjoint((one.code, line) for line in lines)
    ]
    return missing + new


def _line(fault: str, code: str, origin: Origin) -> str:
    return f"{fault} {code} {origin.path}:{origin.line}{' (copy)' if origin.copy else ''}"
