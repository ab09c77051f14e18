"""The long run: ``python -m tests.numerics --programs 5000 --seed 0``."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from .oracle import Unjudged
from .programs import write
from .verdicts import annotated, compare


def main() -> None:
    """Compare programs, print counts by family, save those on which jaxlint and JAX disagree."""
    parser = argparse.ArgumentParser(prog="python -m tests.numerics", description=__doc__)
    parser.add_argument("--programs", type=int, default=5000, help="how many to write")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first one")
    parser.add_argument("--save", type=Path, help="a folder for programs with a disagreement")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(options.seed, options.seed + options.programs):
        program = write(Random(number))
        try:
            seen = compare(program)
        except Unjudged:
            counts[program.family, "not judged"] += 1
            continue
        counts[program.family, seen.kind] += 1
        if seen.kind in ("missed", "false") and options.save is not None:
            options.save.mkdir(parents=True, exist_ok=True)
            (options.save / f"{seen.kind}_{number}.py").write_text(annotated(seen))
    for (family, kind), count in sorted(counts.items()):
        print(f"{family:12} {kind:10} {count:6}")


if __name__ == "__main__":
    main()
