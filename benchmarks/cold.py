"""What a cold run costs, as a ratio to parsing alone: the same files, in turn, each a process.

    python benchmarks/cold.py FOLDER [FOLDER ...] [--runs N]

Prints for each folder the median time of ``libcst.parse_module`` over its files, that of
``jaxlint check`` on it (process start and output included), and their ratio, pair by pair.
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
    lint = [sys.executable, "-m", "jaxlint", "check", "--isolated", folder]
    pairs = [(seconds(parse), seconds(lint)) for _ in range(runs)]
    parsed = statistics.median(pair[0] for pair in pairs)
    linted = statistics.median(pair[1] for pair in pairs)
    ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
    lines = sum(path.read_bytes().count(b"\n") for path in Path(folder).rglob("*.py"))
    print(
        f"{folder}: {lines} lines, parse {parsed:.2f} s, jaxlint {linted:.2f} s, ratio {ratio:.2f}"
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
