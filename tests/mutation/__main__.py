"""The long run: ``python -m tests.mutation --files 20000 --seed 0 [FOLDER]...``."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from .material import sources
from .trying import Tried, tried

_SLOWEST = 5


def main() -> int:
    """Try mutated files, save those that went wrong, print counts, and return the exit code.

    Interrupted, it counts those that it has tried.
    """
    options = _options()
    faulthandler.enable()
    material, done = sources(options.folders), list[Tried]()
    began = time.monotonic()
    with suppress(KeyboardInterrupt):
        for number in range(options.seed, options.seed + options.files):
            one = tried(number, material)
            if one.wrong:
                print(f"{number} {one.origin}\n{one.wrong}", flush=True)
                _save(options.save, one)
            done.append(replace(one, data=b""))
    _print(done, time.monotonic() - began)
    return 1 if any(one.wrong for one in done) else 0


def _print(done: list[Tried], seconds: float) -> None:
    """Print what was tried, and what took longest."""
    judged, wrong = sum(one.judged for one in done), sum(bool(one.wrong) for one in done)
    print(
        f"{len(done)} files, {judged} of them judged, {sum(one.findings for one in done)} findings,"
        f" {wrong} wrong, {seconds:.0f} seconds"
    )
    for one in sorted(done, key=lambda one: -one.seconds)[:_SLOWEST]:
        print(f"  {one.seconds:6.2f} s  {one.number} of {one.origin}")


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
