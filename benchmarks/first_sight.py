"""How often jaxlint was right on packages that it had never seen.

    python benchmarks/first_sight.py

Prints docs/real-code.md's tables of the latest round: verdicts by package, by family and by rule,
and what follows from the true findings. The record is ``first_sight.json``: package -> finding ->
[verdict, class, reason], written before anything was mended. A true finding is a bug, harmless or
intended; ``(again)`` marks a second finding of one code at one place.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

RECORD = Path(__file__).parent / "first_sight.json"
VERDICTS = ("true", "false", "unclear", "unread")
CLASSES = ("bug", "harmless", "intended")


class Judged(NamedTuple):
    """A finding of the round with its verdict, and the class of a true one."""

    package: str
    code: str
    verdict: str
    sort: str

    @property
    def family(self) -> str:
        """Return the family of the finding's rule."""
        return f"family {self.code[3]}"


def judged() -> Iterator[Judged]:
    """Read the record."""
    for package, findings in json.loads(RECORD.read_text("utf-8")).items():
        for finding, (verdict, sort, _) in findings.items():
            code = next(word for word in finding.split() if word.startswith("JAX"))
            yield Judged(package.replace("==", " "), code, verdict, sort)


def row(label: str, found: Iterable[Judged]) -> str:
    """A row of a table: a label, the number of findings and how they were judged."""
    findings = list(found)
    verdicts = Counter(finding.verdict for finding in findings)
    sorts = Counter(finding.sort for finding in findings if finding.verdict == "true")
    counts = [verdicts[v] for v in VERDICTS] + [sorts[s] for s in CLASSES]
    return f"| {' | '.join(map(str, [label, len(findings), *counts]))} |"


def table(head: str, found: list[Judged], label: Callable[[Judged], str]) -> None:
    """Print a table with a row for each label, and one for all."""
    columns = [head, "findings", *VERDICTS, *CLASSES]
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for name in sorted({label(finding) for finding in found}):
        print(row(name, (finding for finding in found if label(finding) == name)))
    print(row("all", found))
    print(row("outside of family 8", (f for f in found if f.family != "family 8")))


def main() -> None:
    """Print the tables."""
    found = list(judged())
    table("package", found, lambda finding: finding.package)
    table("family", found, lambda finding: finding.family)
    table("rule", found, lambda finding: finding.code)


if __name__ == "__main__":
    main()
