"""Everything of a result as one JSON object; docs/findings.schema.json describes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from jaxlint._version import VERSION
from jaxlint.diagnostics.addresses import address
from jaxlint.diagnostics.findings import Fault, Finding, Fix, Reason, Report
from jaxlint.diagnostics.result import Result
from jaxlint.report.paint import Line, plain
from jaxlint.report.statistics import counts
from jaxlint.source.spans import Span

# Raised when a key changes its meaning or goes away, not when one is added.
SCHEMA = 1


def render(result: Result) -> Iterator[Line]:
    """Yield the object with the findings."""
    findings = [as_object(finding) for finding in result.report.findings]
    yield from _object(result.report, "findings", findings)


def render_statistics(result: Result) -> Iterator[Line]:
    """Yield the object with counts by rule in place of the findings."""
    statistics = [
        {"code": code, "name": name, "count": count} for code, name, count in counts(result.report)
    ]
    yield from _object(result.report, "statistics", statistics)


def about() -> dict[str, Any]:
    """Return what jaxlint this is, and what its JSON is like."""
    return {"schema": SCHEMA, "version": VERSION}


def summary(report: Report) -> dict[str, int]:
    """Return how much a report holds."""
    return {
        "files": report.files,
        "findings": len(report.findings),
        "faults": len(report.faults),
        "held_back": report.held_back,
    }


def _object(report: Report, key: str, content: list[dict[str, Any]]) -> Iterator[Line]:
    whole = {
        **about(),
        key: content,
        "faults": [fault_object(fault) for fault in report.faults],
        "summary": summary(report),
    }
    yield from map(plain, json.dumps(whole, indent=2).split("\n"))


def as_object(finding: Finding) -> dict[str, Any]:
    """Return a finding with all that belongs to it."""
    return {
        "path": finding.path,
        **_span(finding.span),
        "code": finding.code,
        "name": finding.name,
        "url": address(finding.name),
        "message": finding.message,
        "outcome": finding.outcome,
        "advice": finding.advice,
        "certainty": finding.certainty,
        "severity": finding.severity,
        "chain": [_reason(reason) for reason in finding.chain],
        "fix": None if finding.fix is None else _fix(finding.fix),
    }


def fault_object(fault: Fault) -> dict[str, Any]:
    """Return what is said of a file that was not judged."""
    return {"path": fault.path, "message": fault.message}


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [{**_span(edit.span), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def _reason(reason: Reason) -> dict[str, Any]:
    return {"path": reason.path, **_span(reason.span), "text": reason.text}


def _span(span: Span) -> dict[str, int]:
    """Return a span, with its cell if it lies in a notebook."""
    return {key: value for key, value in asdict(span).items() if key != "cell" or value}
