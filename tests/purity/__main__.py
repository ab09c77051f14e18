"""The long run: ``python -m tests.purity --programs 5000 --seed 0``, and ``--rows`` for keys.

5,000 programs take ten minutes of one core and 300 MB.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from random import Random

from .. import agreement
from . import programs, rows
from .oracle import Blind
from .verdicts import annotated, compare, compare_rows

KINDS = ("found", "missed", "quiet", "false")
_Table = defaultdict[tuple[str, str, str], Counter[str]]


def main() -> None:
    """Compare programs, print counts by axis, save those on which jaxlint and JAX disagree."""
    parser = agreement.parser("purity", __doc__)
    parser.add_argument("--family", help="only programs of one family")
    parser.add_argument("--rows", action="store_true", help="programs that draw in rows instead")
    options = parser.parse_args()
    write, judge = (rows.write, compare_rows) if options.rows else (programs.write, compare)
    began = time.monotonic()
    counts: Counter[str] = Counter()
    table: _Table = defaultdict(Counter)
    for number in agreement.numbers(options):
        program = write(Random(number))
        if options.family and program.axes["family"] != options.family:
            continue
        try:
            seen = judge(program)
        except Blind as why:
            counts["not judged"] += 1
            counts[f"  {program.axes['family']}: {str(why)[:70]}"] += 1
            agreement.save(options.save, "blind", number, f"# {why}\n{program.text}\n")
            continue
        counts[seen.kind] += 1
        family = program.axes["family"]
        for axis, value in program.axes.items():
            table[family, axis, value][seen.kind] += 1
        if not seen.agrees:
            agreement.save(options.save, seen.kind, number, annotated(seen))
    _show(counts, table)
    print(f"{time.monotonic() - began:.0f} s")


def _show(counts: Counter[str], table: _Table) -> None:
    """Print hazards found and fine programs quiet: by axis, and in all."""
    for (family, axis, value), row in sorted(table.items()):
        print(_line(f"{family:10} {axis:8} {value:32}", row))
    for kind in sorted(counts.keys() - set(KINDS)):
        print(f"{counts[kind]:6}  {kind}")
    print(_line(f"{'all':52}", counts))


def _line(name: str, row: Counter[str]) -> str:
    found, missed, quiet, false = (row[kind] for kind in KINDS)
    return (
        f"{name} found {found:4} of {found + missed:4} {_share(found, missed)}"
        f"   quiet {quiet:4} of {quiet + false:4} {_share(quiet, false)}"
    )


def _share(right: int, wrong: int) -> str:
    return f"{100 * right / (right + wrong):5.1f} %" if right + wrong else "      -"


if __name__ == "__main__":
    main()
