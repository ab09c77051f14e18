"""The results of a check: findings with their chains of reasons, and faults."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from jaxlint.source.spans import Edit, Span

CERTAINTIES = (SHOWN, DECLARED, PRESUMED) = ("shown", "declared", "presumed")

# What follows from a finding, the worst first: ERROR, the program raises or uses a wrong result;
# WARNING, random numbers are equal or tied, state is stale, time is lost each time; ADVICE, it is
# against the rules of JAX, but nothing follows that one could observe.
Severity = Literal["error", "warning", "advice"]
ERROR: Final = "error"
WARNING: Final = "warning"
ADVICE: Final = "advice"
SEVERITIES: tuple[Severity, ...] = (ERROR, WARNING, ADVICE)


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """One step of a chain of reasons: what is so, and where in the source it shows."""

    path: str
    span: Span
    text: str

    @property
    def place(self) -> str:
        """Where it shows: path and line."""
        return self.span.within(self.path)


@dataclass(frozen=True, slots=True, order=True)
class Fix:
    """Edits of one file that belong together and do not overlap, in the order of their places.

    ``title`` says what they do. A ``safe`` fix keeps the values of code that worked before; any
    other changes what the program computes, and is applied only when asked for.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One line of code that breaks JAX's model.

    ``outcome`` says what JAX does there ("raises TracerBoolConversionError", "silently wrong"),
    ``advice`` what to write instead, ``chain`` why jaxlint believes so, trace root first, and at
    its end the other lines of the same mistake, ``fix`` the edits that write it, where they are
    certain. ``certainty`` is "shown" by the code,
    "declared" by an annotation or the like, or "presumed" of how such code is used; ``severity``
    says what follows. Sorted by path, place, code.
    """

    path: str
    span: Span
    code: str
    name: str
    message: str
    outcome: str
    advice: str
    chain: tuple[Reason, ...] = ()
    fix: Fix | None = field(default=None, compare=False)
    certainty: str = SHOWN
    severity: Severity = ERROR

    @property
    def doubt(self) -> int:
        """How far it is from certain: 0 for what is shown."""
        return CERTAINTIES.index(self.certainty)

    @property
    def harm(self) -> int:
        """How far it is from harmless: 0 for advice, more for what is worse."""
        return len(SEVERITIES) - 1 - SEVERITIES.index(self.severity)

    @property
    def place(self) -> str:
        """Where it is: path, line and column, and the cell if it is in a notebook."""
        return f"{self.span.within(self.path)}:{self.span.column}"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A file that jaxlint could not check, through no fault of the code in it.

    It cannot be read, or checking it met a defect of jaxlint, whose traceback is ``trace``. The
    other files are checked all the same, and the exit code is 2.
    """

    path: str
    message: str
    trace: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Report:
    """Sorted findings, sorted faults, and the number of files checked.

    ``held_back`` is how many more findings there are that are advice, which nobody asked for.
    """

    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    files: int
    held_back: int = 0
