"""The severity of a finding, in the three words that other programs know."""

from __future__ import annotations

from typing import Literal

from jaxlint.diagnostics.findings import PRESUMED, Finding

Severity = Literal["error", "warning", "note"]

_ERRORS = ("raises", "silently wrong", "leaks", "is not read")


def severity(finding: Finding) -> Severity:
    """How bad it is: an error stops the program or computes something else.

    What only costs time is a warning, and what is presumed a note.
    """
    if finding.certainty == PRESUMED:
        return "note"
    return "error" if finding.outcome.startswith(_ERRORS) else "warning"
