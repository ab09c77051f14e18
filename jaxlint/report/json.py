"""Everything of a result as one JSON object; docs/usage.md describes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from jaxlint._version import VERSION
from jaxlint.findings import Finding, Fix, Reason, Report
from jaxlint.report.paint import Line, plain
from jaxlint.report.statistics import counts

if TYPE_CHECKING:
    from jaxlint.lint import Result


def render(result: Result) -> Iterator[Line]:
    """Yield the object with the findings."""
    findings = [_finding(finding) for finding in result.report.findings]
    yield from _object(result.report, "findings", findings)


def render_statistics(result: Result) -> Iterator[Line]:
    """Yield the object with counts by rule in place of the findings."""
    statistics = [
        {"code": code, "name": name, "count": count} for code, name, count in counts(result.report)
    ]
    yield from _object(result.report, "statistics", statistics)


def _object(report: Report, key: str, content: list[dict[str, Any]]) -> Iterator[Line]:
    whole = {
        "version": VERSION,
        key: content,
        "faults": [asdict(fault) for fault in report.faults],
        "summary": {
            "files": report.files,
            "findings": len(report.findings),
            "faults": len(report.faults),
        },
    }
    yield from map(plain, json.dumps(whole, indent=2).split("\n"))


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "path": finding.path,
        **asdict(finding.span),
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "outcome": finding.outcome,
        "advice": finding.advice,
        "chain": [_reason(reason) for reason in finding.chain],
        "fix": None if finding.fix is None else _fix(finding.fix),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [{**asdict(edit.span), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def _reason(reason: Reason) -> dict[str, Any]:
    return {"path": reason.path, **asdict(reason.span), "text": reason.text}
