"""The long run: ``python -m tests.numerics --programs 5000 --seed 0``."""

from __future__ import annotations

from collections import Counter
from random import Random

from .. import agreement
from .oracle import Unjudged
from .programs import write
from .verdicts import annotated, compare


def main() -> None:
    """Compare programs, print counts by family, save those on which jaxlint and JAX disagree."""
    options = agreement.parser("numerics", __doc__).parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for number in agreement.numbers(options):
        program = write(Random(number))
        try:
            seen = compare(program)
        except Unjudged:
            counts[program.family, "not judged"] += 1
            continue
        counts[program.family, seen.kind] += 1
        if seen.kind in ("missed", "false"):
            agreement.save(options.save, seen.kind, number, annotated(seen))
    for (family, kind), count in sorted(counts.items()):
        print(f"{family:12} {kind:10} {count:6}")


if __name__ == "__main__":
    main()
