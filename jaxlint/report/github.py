"""Workflow commands of GitHub Actions, which shows them beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.diagnostics.addresses import reference
from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.result import Result
from jaxlint.report.paint import Line, plain
from jaxlint.report.repository import in_repository
from jaxlint.report.severity import Severity, severity

_KINDS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}
_IN_TEXT = {ord(one): f"%{ord(one):02X}" for one in "%\r\n"}
_IN_PROPERTY = {ord(one): f"%{ord(one):02X}" for one in "%\r\n:,"}


def render(result: Result) -> Iterator[Line]:
    """Yield a command for each finding and each fault."""
    for finding in result.report.findings:
        kind = _KINDS[severity(finding)]
        title = f"{finding.code} {finding.name}"
        said = (f"Outcome: {finding.outcome}", f"Write instead: {finding.advice}")
        text = "\n".join((finding.message, *said, f"Page: {reference(finding.name)}"))
        if finding.span.cell:
            text = f"cell {finding.span.cell}, line {finding.span.line}: {text}"
        yield _command(kind, finding.path, {**_place(finding), "title": title}, text)
    for fault in result.report.faults:
        yield _command("error", fault.path, {"title": "jaxlint"}, fault.message)


def _place(finding: Finding) -> dict[str, str]:
    """Return the place in the file; of a notebook, whose lines are not those of its cells, none."""
    span = finding.span
    if span.cell:
        return {}
    place = {"line": str(span.line), "endLine": str(span.end_line)}
    if span.line == span.end_line:  # only then GitHub takes columns
        place |= {"col": str(span.column), "endColumn": str(span.end_column)}
    return place


def _command(kind: str, path: str, properties: dict[str, str], text: str) -> Line:
    told = {"file": in_repository(path), **properties}
    said = ",".join(f"{key}={_escaped(value, _IN_PROPERTY)}" for key, value in told.items())
    return plain(f"::{kind} {said}::{_escaped(text, _IN_TEXT)}")


def _escaped(text: str, how: dict[int, str]) -> str:
    return text.translate(how)
