"""Ignore comments written for what was found: for people who take on a rule in an old project."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.result import Result
from jaxlint.diagnostics.selection import BROKEN_SYNTAX
from jaxlint.diagnostics.suppressions import tokens
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.source.edits import edited
from jaxlint.source.spans import Edit, Span

_OURS = re.compile(r"#\s*jaxlint:\s*ignore\s*\[[^\]]*(?=\])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Place:
    """A line that can hold a comment at its end, and where the one that it has starts, if any."""

    line: int
    comment: int | None


@dataclass(frozen=True, slots=True)
class Ignored:
    """The outcome: the remaining findings, and the new bytes by absolute path."""

    result: Result
    texts: Mapping[Path, bytes]


def ignore(job: Job, result: Result, reason: str = "") -> Ignored:
    """Add an ignore comment for each finding of a job, with a reason if given; nothing is written.

    What cannot be hidden by a comment is left: broken syntax, and lines that can hold none.
    """
    buffers = dict(job.buffers)
    for path, edits in _edits(result, " ".join(reason.split())).items():
        if edits:
            buffers[result.places[path]] = edited(path, result.sources[path], edits)
    after = lint(replace(job, buffers=buffers))
    changed = {place: data for place, data in buffers.items() if data != job.buffers.get(place)}
    return Ignored(after, changed)


def edits_for(
    findings: Sequence[Finding], lines: Sequence[str], reason: str = ""
) -> Iterator[Edit]:
    """Yield what adds the ignore comments for findings in one file, or one cell, of these lines."""
    names: dict[_Place, list[str]] = {}
    places = _places(lines)
    for finding in findings:
        place = places.get(finding.span.line)
        if finding.code != BROKEN_SYNTAX and place is not None:
            named = names.setdefault(place, [])
            named += [] if finding.name in named else [finding.name]
    for place, named in names.items():
        yield _edit(lines[place.line - 1], place, findings[0].span.cell, named, reason)


def _edits(result: Result, reason: str) -> Mapping[str, list[Edit]]:
    """Return the edits for all findings, by their path."""
    together: dict[tuple[str, int], list[Finding]] = {}
    for finding in result.report.findings:
        if finding.path in result.sources:
            together.setdefault((finding.path, finding.span.cell), []).append(finding)
    edits: dict[str, list[Edit]] = {}
    for (path, cell), findings in together.items():
        found = edits_for(findings, result.lines(path, cell), reason)
        edits.setdefault(path, []).extend(found)
    return edits


def _edit(text: str, place: _Place, cell: int, names: Sequence[str], reason: str) -> Edit:
    """Return the edit that adds names to a line's comment, or a comment to the line."""
    found = _OURS.search(text, place.comment) if place.comment is not None else None
    if found is not None:
        column = found.end() + 1
        new = ("" if found[0].endswith("[") else ", ") + ", ".join(names)
    else:
        column = len(text.rstrip()) + 1
        new = f"  # jaxlint: ignore[{', '.join(names)}]" + (f": {reason}" if reason else "")
    return Edit(Span(place.line, column, place.line, column, cell), new)


def _places(lines: Sequence[str]) -> Mapping[int, _Place]:
    """Return for each line the first place from it on, in its statement, for a comment.

    Within strings and before backslashes there is none.
    """
    places: dict[int, _Place] = {}
    waiting: set[int] = set()
    comment: int | None = None
    with suppress(tokenize.TokenError, SyntaxError):
        for token in tokens(lines):
            waiting.update(range(token.start[0], token.end[0] + 1))
            if token.type == tokenize.COMMENT:
                comment = token.start[1]
            elif token.type in (tokenize.NL, tokenize.NEWLINE):
                place = _Place(token.start[0], comment)
                places |= {line: place for line in waiting if line not in places}
                waiting.clear()
                comment = None
    return places
