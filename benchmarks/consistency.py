"""Whether a file gets the same findings however it is asked about, over published packages.

    python benchmarks/consistency.py FOLDER [PACKAGE ...] [--files N]

Downloads each package (those of ``judgements.json`` unless named) into FOLDER unless it is there
already; nothing of it is run or installed. Prints for each whether these say the same of it, to
the byte: the whole package, N files each alone (which may read only what they depend on), all
modules run in reversed order (those too that need no run: they must find nothing, the others the
same by the same files), two workers, and a second run with what the first one kept (which must
read nothing). Exits with 1 if anything differs, and says what.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from packages import python_files, unpack

from jaxlint.diagnostics.findings import Report
from jaxlint.frontends.jobs import ROOTS
from jaxlint.program.declarations import NOTHING_DECLARED
from jaxlint.program.project import Project
from jaxlint.program.reading import Read
from jaxlint.queries.checking import Request, check, default_rules
from jaxlint.queries.disk import Stored
from jaxlint.queries.memory import Keeper
from jaxlint.queries.runs import Ledger, Run, run_all
from jaxlint.queries.workers import Scheduler
from jaxlint.report.json import as_object
from jaxlint.source.files import Source

ASKED = Request(roots=ROOTS)
JUDGEMENTS = Path(__file__).parent / "judgements.json"


class Watching(Keeper):
    """A keeper that notes which sources are read and which runs there are."""

    def __init__(self) -> None:
        super().__init__()
        self.read_paths: list[str] = []
        self.runs: Mapping[str, Run] = {}

    def read(self, source: Source, names: tuple[str, ...], code: str) -> Read:
        """Read a source, and note its path."""
        self.read_paths.append(source.path)
        return super().read(source, names, code)

    def keep(self, about: str, project: Project, ledger: Ledger) -> None:
        """Keep the runs, and note them."""
        self.runs = ledger.runs
        super().keep(about, project, ledger)


class WatchingStored(Watching, Stored):
    """One that keeps in the folder of the cache."""

    def __init__(self) -> None:
        Stored.__init__(self, "consistency")
        self.read_paths = []
        self.runs = {}


@dataclass
class Compared:
    """What was compared of a package: how much there was, and every difference in a line."""

    files: int
    findings: int
    alone: int = 0
    read_alone: int = 0
    differences: dict[str, list[str]] = field(
        default_factory=lambda: {"alone": [], "reversed": [], "workers": [], "warm": []}
    )

    def differ(self, kind: str, line: str) -> None:
        """Note a difference."""
        self.differences[kind].append(line)

    @property
    def lines(self) -> list[str]:
        """All differences."""
        return [f"{kind}: {line}" for kind, lines in self.differences.items() for line in lines]


def sources_of(files: Iterable[Path], folder: Path) -> list[Source]:
    """Return files as the sources of a project in a folder."""
    return [Source(file.relative_to(folder).as_posix(), file.read_bytes()) for file in files]


def told(report: Report, paths: Collection[str] | None = None) -> str:
    """Return what a report tells of some paths, or of all, as JSON."""
    findings = [as_object(one) for one in report.findings if paths is None or one.path in paths]
    faults = [asdict(one) for one in report.faults if paths is None or one.path in paths]
    return json.dumps({"findings": findings, "faults": faults}, indent=2)


def spaced(paths: Sequence[str], count: int) -> list[str]:
    """Return so many of some paths, with the same space between any two."""
    return [paths[number * len(paths) // count] for number in range(min(count, len(paths)))]


def sample(report: Report, paths: Iterable[str], count: int) -> list[str]:
    """Return so many of the paths, half of them of files with findings if there are enough."""
    with_findings = {finding.path for finding in report.findings}
    found = spaced(sorted(with_findings), (count + 1) // 2)
    return found + spaced(sorted({*paths} - {*found}), count - len(found))


def compare(sources: Sequence[Source], count: int) -> Compared:
    """Judge a project in every way, with so many files alone. The cache has to be one's own."""
    first = WatchingStored()
    whole = check(sources, ASKED, keeper=first)
    compared = Compared(len(sources), len(whole.findings))
    paths = [source.path for source in sources]
    for path in sample(whole, paths, count):
        _compare_alone(compared, sources, path, whole, first.runs)
    project = Project(sources, ROOTS, WatchingStored().read)
    every = sorted(paths, reverse=True)
    for one in run_all(project, every, default_rules(), NOTHING_DECLARED):
        if one.path not in first.runs and (one.findings or one.faults):
            compared.differ("reversed", f"{one.path} was not run, and has findings")
        elif one != first.runs.get(one.path, one):
            compared.differ("reversed", f"the run over {one.path}")
    if told(check(sources, ASKED, scheduler=Scheduler(2))) != told(whole):
        compared.differ("workers", "the report")
    second = WatchingStored()
    if told(check(sources, ASKED, keeper=second)) != told(whole):
        compared.differ("warm", "the report")
    if second.read_paths:
        compared.differ("warm", f"read {len(second.read_paths)} files")
    return compared


def _compare_alone(
    compared: Compared, sources: Sequence[Source], path: str, whole: Report, runs: Mapping[str, Run]
) -> None:
    seen = Watching()
    alone = check(sources, replace(ASKED, focus=[path]), keeper=seen)
    compared.alone += 1
    compared.read_alone += len(seen.read_paths)
    if told(alone) != told(whole, [path]):
        compared.differ("alone", f"{path}: {_first_difference(alone, whole, path)}")
    needed = set(seen.project(sources, ROOTS).reaching([path]))
    needed |= {reached for one in needed & runs.keys() for reached in runs[one].reached}
    if more := {*seen.read_paths} - needed:
        compared.differ("alone", f"{path}: read {', '.join(sorted(more))} for nothing")


def _first_difference(alone: Report, whole: Report, path: str) -> str:
    here, there = {*alone.findings}, {one for one in whole.findings if one.path == path}
    odd = min(here ^ there, default=None)
    if odd is None:
        return "faults or order"
    return f"only {'alone' if odd in here else 'whole'}: {odd.span.line} {odd.code} {odd.message}"


def main() -> None:
    """Read the command line, compare each package and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="*", help="all that have judgements unless given")
    parser.add_argument("--files", type=int, default=6, help="how many of each to judge alone")
    options = parser.parse_args()
    differences = []
    print(
        "| package | files | findings | alone | read for one | alone | reversed | workers | warm |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for requirement in options.packages or json.loads(JUDGEMENTS.read_text("utf-8")):
        folder = unpack(requirement, options.folder.resolve())
        with tempfile.TemporaryDirectory() as kept:
            os.environ["JAXLINT_CACHE_DIR"] = kept
            compared = compare(sources_of(python_files(folder), folder), options.files)
        read = compared.read_alone / max(1, compared.alone)
        columns = [compared.files, compared.findings, compared.alone, f"{read:.0f}"]
        same = [len(lines) or "same" for lines in compared.differences.values()]
        print(f"| {requirement} | {' | '.join(map(str, [*columns, *same]))} |", flush=True)
        differences += [f"{requirement}: {line}" for line in compared.lines]
    print("\n".join(["", *differences]) if differences else "\nNothing differs.")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
