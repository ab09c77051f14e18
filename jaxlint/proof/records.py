"""What was observed of each fixture function, and its rendering."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

OTHERWISE = "otherwise"
SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, order=True)
class Record:
    """One fixture function as run: what was expected, what was seen, where, on which content.

    ``kind`` is "hazard" or "remedy", "otherwise" for one that is marked for other releases of JAX
    and must fail on this one, "fixture" when the file itself could not be loaded, and "skipped"
    when it needs a library that is not installed.
    ``digest`` is the hash of the fixture file, ``line`` the line of it that raised an exception.
    Sorted by code, fixture, kind, function.
    """

    code: str
    fixture: str
    kind: str
    function: str
    expected: str
    observed: str
    proved: bool
    jax: str
    platform: str
    device: str
    digest: str
    line: int | None = None


def as_json(records: Iterable[Record]) -> str:
    """Return the records as sorted JSON, a line each, the same text for the same records."""
    lines = [json.dumps(asdict(record)) for record in sorted(records)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def as_report(records: Sequence[Record]) -> str:
    """Return the table and the summary as they are to be printed."""
    return f"{as_table(records)}\n{summary(records)}\n"


def as_table(records: Sequence[Record]) -> str:
    """Return the records as a plain text table, with a heading for each rule."""
    width = max((len(record.function) for record in records), default=0)
    lines: list[str] = []
    heading = ""
    for record in sorted(records):
        if heading != (heading := f"{record.code} {record.fixture.replace('_', '-')}"):
            lines.append(heading)
        verdict = _verdict(record)
        place = f" at line {record.line}" if record.line else ""
        name = f"{record.function:{width}}"
        lines.append(f"  {verdict}  {record.kind:9} {name}  {record.observed}{place}")
        if not record.proved:
            lines.append(f"          expected: {record.expected}")
    return "\n".join(lines)


def _verdict(record: Record) -> str:
    if record.kind == SKIPPED:
        return "skipped"
    return "proved" if record.proved else "FAILED"


def run_here(records: Iterable[Record]) -> list[Record]:
    """Return the records of what was run, without those of fixtures that were skipped."""
    return [record for record in records if record.kind != SKIPPED]


def summary(records: Sequence[Record]) -> str:
    """Return one line: how many functions are proved, on which jax and device, what is skipped."""
    run = run_here(records)
    proved = sum(record.proved for record in run)
    rules = len({record.code for record in run})
    text = f"{proved} of {len(run)} fixture functions proved for {rules} rules"
    if not records:
        return text
    place = f"on {records[0].platform} ({records[0].device}) with jax {records[0].jax}"
    skipped = len(records) - len(run)
    return f"{text} {place}" + (f", {skipped} skipped" if skipped else "")
