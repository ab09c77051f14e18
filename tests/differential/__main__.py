"""The long run: ``python -m tests.differential --programs 5000 --seed 0``."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from .. import agreement
from .oracle import Blind
from .programs import write
from .shrinking import shrink
from .verdicts import Comparison, annotated, compare

KINDS = ("agree reuse", "agree clean", "false alarm", "missed")


def main() -> None:
    """Compare programs, print counts, save those on which jaxlint and the oracle disagree."""
    options = _options()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    for number in agreement.numbers(options):
        seen = _compared(write(Random(number)), options.checker, counts)
        if seen is None:
            continue
        counts[seen.kind] += 1
        beside[_beside(seen)] += 1
        if not seen.agrees and options.save is not None:
            small = _shrunk(seen) if options.shrink else seen
            agreement.save(options.save, small.kind, number, annotated(small))
    _print(counts, beside, time.monotonic() - began)


def _options() -> argparse.Namespace:
    parser = agreement.parser("differential", __doc__)
    parser.add_argument("--shrink", action="store_true", help="shrink the programs saved")
    parser.add_argument(
        "--no-checker",
        dest="checker",
        action="store_false",
        help="do not ask JAX's own checker beside the oracle, which takes most of the time",
    )
    return parser.parse_args()


def _compared(text: str, checker: bool, counts: Counter[str]) -> Comparison | None:
    try:
        return compare(text, checker=checker)
    except Blind:
        counts["not judged"] += 1
        return None


def _beside(seen: Comparison) -> str:
    said = {True: "reuse", False: "clean", None: "not asked"}[seen.runs.checked]
    return f"runs {'reuse' if seen.runs.reused else 'clean'}, JAX's checker {said}"


def _shrunk(seen: Comparison) -> Comparison:
    return compare(shrink(seen.text, lambda text: _same_kind(text, seen.kind)), checker=False)


def _same_kind(text: str, kind: str) -> bool:
    try:
        return compare(text, checker=False).kind == kind
    except Exception:  # a program broken by shrinking may raise anything
        return False


def _print(counts: Counter[str], beside: Counter[str], seconds: float) -> None:
    total = sum(counts[kind] for kind in KINDS) or 1
    for kind in (*KINDS, "not judged"):
        print(f"{kind:12} {counts[kind]:6}  {100 * counts[kind] / total:6.2f} %")
    for said, number in sorted(beside.items()):
        print(f"{number:6}  {said}")
    print(f"{seconds:.0f} s")


if __name__ == "__main__":
    main()
