"""One line for each finding: ``path:line:column: CODE message``, advice marked as such."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.result import Result
from jaxlint.report.paint import Line


def render(result: Result) -> Iterator[Line]:
    """Yield a line for each finding."""
    for finding in result.report.findings:
        yield (
            (f"{finding.place}:", "bold"),
            (" ", ""),
            (finding.code, "bold red"),
            (f" {'(advice) ' if finding.severity == ADVICE else ''}{finding.message}", ""),
        )
