"""What two checkouts of jaxlint say differently of published packages.

    python benchmarks/findings_diff.py FOLDER --against CHECKOUT [--packages PACKAGE ...]

Lints the packages of docs/real-code.md, which are downloaded into FOLDER unless they are there,
with this checkout and with another one. Prints the findings that the other has and this one lost,
and those that are new; ends with 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from packages import unpack
from real_code import JUDGEMENTS, findings

THIS = Path(__file__).resolve().parent.parent


def told(folder: Path, checkout: Path) -> set[str]:
    """What a checkout says of a folder, a line for each finding."""
    return {
        "{path}:{line}:{column} {code} {message}".format_map(finding)
        for finding in findings(folder, checkout)
    }


def difference(folder: Path, against: Path) -> list[str]:
    """The findings of a folder that this checkout lost, and those that are new."""
    before, now = told(folder, against), told(folder, THIS)
    return [f"lost {line}" for line in sorted(before - now)] + [
        f"new  {line}" for line in sorted(now - before)
    ]


def named(judged: list[str], asked: list[str]) -> list[str]:
    """The requirements that are meant by names of packages; all if there are none."""
    short = {requirement.partition("==")[0]: requirement for requirement in judged}
    return [short.get(name, name) for name in asked] or judged


def main() -> None:
    """Read the command line, lint each package twice and print the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--against", type=Path, required=True, metavar="CHECKOUT")
    parser.add_argument("--packages", nargs="+", default=[], metavar="PACKAGE")
    options = parser.parse_args()
    count = 0
    for requirement in named([*json.loads(JUDGEMENTS.read_text("utf-8"))], options.packages):
        folder = unpack(requirement, options.folder.resolve())
        lines = difference(folder, options.against.resolve())
        print("\n  ".join([f"{requirement}: {len(lines)}", *lines]), flush=True)
        count += len(lines)
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
