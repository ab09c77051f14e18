"""A result as JSON objects, one a line: findings, faults, and a summary at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jaxlint.diagnostics.result import Result
from jaxlint.report.json import about, as_object, fault_object, summary
from jaxlint.report.paint import Line, plain


def render(result: Result) -> Iterator[Line]:
    """Yield a line for each finding and fault, then one that says that this was all."""
    for finding in result.report.findings:
        yield _line("finding", as_object(finding))
    for fault in result.report.faults:
        yield _line("fault", fault_object(fault))
    yield _line("summary", {**about(), **summary(result.report)})


def _line(kind: str, content: dict[str, Any]) -> Line:
    return plain(json.dumps({"kind": kind, **content}))
