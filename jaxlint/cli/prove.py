"""``jaxlint prove``: runs the rules' fixtures on the JAX and the device at hand."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlint.cli.output import note, show_text
from jaxlint.diagnostics.selection import fits, parse
from jaxlint.proof import (
    UnknownFixture,
    as_json,
    as_table,
    fixtures,
    prove,
    record_evidence,
    summary,
)


def run(selectors: Sequence[str], device: str, as_data: bool, record: bool) -> int:
    """Prove rules and write what was seen: 0 if every one is proved, else 1.

    Raises UnknownSelector, UnknownFixture and CannotProve.
    """
    records = prove(_codes(selectors), device)
    proved = all(one.proved for one in records)
    show_text(as_json(records) if as_data else f"{as_table(records)}\n{summary(records)}")
    if record and proved:
        note(f"recorded in {record_evidence(records)}")
    elif record:
        note("nothing recorded: not everything is proved")
    return 0 if proved else 1


def _codes(selectors: Sequence[str]) -> list[str]:
    """Return the codes of the fixtures that the selectors fit."""
    codes = [fixture.code for fixture in fixtures()]
    chosen: set[str] = set()
    for text in selectors:
        fitting = {code for code in codes if fits(parse(text), code)}
        if not fitting:
            raise UnknownFixture(f"no fixture for {text}")
        chosen |= fitting
    return sorted(chosen)
