"""Many edits: ``python -m tests.mutation.edits --edits 5000 --points 200 --seed 0``."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from .editing import Session
from .material import CHECKOUT

_LARGEST = 6000


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs, in how many documents that were compared, with how many findings."""

    differences: list[str]
    documents: int
    findings: int


def edited(folder: Path, edits: int, points: int, seed: int) -> Compared:
    """Make edits, compare at so many points, and return what differs."""
    draw = Random(seed)
    cases = sorted((CHECKOUT / "tests/cases").glob("*.py"))
    texts = (one.read_text(encoding="utf-8") for one in cases)
    session = Session(folder, [text for text in texts if len(text) <= _LARGEST], draw)
    found: list[str] = []
    try:
        for number in range(1, edits + 1):
            session.edit()
            if number % (edits // points) == 0:
                found += (f"after edit {number}: {one}" for one in session.differences())
        assert session.client.stop() == 0
    finally:
        session.client.process.kill()
        session.client.process.wait()
    return Compared(found, session.compared, session.findings)


def main() -> int:
    """Make edits, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.edits", description=__doc__)
    parser.add_argument("--edits", type=int, default=5000, help="how many to make")
    parser.add_argument("--points", type=int, default=200, help="at how many to compare")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        done = edited(Path(folder), options.edits, options.points, options.seed)
    print("\n".join(done.differences))
    print(
        f"{options.edits} edits, {options.points} points: {len(done.differences)} differences in"
        f" {done.documents} documents with {done.findings} findings"
    )
    return 1 if done.differences else 0


if __name__ == "__main__":
    sys.exit(main())
