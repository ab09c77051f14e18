"""How often jaxlint was right on packages that it had never seen.

    python benchmarks/first_sight.py [ROUND]...

Prints docs/real-code.md's tables of all rounds, what choosing rules by the rounds before would have
been worth, then the tables of each round that is named: verdicts by package, by family, by rule and
by severity, and how many of the default findings are bugs. The
record is ``first_sight.json``: round -> package -> finding -> [verdict, class, severity, reason],
written before anything was mended; ``first_sight.md`` says how each round was chosen and what came
of it. A true finding is a bug, harmless or intended; ``(again)`` marks a further finding of one
code on one line. The fourth round was read before findings had a severity: it is that of
the first version that had one, and empty where the finding was gone by then.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from jaxlint.diagnostics.rule import FileKind

RECORD = Path(__file__).parent / "first_sight.json"
VERDICTS = ("true", "false", "unclear", "unread")
CLASSES = ("bug", "harmless", "intended")
DEFAULT = ("error", "warning")
FAMILIES = "1234569"
# From this round on rules are chosen by those before, if as many packages have shown findings.
CHOSEN_FROM, KNOWN_BY = 20, 3
SHARES = (0.0, 0.6, 0.7, 0.8, 0.9)


class Judged(NamedTuple):
    """A finding of a round with its verdict, the class of a true one, and its severity."""

    package: str
    path: str
    code: str
    verdict: str
    sort: str
    severity: str

    @property
    def family(self) -> str:
        """Return the family of the finding's rule."""
        return f"family {self.code[3]}"

    @property
    def shown(self) -> bool:
        """Tell whether it is shown by default."""
        return self.severity in DEFAULT

    @property
    def in_code(self) -> bool:
        """Tell whether it stands neither in a test file nor in a notebook."""
        return FileKind.of(self.path) in (FileKind.CODE, FileKind.EXAMPLE)

    @property
    def is_bug(self) -> bool:
        """Tell whether an author would mend it."""
        return self.verdict == "true" and self.sort == "bug"


def judged(packages: dict[str, dict[str, list[str]]]) -> Iterator[Judged]:
    """Read the record of a round."""
    for package, findings in packages.items():
        for finding, (verdict, sort, severity, _) in findings.items():
            place, _, rest = finding.partition(" JAX")
            path, code = place.split(":")[0], f"JAX{rest.split()[0]}"
            yield Judged(package.replace("==", " "), path, code, verdict, sort, severity)


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


def share(part: int, whole: int) -> str:
    """A share in words, such as ``3 of 4 (75 %)``."""
    return f"{part} of {whole}" + (f" ({part / whole:.0%})".replace("%", " %") if whole else "")


def precision(name: str, found: list[Judged]) -> None:
    """Print how many of those that are decided are true, all of them and the default ones."""
    for label, those in ((name, found), (f"{name}, default", [f for f in found if f.shown])):
        decided = [f for f in those if f.verdict in ("true", "false")]
        print(f"{label}: {share(sum(f.verdict == 'true' for f in decided), len(decided))} are true")


def levels(found: list[Judged]) -> None:
    """Print how well the severities tell bugs from the rest."""
    default = [f for f in found if f.shown and f.in_code]
    bugs = [f for f in found if f.is_bug and f.severity]
    print(f"default, in code: {share(sum(f.is_bug for f in default), len(default))} are bugs")
    print(f"bugs: {share(sum(f.shown for f in bugs), len(bugs))} are shown by default")


def show(name: str, found: list[Judged]) -> None:
    """Print what is said of a round."""
    print(f"\n## {name}: {len(found)} findings")
    others = [f for f in found if f.family != "family 8"]
    table("package", found, lambda finding: finding.package)
    table("family", found, lambda finding: finding.family)
    table("outside of family 8: rule", others, lambda finding: finding.code)
    table("outside of family 8: severity", others, lambda finding: finding.severity or "-")
    table("in code, outside of 8", [f for f in others if f.in_code], lambda f: f.severity or "-")
    print()
    for family in sorted({finding.family for finding in found}):
        precision(family, [f for f in found if f.family == family])
    precision("outside of family 8", others)
    levels(others)


def truth(found: Iterable[Judged]) -> str:
    """How many are true of those that are decided, such as ``3/4``; empty where there are none."""
    verdicts = Counter(finding.verdict for finding in found)
    decided = verdicts["true"] + verdicts["false"]
    return f"{verdicts['true']}/{decided}" if decided else ""


def overview(rounds: dict[str, list[Judged]], those: Callable[[Judged], bool]) -> None:
    """Print how many of those findings of each round are true, by family."""
    columns = ["round", "all", *(f"family {family}" for family in FAMILIES), "bugs"]
    print(f"\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    everything = [finding for found in rounds.values() for finding in found]
    for name, found in [*rounds.items(), ("all", everything)]:
        chosen = [f for f in found if those(f) and f.family != "family 8"]
        by_family = [truth(f for f in chosen if f.family == one) for one in columns[2:-1]]
        bugs = sum(f.is_bug for f in chosen)
        print(f"| {' | '.join([name, truth(chosen), *by_family, str(bugs)])} |")


def right_before(earlier: Iterable[Judged], least: float) -> Callable[[Judged], bool]:
    """Whether a finding's rule was right often enough, a package counting once for and against."""
    verdicts: dict[str, Counter[str]] = {}
    for code, _, verdict in {(f.code, f.package, f.verdict) for f in earlier if f.shown}:
        verdicts.setdefault(code, Counter())[verdict] += 1

    def is_right(finding: Judged) -> bool:
        known = verdicts.get(finding.code, Counter())
        decided = known["true"] + known["false"]
        return decided < KNOWN_BY or known["true"] >= least * decided

    return is_right


def choosing(rounds: dict[str, list[Judged]]) -> None:
    """Print what the later rounds would show by default of rules that were right before."""
    print("\n| right before in | findings | true | bugs of all |\n|---|---|---|---|")
    every = [[f for f in found if f.family != "family 8"] for found in rounds.values()]
    bugs = sum(f.is_bug for found in every[CHOSEN_FROM:] for f in found)
    for least in SHARES:
        shown: list[Judged] = []
        for number in range(CHOSEN_FROM, len(every)):
            chosen = right_before((f for found in every[:number] for f in found), least)
            shown += [f for f in every[number] if f.shown and chosen(f)]
        decided = [f for f in shown if f.verdict in ("true", "false")]
        true, found = sum(f.verdict == "true" for f in decided), sum(f.is_bug for f in decided)
        print(f"| {least:.0%} | {len(decided)} | {true / len(decided):.0%} | {found / bugs:.0%} |")


def main(names: list[str]) -> None:
    """Print what all rounds say together, and the rounds that are named."""
    record = json.loads(RECORD.read_text("utf-8"))
    rounds = {name: list(judged(packages)) for name, packages in record.items()}
    print("Outside of family 8, true of those that are decided:")
    overview(rounds, lambda finding: True)
    print("\nThose that are shown by default:")
    overview(rounds, lambda finding: finding.shown)
    print(f"\nFrom round {CHOSEN_FROM + 1} of the record on, by default, of rules right before:")
    choosing(rounds)
    for name in names:
        show(name, rounds[name])


if __name__ == "__main__":
    main(sys.argv[1:])
