"""jaxlint's verdict on a program, beside what comes of it on JAX."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.diagnostics.findings import ADVICE, PRESUMED, Finding

from ..agreement import beside, findings_in
from .oracle import Truth, observe, observe_rows
from .program import Program

# Families of rules whose findings say that a program is wrong, not slow or outdated.
JUDGED = ("JAX2", "JAX4")
# Rules that say that numbers are drawn twice.
TIED = ("JAX401", "JAX402", "JAX403", "JAX406", "JAX408", "JAX416")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What jaxlint found in a program, and what comes of it."""

    program: Program
    findings: tuple[Finding, ...]
    truth: Truth

    @property
    def kind(self) -> str:
        """Agreement or disagreement, in a word."""
        if self.truth is Truth.FINE:
            return "false" if self.findings else "quiet"
        lines = {finding.span.line for finding in self.findings}
        return "found" if lines & self.program.lines else "missed"

    @property
    def agrees(self) -> bool:
        """Whether jaxlint says of the program what comes of it."""
        return self.kind in ("quiet", "found")


def compare(program: Program) -> Comparison:
    """Judge a program by reading it and by running it.

    Raises what ``observe`` raises, and RuntimeError when jaxlint fails.
    """
    truth = observe(program.text)
    found = findings_in(program.text)
    shown = (one for one in found if one.certainty != PRESUMED and one.severity != ADVICE)
    judged = tuple(one for one in shown if one.code.startswith(JUDGED))
    return Comparison(program, judged, truth)


def compare_rows(program: Program) -> Comparison:
    """Judge a program that draws in rows, by reading it and by running it.

    Advice counts: that all rows share a key may be meant. Raises what ``observe_rows`` raises, and
    RuntimeError when jaxlint fails.
    """
    truth = observe_rows(program.text)
    said = tuple(one for one in findings_in(program.text) if one.code in TIED)
    return Comparison(program, said, truth)


def annotated(seen: Comparison) -> str:
    """The program with the findings beside its lines; those that count have an arrow."""
    lines = seen.program.text.splitlines()
    for number in seen.program.lines:
        lines[number - 1] += "  # <-"
    lines = beside(lines, seen.findings)
    axes = ", ".join(f"{axis}: {value}" for axis, value in seen.program.axes.items())
    return "\n".join([f"# {seen.kind}: {seen.truth.value} | {axes}", *lines, ""])
