"""The severity of a finding, in the three words that other programs know."""

from __future__ import annotations

from typing import Literal

from jaxlint.diagnostics.findings import ADVICE, PRESUMED, Finding

Severity = Literal["error", "warning", "note"]


def severity(finding: Finding) -> Severity:
    """How bad it is; what is presumed is a note, and so is advice."""
    if finding.certainty == PRESUMED or finding.severity == ADVICE:
        return "note"
    return finding.severity
