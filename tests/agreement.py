"""What the suites of random programs share: jaxlint's findings in one, and the options of a run."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from jaxlint.diagnostics.findings import Finding
from jaxlint.queries.checking import EVERYTHING, Request, check
from jaxlint.source.files import Source


def findings_in(text: str, request: Request = EVERYTHING) -> tuple[Finding, ...]:
    """Return what jaxlint finds in a program. Raises RuntimeError when it fails."""
    report = check([Source("program.py", text.encode())], request)
    if report.faults:
        raise RuntimeError(f"jaxlint failed: {report.faults[0].message}\n{text}")
    return report.findings


def beside(
    lines: Iterable[str], findings: Iterable[Finding], *, outcomes: bool = True
) -> list[str]:
    """Return the lines of a program with its findings beside them."""
    written = [*lines]
    for finding in findings:
        said = f"{finding.code} {finding.outcome}" if outcomes else finding.code
        written[finding.span.line - 1] += f"  # {said}"
    return written


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """Return the options of a long run of the suite of a name."""
    made = argparse.ArgumentParser(prog=f"python -m tests.{name}", description=about)
    made.add_argument("--programs", type=int, default=5000, help="how many to write")
    made.add_argument("--seed", type=int, default=0, help="the number of the first one")
    made.add_argument("--save", type=Path, help="a folder for programs with a disagreement")
    return made


def numbers(options: argparse.Namespace) -> range:
    """Return the numbers of the programs of a run."""
    return range(options.seed, options.seed + options.programs)


def save(folder: Path | None, kind: str, number: int, text: str) -> None:
    """Keep a program of some kind, if there is a folder for it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{kind.replace(' ', '_')}_{number}.py").write_text(text, encoding="utf-8")
