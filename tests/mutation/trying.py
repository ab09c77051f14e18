"""What jaxlint does with a mutated source: it may find anything, and must not break."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random

from jaxlint.config.settings import Settings
from jaxlint.diagnostics.selection import BROKEN_SYNTAX, Selection
from jaxlint.fixes.applying import fix
from jaxlint.frontends.api import check_source
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.report import FORMATS
from jaxlint.report.diff import unified

from .mutations import as_notebook, mutated

# Of so many sources one is shown in every format and fixed as well.
_FIXED_EVERY = 4


@dataclass(frozen=True, slots=True)
class Tried:
    """A mutated source: its number, what it was made of, its bytes, and what became of it.

    ``wrong`` is what must not be, as text; ``seconds`` the processor's time that it took. It was
    ``judged`` unless its syntax is broken, or it cannot be read.
    """

    number: int
    origin: Path
    name: str
    data: bytes
    wrong: str
    findings: int
    judged: bool
    seconds: float


def tried(number: int, sources: list[Path]) -> Tried:
    """Mutate one of the sources, as its number says, and check it."""
    draw = Random(number)
    origin = draw.choice(sources)
    data = mutated(draw, origin.read_bytes())
    name = "mutated.ipynb" if origin.suffix == ".ipynb" or draw.random() < 0.15 else "mutated.py"
    if name.endswith(".ipynb") and origin.suffix != ".ipynb":
        data = as_notebook(draw, data)
    began, wrong, findings, judged = time.process_time(), "", 0, False
    try:
        report = check_source(data, filename=name, select=["ALL"], isolated=True)
        wrong = "\n".join(fault.trace for fault in report.faults if fault.trace)
        findings = len(report.findings)
        judged = not report.faults and all(one.code != BROKEN_SYNTAX for one in report.findings)
        if number % _FIXED_EVERY == 0:
            wrong += _shown_and_fixed(name, data)
    except Exception:
        wrong += traceback.format_exc()
    return Tried(number, origin, name, data, wrong, findings, judged, time.process_time() - began)


def _shown_and_fixed(name: str, data: bytes) -> str:
    """Show what is found in every format and fix it; return what is wrong with the outcome."""
    place = Path(name).absolute()
    job = Job((), Settings(), Selection(("ALL",)), {place: data}, isolated=True)
    result = lint(job)
    for render in FORMATS.values():
        for _ in render(result):
            pass
    done = fix(job, result, unsafe=True)
    wrong = "".join(fault.trace for fault in done.result.report.faults)
    for new in done.texts.values():
        if patched(data, b"".join(unified(name, data, new))) != new:
            wrong += "the diff of the fixes does not give what they give\n"
    return wrong


def patched(data: bytes, diff: bytes) -> bytes:
    """Return a file with a diff applied, as a strict tool does it."""
    old, new, at = data.split(b"\n"), list[bytes](), 0
    lines = diff.split(b"\n")[2:-1]
    for number, line in enumerate(lines):
        ended = lines[number + 1 : number + 2] != [b"\\ No newline at end of file"]
        if line.startswith(b"@@"):
            start = int(line.split(b" ")[1][1:].split(b",")[0]) - 1
            new += (one + b"\n" for one in old[at:start])
            at = start
        elif line[:1] in b" -":
            assert line[1:] == old[at], (line, old[at])
            at += 1
        if line[:1] in b" +" and line:
            new.append(line[1:] + (b"\n" if ended else b""))
    return b"".join(new) + b"\n".join(old[at:])
