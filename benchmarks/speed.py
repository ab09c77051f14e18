"""What jaxlint costs, as ratios to other tools on the same files, measured side by side.

    python benchmarks/speed.py FOLDER [PACKAGE ...] [--parts tools edits workers growth]

Downloads the packages into FOLDER unless they are there, and prints Markdown tables. Every number
is the median of several runs of whole commands, start and output included; what is compared runs
in turn. Needs `pip install -e '.[bench]'`; a tool that is not installed is passed over.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copytree

import edits
import growth
import machine
import programs
from packages import lines_of, python_files, unpack
from timing import Command, Runs, in_turn, peak, ratio, seconds

PACKAGES = ("flax==0.12.8", "optax==0.2.8", "numpyro==0.22.0", "brax==0.14.2")
COMPARED = ("libcst", "flake8", "pylint", "fixit", "ruff")
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
# Parses a file as often as given, and prints the median of the seconds.
_PARSE_ONE = """
import libcst, statistics, sys, time
data, took = open(sys.argv[1], "rb").read(), []
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    libcst.parse_module(data)
    took.append(time.perf_counter() - start)
print(statistics.median(took))
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure on: unpacked packages by name, how often, how much, and a scratch folder."""

    packages: Mapping[str, Path]
    rounds: int
    slow_lines: int
    most_lines: int
    scratch: Path

    def timed(
        self, commands: Mapping[str, Command], before: Callable[[int], None] = lambda number: None
    ) -> Runs:
        """Run commands in turn, with caches that nobody else uses."""
        return in_turn(commands, self.rounds, programs.environment(self.scratch), before)


def compared(plan: Plan) -> Iterator[str]:
    """Yield a table of jaxlint against other tools, package by package and on all of them."""
    sets = {name: [folder] for name, folder in plan.packages.items()}
    sets["all"] = list(plan.packages.values())
    yield from _head("package", "lines", "cold", "/ libcst", "/ flake8", "peak", "warm", "/ ruff")
    for name, folders in sets.items():
        commands = {
            "cold": programs.jaxlint(*folders),
            "warm": programs.jaxlint(*folders, warm=True),
        }
        commands["libcst"] = programs.parse(*folders)
        if programs.is_installed("flake8"):
            commands["flake8"] = programs.flake8(*folders)
        if programs.is_installed("ruff"):
            commands["ruff"] = programs.ruff(*folders)
        runs = plan.timed(commands)
        lines = lines_of(file for folder in folders for file in python_files(folder))
        cells = [f"{lines:,}", _seconds(runs, "cold")]
        cells += [_ratio(runs, "cold", "libcst"), _ratio(runs, "cold", "flake8")]
        cells += [_megabytes(peak(runs, "cold"))]
        cells += [_seconds(runs, "warm"), _ratio(runs, "warm", "ruff")]
        yield _row(name, *cells)
    yield from _slow(plan)


def _slow(plan: Plan) -> Iterator[str]:
    """Yield a table of jaxlint against the slow tools, on some of the files."""
    every = [file for folder in plan.packages.values() for file in python_files(folder)]
    step = max(1, round(lines_of(every) / plan.slow_lines))
    files = every[::step]
    commands = {
        "pylint --errors-only": programs.pylint(*files),
        "fixit (all cores)": programs.fixit(*files),
    }
    chosen = {name: one for name, one in commands.items() if programs.is_installed(name.split()[0])}
    runs = plan.timed({"cold": programs.jaxlint(*files), **chosen})
    yield ""
    yield f"One file in {step} of all packages, {lines_of(files):,} lines, the same for each tool:"
    yield ""
    yield from _head("tool", "seconds", "/ cold jaxlint")
    for name in runs:
        yield _row(name, _seconds(runs, name), _ratio(runs, name, "cold"))


def edited(plan: Plan) -> Iterator[str]:
    """Yield a table of runs after one file of a warm project has changed."""
    yield "`start` is a cold run on a file of one line, `/ parse` is (changed - start) / parse."
    yield ""
    yield from _head("package", "file", "lines", "changed", "warm", "start", "parse", "/ parse")
    trivial = plan.scratch / "trivial" / "main.py"
    trivial.parent.mkdir()
    trivial.write_text("import jax\n", encoding="utf-8")
    for name, folder in plan.packages.items():
        copy = plan.scratch / name
        copytree(folder, copy)
        warm = programs.jaxlint(copy, warm=True)
        commands = {"changed": warm, "warm": warm, "start": programs.jaxlint(trivial)}
        for kind, file in edits.chosen(copy).items():
            runs = plan.timed(commands, partial(edits.touch, file))
            parse = _parsed(file, plan)
            times = seconds(runs, "changed") - seconds(runs, "start")
            cells = [f"{lines_of([file]):,}", *(_seconds(runs, one) for one in commands)]
            shown = f"{kind}: {file.relative_to(copy).as_posix()}"
            yield _row(name, shown, *cells, f"{parse * 1000:.0f} ms", f"{times / parse:.1f}")


def _parsed(file: Path, plan: Plan) -> float:
    """Return the seconds that parsing a file takes, without what it takes to import the parser."""
    command = [sys.executable, "-c", _PARSE_ONE, str(file), str(2 * plan.rounds + 1)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def with_workers(plan: Plan) -> Iterator[str]:
    """Yield a table of two workers against one."""
    if not programs.takes_workers():
        yield "`jaxlint check` has no option --workers: nothing to compare."
        return
    folders = list(plan.packages.values())
    commands = {"one": programs.jaxlint(*folders), "two": programs.jaxlint(*folders, workers=2)}
    runs = plan.timed(commands)
    yield from _head("one worker", "two workers", "times as fast")
    yield _row(_seconds(runs, "one"), _seconds(runs, "two"), _ratio(runs, "one", "two"))


def grown(plan: Plan) -> Iterator[str]:
    """Yield a table of cold runs on projects of growing size, and how time grows with lines."""
    yield from _head("lines", "cold", "peak", "lines a second")
    sizes, times = [], []
    for size in (size for size in SIZES if size <= plan.most_lines):
        folder = plan.scratch / "grown"
        lines = growth.project(list(plan.packages.values()), size, folder)
        runs = plan.timed({"cold": programs.jaxlint(folder)})
        took = seconds(runs, "cold")
        sizes.append(lines)
        times.append(took)
        pace = f"{lines / took:,.0f}"
        yield _row(f"{lines:,}", _seconds(runs, "cold"), _megabytes(peak(runs, "cold")), pace)
    yield ""
    for least in (SIZES[0], SIZES[2]):
        kept = [pair for pair in zip(sizes, times, strict=True) if pair[0] >= least]
        if len(kept) > 1:
            slope = growth.exponent(*zip(*kept, strict=True))
            yield f"Exponent of growth from {least:,} lines on: {slope:.2f}."


PARTS = {"tools": compared, "edits": edited, "workers": with_workers, "growth": grown}


def _head(*columns: str) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _seconds(runs: Runs, name: str) -> str:
    return f"{seconds(runs, name):.2f} s"


def _ratio(runs: Runs, name: str, to: str) -> str:
    return f"{ratio(runs, name, to):.2f}" if to in runs else "-"


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.0f} MB"


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="where packages are, or are downloaded to")
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slow-lines", type=int, default=10_000, help="for pylint and fixit")
    parser.add_argument("--most-lines", type=int, default=SIZES[-1], help="of a grown project")
    options = parser.parse_args()
    home = options.folder.resolve()
    names = {one: one.replace("==", " ") for one in options.packages}
    packages = {name: unpack(one, home) for one, name in names.items()}
    used = (f"{name} {number}" for name, number in programs.versions(COMPARED).items())
    print(f"{machine.about()}; {', '.join(used)}; medians of {options.rounds} rounds.")
    with tempfile.TemporaryDirectory() as scratch:
        plan = Plan(packages, options.rounds, options.slow_lines, options.most_lines, Path(scratch))
        for part in options.parts:
            _show(part, PARTS[part](plan))


def _show(part: str, lines: Iterator[str]) -> None:
    print(f"\n## {part}\n")
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
