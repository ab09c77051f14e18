"""The number of findings of each rule, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.result import Result
from jaxlint.report.paint import Line


def counts(report: Report) -> list[tuple[str, str, int]]:
    """Return code, name and number of findings of each rule that has any."""
    counted = Counter((finding.code, finding.name) for finding in report.findings)
    ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return [(code, name, count) for (code, name), count in ordered]


def render(result: Result) -> Iterator[Line]:
    """Yield a line for each rule."""
    found = counts(result.report)
    width = max((len(str(count)) for _, _, count in found), default=0)
    for code, name, count in found:
        yield ((f"{count:{width}}  ", "bold"), (code, "bold red"), (f"  {name}", ""))
