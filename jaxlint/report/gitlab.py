"""A Code Quality report of GitLab, which shows it in merge requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.diagnostics.fingerprints import digest, fingerprints
from jaxlint.diagnostics.result import Result
from jaxlint.report.paint import Line, plain
from jaxlint.report.repository import in_repository
from jaxlint.report.severity import Severity, severity

_WORDS: dict[Severity, str] = {"error": "major", "warning": "minor", "note": "info"}


def render(result: Result) -> Iterator[Line]:
    """Yield one JSON array."""
    prints = fingerprints(result)
    issues = [_of_finding(finding, prints[finding]) for finding in result.report.findings]
    issues += map(_of_fault, result.report.faults)
    yield from map(plain, json.dumps(issues, indent=2).split("\n"))


def _of_finding(finding: Finding, fingerprint: str) -> dict[str, Any]:
    place = f"cell {finding.span.cell}, line {finding.span.line}: " if finding.span.cell else ""
    text = f"{place}{finding.message} ({finding.outcome}); {finding.advice}"
    line = 1 if finding.span.cell else finding.span.line
    check = f"{finding.code} {finding.name}"
    return _issue(text, check, fingerprint, _WORDS[severity(finding)], finding.path, line)


def _of_fault(fault: Fault) -> dict[str, Any]:
    mark = digest(fault.path, fault.message)
    return _issue(fault.message, "fault", mark, "blocker", fault.path, 1)


def _issue(
    text: str, check: str, fingerprint: str, severity: str, path: str, line: int
) -> dict[str, Any]:
    return {
        "description": text,
        "check_name": check,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": in_repository(path), "lines": {"begin": line}},
    }
