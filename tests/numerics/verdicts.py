"""jaxlint's verdict on a loss, beside what comes of it on JAX."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import rules
from jaxlint.queries.checking import Request

from ..agreement import beside, findings_in
from .oracle import is_wrong
from .programs import Program

JUDGED = tuple(rule for rule in rules() if rule.code.startswith("JAX6"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What jaxlint found in a program, and whether it is wrong."""

    program: Program
    findings: tuple[Finding, ...]
    wrong: bool

    @property
    def kind(self) -> str:
        """Agreement or disagreement, in a word."""
        if not self.wrong:
            return "false" if self.findings else "quiet"
        lines = {finding.span.line for finding in self.findings}
        return "found" if lines & self.program.lines else "missed"


def compare(program: Program) -> Comparison:
    """Judge a program by reading it and by running it. Raises what ``is_wrong`` raises."""
    wrong = is_wrong(program)
    return Comparison(program, findings_in(program.text, Request(JUDGED)), wrong)


def annotated(seen: Comparison) -> str:
    """The program with the findings beside its lines."""
    lines = beside(seen.program.text.splitlines(), seen.findings, outcomes=False)
    return "\n".join([f"# {seen.kind}, {seen.program.family}", *lines, ""])
