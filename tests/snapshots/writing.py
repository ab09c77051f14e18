"""Findings as text that shows every change of them, a line for each thing that is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jaxlint.diagnostics.findings import ERROR, Finding
from jaxlint.source.spans import Edit, Span

from .. import case_files

FOLDER = Path(__file__).parent


def file_of(case: Path) -> Path:
    """Return the file that holds what is said of a case."""
    return FOLDER / f"{case.stem}.txt"


def snapshot(case: Path) -> str:
    """Return all that is said of a case now."""
    lines = [line for finding in case_files.linted(case).findings for line in (*_told(finding), "")]
    return "\n".join(lines)


def _told(finding: Finding) -> Iterator[str]:
    yield f"{finding.path}:{_place(finding.span)} {finding.code} {finding.message}"
    yield f"  outcome: {finding.outcome}"
    yield f"  advice: {finding.advice}"
    if finding.severity != ERROR:
        yield f"  severity: {finding.severity}"
    if finding.certainty != "shown":
        yield f"  certainty: {finding.certainty}"
    for reason in finding.chain:
        path = "" if reason.path == finding.path else f"{reason.path}:"
        yield f"  why: {path}{_place(reason.span)} {reason.text}"
    if finding.fix is not None:
        yield f"  fix: {finding.fix.title} ({'safe' if finding.fix.safe else 'unsafe'})"
        yield from (f"    {_written(edit)}" for edit in finding.fix.edits)


def _place(span: Span) -> str:
    end = (
        f"{span.end_column}" if span.end_line == span.line else f"{span.end_line}:{span.end_column}"
    )
    return f"{span.line}:{span.column}-{end}"


def _written(edit: Edit) -> str:
    return f"{_place(edit.span)} -> {edit.text!r}"
