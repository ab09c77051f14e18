"""``jaxlint explain FILE:LINE``: what jaxlint believes of the values on a line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from jaxlint.cli.output import note, write
from jaxlint.config.settings import settings_for
from jaxlint.frontends.explaining import beliefs
from jaxlint.frontends.jobs import Job
from jaxlint.queries.checking import Belief

_PLACE = re.compile(r"(?P<path>.+?)(?::cell (?P<cell>\d+))?:(?P<line>\d+)", re.DOTALL)


class BadPlace(Exception):
    """A place is of neither form; the text says which there are."""


def run(place: str, config: str | None, isolated: bool) -> int:
    """Write what is believed of the line. Returns 0.

    Raises BadPlace, MissingPath, Unreadable, NoSuchLine and SettingsError.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        raise BadPlace(f'"{place}" is not of the form FILE:LINE, or FILE:cell NUMBER:LINE')
    path, line, cell = found["path"], int(found["line"]), int(found["cell"] or 0)
    if os.path.isdir(path):
        raise BadPlace(f"{path} is a folder: name one of its files")
    job = Job([path], settings_for([path], config, isolated), isolated=isolated)
    known = beliefs(job, line, cell)
    for belief in known:
        write("".join(f"{text}\n" for text in _lines(belief)))
    if not known:
        note(f"nothing is known of the values on line {line} of {path}")
    return 0


def _lines(belief: Belief) -> Iterator[str]:
    yield f"{belief.span.line}:{belief.span.column} {belief.expression}: {belief.verdict}"
    if belief.context:
        yield f"    {belief.context}"
    for reason in belief.chain:
        yield f"    {reason.place}: {reason.text}"
