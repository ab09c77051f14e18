"""What jaxlint says of published packages, joined with what readers made of each finding.

    python benchmarks/real_code.py FOLDER [PACKAGE ...]

Downloads each package (without its dependencies) into FOLDER and unpacks it there, unless it is
there already; nothing of it is run or installed. Lints each as a project of its own and prints
docs/real-code.md's tables: findings by package, by rule and by severity, and those that are not
plainly true.
What readers said is in ``judgements.json``: package -> finding -> [verdict, reason]. A finding
that nobody has read yet counts as unread.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from packages import lines_of, python_files, unpack

JUDGEMENTS = Path(__file__).parent / "judgements.json"
VERDICTS = ("true", "false", "unclear", "unread")


@dataclass(frozen=True, slots=True)
class Read:
    """A finding and what its readers said."""

    package: str
    place: str
    code: str
    severity: str
    verdict: str
    reason: str


def findings(folder: Path, checkout: Path | None = None) -> list[dict[str, object]]:
    """What ``jaxlint check`` finds in a folder, advice included, as its JSON says it.

    A checkout is one whose jaxlint does it, without what was kept of earlier runs.
    """
    command = [sys.executable, "-m", "jaxlint", "check", "--output-format", "json", "."]
    command += ["--no-cache"] if checkout else []
    variables = {**os.environ, "PYTHONPATH": str(checkout)} if checkout else None
    options = subprocess.run(
        [*command[:4], "--help"], env=variables, capture_output=True, text=True, check=False
    )
    command += ["--advice"] if "--advice" in options.stdout else []  # not of every checkout
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode > 1:
        sys.exit(f"{folder}: {done.stderr}")
    found: list[dict[str, object]] = json.loads(done.stdout)["findings"]
    return found


def judge(
    requirement: str, found: list[dict[str, object]], judged: dict[str, list[str]]
) -> list[Read]:
    """Join findings with what was said of them, by file, line and code."""
    package = requirement.partition("==")[0]
    read = []
    for finding in found:
        place = f"{finding['path']}:{finding['line']}"
        verdict, reason = judged.get(f"{place} {finding['code']}", ["unread", ""])
        code, severity = str(finding["code"]), str(finding["severity"])
        read.append(Read(package, place, code, severity, verdict, reason))
    return read


def row(label: str, counts: Counter[str], *middle: object) -> str:
    """A row of a table: a label, what else there is to say, and the verdicts."""
    return " | ".join(
        ["", label, *map(str, middle), *(str(counts[v]) for v in VERDICTS), ""]
    ).strip()


def head(*columns: str) -> str:
    """The first two lines of a table."""
    names = [*columns, *VERDICTS]
    return f"| {' | '.join(names)} |\n|{'---|' * len(names)}"


def main() -> None:
    """Read the command line, lint each package and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="*", help="all that have judgements unless given")
    options = parser.parse_args()
    judgements: dict[str, dict[str, list[str]]] = json.loads(JUDGEMENTS.read_text("utf-8"))
    everything: list[Read] = []
    print(head("package", "files", "lines", "findings"))
    for requirement in options.packages or judgements:
        folder = unpack(requirement, options.folder.resolve())
        files = python_files(folder)
        read = judge(requirement, findings(folder), judgements.get(requirement, {}))
        everything += read
        counts = Counter(finding.verdict for finding in read)
        print(row(requirement.replace("==", " "), counts, len(files), lines_of(files), len(read)))
    print("\n" + head("rule", "findings"))
    for code in sorted({finding.code for finding in everything}):
        counts = Counter(finding.verdict for finding in everything if finding.code == code)
        print(row(code, counts, counts.total()))
    counts = Counter(finding.verdict for finding in everything)
    print(row("all", counts, counts.total()))
    print("\n" + head("severity", "findings"))
    for severity in ("error", "warning", "advice"):
        counts = Counter(one.verdict for one in everything if one.severity == severity)
        print(row(severity, counts, counts.total()))
    print()
    for finding in everything:
        if finding.verdict in ("false", "unclear"):
            said = f"{finding.verdict}, {finding.reason}"
            print(f"- {finding.package} `{finding.place}` {finding.code}: {said}")


if __name__ == "__main__":
    main()
