"""One line for each finding: ``path:line:column: CODE message``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.report.paint import Line

if TYPE_CHECKING:
    from jaxlint.frontends.session import Result


def render(result: Result) -> Iterator[Line]:
    """Yield a line for each finding."""
    for finding in result.report.findings:
        yield (
            (f"{finding.place}:", "bold"),
            (" ", ""),
            (finding.code, "bold red"),
            (f" {finding.message}", ""),
        )
