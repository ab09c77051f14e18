"""What a project makes of the severity of findings: its settings, over what the rules say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from jaxlint.diagnostics.findings import ADVICE, WARNING, Finding, Severity
from jaxlint.diagnostics.selection import fits

_KEYS = "JAX4"


@dataclass(frozen=True, slots=True)
class Levels:
    """The severities that the settings give, by parsed selector; the longest that fits decides.

    ``strict`` makes a warning of every advice on random keys, as JAX's own checker of key reuse
    refuses them all alike.
    """

    given: Mapping[str, Severity] = field(default_factory=dict)
    strict: bool = False

    def applied(self, finding: Finding) -> Finding:
        """Return a finding with the severity that it has in this project."""
        fitting = (one for one in self.given if fits(one, finding.code))
        longest = max(fitting, key=len, default=None)
        if longest is not None:
            return replace(finding, severity=self.given[longest])
        if self.strict and finding.severity == ADVICE and fits(_KEYS, finding.code):
            return replace(finding, severity=WARNING)
        return finding
