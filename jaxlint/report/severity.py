"""The severity of a finding: error or warning, the two that other programs know."""

from __future__ import annotations

from jaxlint.diagnostics.findings import Finding

_ERRORS = ("raises", "silently wrong", "leaks", "is not read")


def is_error(finding: Finding) -> bool:
    """Whether the program stops or computes something else; what only costs time is a warning."""
    return finding.outcome.startswith(_ERRORS)
