"""Applying fixes: edits of the text, kept only if checking the result again finds it better.

Everything outside of an edit stays as it is, to the byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.result import Result
from jaxlint.diagnostics.selection import BROKEN_SYNTAX
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.source.edits import edited
from jaxlint.source.spans import Edit
from jaxlint.source.text import decoded, encoded

_MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Fixed:
    """The outcome: the remaining findings, and by absolute path the new bytes and their fixes."""

    result: Result
    texts: Mapping[Path, bytes]
    applied: Mapping[Path, int]


def fix(job: Job, result: Result, *, unsafe: bool = False) -> Fixed:
    """Apply the fixes of what a job found until none is left to apply; nothing is written.

    ``unsafe`` adds those that change what the program computes. A fix that would break the syntax
    or add a finding anywhere is left out.
    """
    given = job.buffers
    applied: Counter[Path] = Counter()
    refused: set[tuple[str, str, int]] = set()
    for _ in range(_MOST_ROUNDS):
        wanted = [one for one in _fixable(result, unsafe) if _identity(one, result) not in refused]
        chosen = _apart(wanted)
        if not chosen:
            break
        job, after, kept = _tried(job, result, chosen, refused)
        applied.update(result.places[one.path] for one in kept)
        result = after
    changed = {path: data for path, data in job.buffers.items() if given.get(path) != data}
    return Fixed(result, changed, applied)


def _fixable(result: Result, unsafe: bool) -> list[Finding]:
    return [
        finding
        for finding in result.report.findings
        if finding.fix is not None and (unsafe or finding.fix.safe)
        if _kept_whole(result.sources[finding.path])
    ]


def _kept_whole(data: bytes) -> bool:
    """Whether a text read and written again is the same; odd encodings do not promise it."""
    return encoded(decoded(data), data) == data


def _identity(finding: Finding, result: Result) -> tuple[str, str, int]:
    """What tells a fix that was refused: its file as it then was, its edits."""
    return finding.path, repr(finding.fix), hash(result.sources[finding.path])


def _apart(findings: Sequence[Finding]) -> list[Finding]:
    """Findings whose edits change no line that others change; of several that do, the first."""
    chosen: list[Finding] = []
    taken: set[tuple[str, int, int]] = set()
    for finding in findings:
        lines = set(_lines(finding))
        if taken.isdisjoint(lines):
            chosen.append(finding)
            taken |= lines
    return chosen


def _lines(finding: Finding) -> Iterator[tuple[str, int, int]]:
    """The lines that a fix changes: what is inserted into one of them may belong together."""
    for edit in finding.fix.edits if finding.fix is not None else ():
        for line in range(edit.span.line, edit.span.end_line + 1):
            yield finding.path, edit.span.cell, line


def _tried(
    job: Job, result: Result, chosen: Sequence[Finding], refused: set[tuple[str, str, int]]
) -> tuple[Job, Result, Sequence[Finding]]:
    """Apply fixes at once if nothing gets worse of it, else one half of them; return which."""
    changed = _with(job, result, chosen)
    after = lint(changed)
    if _better(result, after):
        return changed, after, chosen
    if len(chosen) == 1:
        refused.add(_identity(chosen[0], result))
        return job, result, ()
    half = len(chosen) // 2
    job, result, first = _tried(job, result, chosen[:half], refused)
    if first:
        return job, result, first
    return _tried(job, result, chosen[half:], refused)


def _with(job: Job, result: Result, chosen: Sequence[Finding]) -> Job:
    buffers = dict(job.buffers)
    edits: dict[str, list[Edit]] = {}
    for finding in chosen:
        if finding.fix is not None:
            edits.setdefault(finding.path, []).extend(finding.fix.edits)
    for path, many in edits.items():
        buffers[result.places[path]] = edited(path, result.sources[path], many)
    return replace(job, buffers=buffers)


def _better(before: Result, after: Result) -> bool:
    """Whether there is less to say than before, and nothing more of any rule in any file.

    What is held back counts: a fix that turns an error into advice is none.
    """
    old = Counter((finding.path, finding.code) for finding in before.report.findings)
    new = Counter((finding.path, finding.code) for finding in after.report.findings)
    broken = any(code == BROKEN_SYNTAX and new[path, code] > old[path, code] for path, code in new)
    more = new - old or after.report.held_back > before.report.held_back
    return not broken and new.total() < old.total() and not more
