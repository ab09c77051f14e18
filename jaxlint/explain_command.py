"""``jaxlint explain FILE:LINE``: what jaxlint believes of the values on a line."""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.checking import Belief
from jaxlint.explaining import beliefs
from jaxlint.jobs import Job
from jaxlint.output import note, write
from jaxlint.settings import settings_for


class BadPlace(Exception):
    """A place is not of the form FILE:LINE; the text says so."""


def run(place: str, config: str | None, isolated: bool) -> int:
    """Write what is believed of the line. Returns 0.

    Raises BadPlace, MissingPath, Unreadable, NoSuchLine and SettingsError.
    """
    path, _, line = place.rpartition(":")
    if not path or not line.isdecimal():
        raise BadPlace(f'"{place}" is not of the form FILE:LINE')
    job = Job([path], settings_for([path], config, isolated), isolated=isolated)
    found = beliefs(job, int(line))
    for belief in found:
        write("".join(f"{text}\n" for text in _lines(belief)))
    if not found:
        note(f"nothing is known of the values on line {line} of {path}")
    return 0


def _lines(belief: Belief) -> Iterator[str]:
    yield f"{belief.span.line}:{belief.span.column} {belief.expression}: {belief.verdict}"
    if belief.context:
        yield f"    {belief.context}"
    for reason in belief.chain:
        yield f"    {reason.place}: {reason.text}"
