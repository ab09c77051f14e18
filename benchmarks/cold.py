"""What a run costs, as a ratio to parsing alone: the same files, in turn, each a process.

    python benchmarks/cold.py FOLDER [FOLDER ...] [--runs N]

Prints for each folder the median time of ``libcst.parse_module`` over its files, those of
``jaxlint check`` on it without the cache and with it filled (process start and output included),
and their ratios, run by run.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

PARSE = """
import sys, libcst
from pathlib import Path
for path in sorted(Path(sys.argv[1]).rglob("*.py")):
    libcst.parse_module(path.read_bytes())
"""


def seconds(command: list[str]) -> float:
    """The wall-clock seconds that a command takes; what it prints and returns does not matter."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def measure(folder: str, runs: int) -> None:
    """Time parsing and linting in turn and print the medians and the ratio."""
    parse = [sys.executable, "-c", PARSE, folder]
    warm = [sys.executable, "-m", "jaxlint", "check", "--isolated", folder]
    cold = [*warm, "--no-cache"]
    seconds(warm)
    runs_of = [(seconds(parse), seconds(cold), seconds(warm)) for _ in range(runs)]
    parsed, cold_took, warm_took = (
        statistics.median(times) for times in zip(*runs_of, strict=True)
    )
    cold_ratio = statistics.median(one[1] / one[0] for one in runs_of)
    warm_ratio = statistics.median(one[2] / one[0] for one in runs_of)
    lines = sum(path.read_bytes().count(b"\n") for path in Path(folder).rglob("*.py"))
    print(
        f"{folder}: {lines} lines, parse {parsed:.2f} s, cold {cold_took:.2f} s, ratio "
        f"{cold_ratio:.2f}, warm {warm_took:.2f} s, ratio {warm_ratio:.2f}"
    )


def main() -> None:
    """Read the command line and measure each folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    for folder in options.folders:
        measure(folder, options.runs)


if __name__ == "__main__":
    main()
