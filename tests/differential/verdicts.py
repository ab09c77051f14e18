"""jaxlint's verdict on a program, beside that of the oracle."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import rules
from jaxlint.queries.checking import Request, check
from jaxlint.source.files import Source

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
    report = check([Source("program.py", text.encode())], Request(RULES))
    if report.faults:
        raise RuntimeError(f"jaxlint failed: {report.faults[0].message}\n{text}")
    return Comparison(text, report.findings, observe(text, checker=checker))


def annotated(seen: Comparison) -> str:
    """The program with jaxlint's findings beside its lines."""
    lines = seen.text.splitlines()
    for finding in seen.findings:
        lines[finding.span.line - 1] += f"  # {finding.code}"
    checker = {True: "reuse", False: "clean", None: "not asked"}[seen.runs.checked]
    runs = "reuse" if seen.runs.reused else "clean"
    return "\n".join([f"# {seen.kind}: runs {runs}, JAX's checker {checker}", *lines, ""])
