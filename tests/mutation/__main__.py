"""The long run: ``python -m tests.mutation --files 20000 --seed 0 [FOLDER]...``."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
from pathlib import Path

from .material import sources
from .trying import Tried, tried

_SLOWEST = 5


def main() -> int:
    """Try mutated files, save those that went wrong, print counts, and return the exit code."""
    options = _options()
    faulthandler.enable()
    material = sources(options.folders)
    began, wrong, findings, judged = time.monotonic(), 0, 0, 0
    slowest: list[Tried] = []
    for number in range(options.seed, options.seed + options.files):
        one = tried(number, material)
        findings += one.findings
        judged += one.judged
        slowest = sorted([*slowest, one], key=lambda each: -each.seconds)[:_SLOWEST]
        if one.wrong:
            wrong += 1
            print(f"{number} {one.origin}\n{one.wrong}", flush=True)
            _save(options.save, one)
    seconds = time.monotonic() - began
    print(
        f"{options.files} files, {judged} of them judged, {findings} findings, {wrong} wrong,"
        f" {seconds:.0f} seconds"
    )
    for one in slowest:
        print(f"  {one.seconds:6.2f} s  {len(one.data):7} bytes  {one.number} of {one.origin}")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="more sources to mutate")
    parser.add_argument("--files", type=int, default=1000, help="how many to try")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--save", type=Path, help="a folder for those that go wrong")
    return parser.parse_args()


def _save(folder: Path | None, one: Tried) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{one.number}_{one.name}").write_bytes(one.data)


if __name__ == "__main__":
    sys.exit(main())
