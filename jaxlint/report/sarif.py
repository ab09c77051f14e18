"""SARIF 2.1.0, the format that code scanning services read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jaxlint._version import VERSION
from jaxlint.diagnostics.addresses import address, reference
from jaxlint.diagnostics.findings import Fault, Finding, Fix, Reason, Report
from jaxlint.diagnostics.fingerprints import fingerprints
from jaxlint.diagnostics.registry import catalogue
from jaxlint.diagnostics.rule import Level
from jaxlint.report.paint import Line, plain
from jaxlint.report.repository import in_repository
from jaxlint.report.severity import severity
from jaxlint.source.spans import Span

if TYPE_CHECKING:
    from jaxlint.diagnostics.registry import RuleInfo
    from jaxlint.diagnostics.result import Result

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# The name and the version of what the fingerprints are made of.
FINGERPRINT = "jaxlint/v1"

_Object = dict[str, Any]


def render(result: Result) -> Iterator[Line]:
    """Yield one log with one run, and in it the rules that the findings are of."""
    found = {finding.code for finding in result.report.findings}
    infos = [info for info in catalogue() if info.code in found]
    prints = fingerprints(result)
    results = [_result(finding, infos, prints[finding]) for finding in result.report.findings]
    driver = {"name": "jaxlint", "version": VERSION, "rules": [_rule(info) for info in infos]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(result.report)],
        "results": results,
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    yield from map(plain, json.dumps(log, indent=2).split("\n"))


def _rule(info: RuleInfo) -> _Object:
    level = "note" if info.level is Level.OFF else "warning"
    uri = address(info.name)
    told: _Object = {
        "id": info.code,
        "name": info.name,
        "shortDescription": {"text": info.page.partition("\n")[0]},
        "fullDescription": {"text": f"{info.outcome}; see {reference(info.name)}"},
        "help": {"text": info.page, "markdown": info.page},
        "defaultConfiguration": {"level": level, "enabled": info.level is Level.ON},
        "properties": {"outcome": info.outcome},
    }
    return told if uri is None else {**told, "helpUri": uri}


def _result(finding: Finding, infos: Sequence[RuleInfo], fingerprint: str) -> _Object:
    codes = [info.code for info in infos]
    text = f"{finding.message}. Outcome: {finding.outcome}. Write instead: {finding.advice}."
    told: _Object = {
        "ruleId": finding.code,
        "level": severity(finding),
        "message": {"text": text},
        "locations": [_location(finding.path, finding.span)],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if finding.code in codes:
        told["ruleIndex"] = codes.index(finding.code)
    if finding.chain:
        told["relatedLocations"] = [_step(at, one) for at, one in enumerate(finding.chain)]
    if finding.fix is not None and not finding.span.cell:
        told["fixes"] = [_fix(finding.path, finding.fix)]
    return told


def _step(at: int, reason: Reason) -> _Object:
    return {"id": at, **_location(reason.path, reason.span), "message": {"text": reason.text}}


def _location(path: str, span: Span | None) -> _Object:
    """Return a place in a file; SARIF knows no cells, so of a notebook the cell's name."""
    place: _Object = {"artifactLocation": _artifact(path)}
    if span is None:
        return {"physicalLocation": place}
    if span.cell:
        name = f"cell {span.cell}, line {span.line}"
        return {"physicalLocation": place, "logicalLocations": [{"name": name}]}
    return {"physicalLocation": {**place, "region": _region(span)}}


def _artifact(shown: str) -> _Object:
    path = in_repository(shown)
    if os.path.isabs(path):
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(os.fsencode(path)), "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> _Object:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(path: str, fix: Fix) -> _Object:
    replacements = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    change = {"artifactLocation": _artifact(path), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _invocation(report: Report) -> _Object:
    return {
        "executionSuccessful": not report.faults,
        "toolExecutionNotifications": [_notification(fault) for fault in report.faults],
    }


def _notification(fault: Fault) -> _Object:
    where = [_location(fault.path, None)]
    return {"level": "error", "message": {"text": fault.message}, "locations": where}
