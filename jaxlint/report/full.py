"""Findings as compilers show them: place, excerpt, outcome, advice and the chain of reasons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jaxlint.diagnostics.addresses import reference
from jaxlint.diagnostics.findings import ADVICE, Finding, Reason
from jaxlint.diagnostics.result import Result
from jaxlint.report.excerpt import excerpt
from jaxlint.report.paint import Line, plain


def render(result: Result) -> Iterator[Line]:
    """Yield the lines of each finding, followed by an empty one."""
    lines = lru_cache(maxsize=4)(result.lines)
    for finding in result.report.findings:
        yield _header(finding)
        width = len(str(finding.span.end_line))
        yield ((f"{'':{width}}--> ", "blue"), (finding.place, ""))
        yield from excerpt(lines(finding.path, finding.span.cell), finding.span)
        yield _labelled("outcome", finding.outcome, width)
        yield _labelled("write instead", finding.advice, width)
        if finding.fix is not None:
            option = "--fix" if finding.fix.safe else "--fix --unsafe-fixes"
            yield _labelled("fix", f"{finding.fix.title} ({option})", width)
        yield _labelled("page", reference(finding.name), width)
        yield from _chain(finding.chain, width)
        yield plain("")


def _header(finding: Finding) -> Line:
    mark = " (advice)" if finding.severity == ADVICE else ""
    return (
        (f"{finding.code} {finding.name}{mark}", "bold red"),
        (f": {finding.message}", "bold"),
    )


def _labelled(label: str, text: str, width: int) -> Line:
    return ((f"{'':{width}} = ", "blue"), (f"{label}: ", "bold"), (text, ""))


def _chain(chain: tuple[Reason, ...], width: int) -> Iterator[Line]:
    """Yield the chain of reasons, the places in a column of their own."""
    if not chain:
        return
    yield ((f"{'':{width}} = ", "blue"), ("because:", "bold"))
    places = [f"{reason.place}:" for reason in chain]
    widest = max(map(len, places))
    for place, reason in zip(places, chain, strict=True):
        yield plain(f"{'':{width}}     {place:{widest}} {reason.text}")
