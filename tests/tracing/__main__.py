"""The long run: ``python -m tests.tracing --programs 5000 --seed 0``."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random

from .oracle import Blind
from .programs import write
from .verdicts import annotated, compare

KINDS = ("agree runs", "agree raises", "false alarm", "missed", "another error", "not judged")


def main() -> None:
    """Compare programs, print counts, save those on which jaxlint and JAX disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.tracing", description=__doc__)
    parser.add_argument("--programs", type=int, default=5000, help="how many to write")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--save", type=Path, help="a folder for programs with a disagreement")
    options = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    for number in range(options.seed, options.seed + options.programs):
        try:
            seen = compare(write(Random(number)))
        except Blind as why:
            counts["not judged"] += 1
            counts[f"  {str(why)[:60]}"] += 1
            continue
        counts[seen.kind] += 1
        if not seen.agrees and options.save is not None:
            options.save.mkdir(parents=True, exist_ok=True)
            name = f"{seen.kind.replace(' ', '_')}_{number}.py"
            (options.save / name).write_text(annotated(seen), encoding="utf-8")
    for kind in (*KINDS, *sorted(counts.keys() - set(KINDS))):
        print(f"{counts[kind]:6}  {100 * counts[kind] / options.programs:6.2f} %  {kind}")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
