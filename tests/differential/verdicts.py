"""jaxlint's verdict on a program, beside that of the oracle."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import rules
from jaxlint.queries.checking import Request

from ..agreement import beside, findings_in
from .oracle import Runs, observe

CODES = ("JAX401", "JAX402", "JAX403", "JAX406", "JAX416")
RULES = tuple(rule for rule in rules() if rule.code in CODES)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What jaxlint found in a program, and what its runs showed."""

    text: str
    findings: tuple[Finding, ...]
    runs: Runs

    @property
    def kind(self) -> str:
        """Agreement or disagreement, in words."""
        if self.runs.reused:
            return "agree reuse" if self.findings else "missed"
        return "false alarm" if self.findings else "agree clean"

    @property
    def agrees(self) -> bool:
        """Whether jaxlint says of the program what its runs show."""
        return bool(self.findings) == self.runs.reused


def compare(text: str, *, checker: bool = True) -> Comparison:
    """Judge a program by reading it and by running it.

    Raises what ``observe`` raises, and RuntimeError when jaxlint fails.
    """
    findings = findings_in(text, Request(RULES))
    return Comparison(text, findings, observe(text, checker=checker))


def annotated(seen: Comparison) -> str:
    """The program with jaxlint's findings beside its lines."""
    lines = beside(seen.text.splitlines(), seen.findings, outcomes=False)
    checker = {True: "reuse", False: "clean", None: "not asked"}[seen.runs.checked]
    runs = "reuse" if seen.runs.reused else "clean"
    return "\n".join([f"# {seen.kind}: runs {runs}, JAX's checker {checker}", *lines, ""])
