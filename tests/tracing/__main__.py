"""The long run: ``python -m tests.tracing --programs 5000 --seed 0``."""

from __future__ import annotations

import time
from collections import Counter
from random import Random

from .. import agreement
from .oracle import Blind
from .programs import write
from .verdicts import annotated, compare

KINDS = ("agree runs", "agree raises", "false alarm", "missed", "another error", "not judged")


def main() -> None:
    """Compare programs, print counts, save those on which jaxlint and JAX disagree."""
    options = agreement.parser("tracing", __doc__).parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    for number in agreement.numbers(options):
        try:
            seen = compare(write(Random(number)))
        except Blind as why:
            counts["not judged"] += 1
            counts[f"  {str(why)[:60]}"] += 1
            continue
        counts[seen.kind] += 1
        if not seen.agrees:
            agreement.save(options.save, seen.kind, number, annotated(seen))
    for kind in (*KINDS, *sorted(counts.keys() - set(KINDS))):
        print(f"{counts[kind]:6}  {100 * counts[kind] / options.programs:6.2f} %  {kind}")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
