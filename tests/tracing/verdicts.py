"""jaxlint's verdict on a program, beside what JAX did with it."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.diagnostics.findings import Finding

from ..agreement import beside, findings_in
from .oracle import Refusal, observe


@dataclass(frozen=True, slots=True)
class Comparison:
    """What jaxlint found in a program that would raise, and what raised when it was run."""

    text: str
    findings: tuple[Finding, ...]
    refused: Refusal | None

    @property
    def kind(self) -> str:
        """Agreement or disagreement, in words."""
        if self.refused is None:
            return "false alarm" if self.findings else "agree runs"
        if not any(finding.span.line == self.refused.line for finding in self.findings):
            return "missed"
        return "agree raises" if self._same_class() else "another error"

    @property
    def agrees(self) -> bool:
        """Whether jaxlint says of the program what JAX does."""
        return self.kind.startswith("agree")

    def _same_class(self) -> bool:
        assert self.refused is not None
        return all(self.refused.error in finding.outcome for finding in self.findings)


def compare(text: str) -> Comparison:
    """Judge a program by reading it and by running it.

    Raises what ``observe`` raises, and RuntimeError when jaxlint fails.
    """
    refused = observe(text)
    found = findings_in(text)
    raising = tuple(one for one in found if one.outcome.startswith("raises"))
    return Comparison(text, raising, refused)


def annotated(seen: Comparison) -> str:
    """The program with jaxlint's findings beside its lines, and what raised at its top."""
    lines = beside(seen.text.splitlines(), seen.findings)
    ran = "runs" if seen.refused is None else f"{seen.refused.error} at {seen.refused.line + 1}"
    return "\n".join([f"# {seen.kind}: {ran}", *lines, ""])
