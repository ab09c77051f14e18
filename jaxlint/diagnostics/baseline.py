"""Baselines: the findings that a project has decided to leave for later.

A baseline is a JSON file with the fingerprint of each such finding; its paths are relative to
the folder that it lies in. A finding is shown again when its line changes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.fingerprints import fingerprints
from jaxlint.diagnostics.result import Entry, Result
from jaxlint.source.files import Unreadable, read_text
from jaxlint.source.limits import MOST_DATA
from jaxlint.source.paths import absolute

DEFAULT_FILE = ".jaxlint-baseline.json"
_VERSION = 1


class BadBaseline(Exception):
    """A baseline cannot be read or used; the text names it and says why."""


def load(file: Path) -> frozenset[Entry]:
    """Return the entries of a baseline. Raises BadBaseline."""
    try:
        content = json.loads(read_text(file, MOST_DATA))
        if content["jaxlint-baseline"] != _VERSION:
            raise BadBaseline(f"{file}: is of another version; write it anew")
        return frozenset(_entry(one) for one in content["findings"])
    except Unreadable as why:
        raise BadBaseline(f"{file}: {why}") from why
    except (ValueError, TypeError, LookupError, RecursionError) as odd:
        raise BadBaseline(f"{file}: is not a baseline of jaxlint") from odd


def dump(file: Path, result: Result) -> str:
    """Return the text of a baseline that holds all findings of a result, one a line."""
    entries = sorted(set(_entries(file, result).values()))
    fields = ("path", "code", "fingerprint")
    rows = (json.dumps({name: getattr(one, name) for name in fields}) for one in entries)
    listed = ",\n".join(f"  {row}" for row in rows)
    return f'{{"jaxlint-baseline": {_VERSION}, "findings": [\n{listed}\n]}}\n'


def without(file: Path, known: frozenset[Entry], result: Result) -> Result:
    """Return a result without the findings that a baseline holds, and what of it is obsolete."""
    entries = _entries(file, result)
    left = tuple(one for one in result.report.findings if entries[one] not in known)
    gone = known - set(entries.values())
    faults = {fault.path for fault in result.report.faults}
    judged = {place for path, place in result.places.items() if path not in faults}
    obsolete = tuple(sorted(one for one in gone if _was_looked_for(one, file, result, judged)))
    return replace(result, report=replace(result.report, findings=left), obsolete=obsolete)


def _was_looked_for(entry: Entry, file: Path, result: Result, judged: set[Path]) -> bool:
    """Whether an entry would have been found: its file was checked or is gone, its rule ran."""
    place = Path(absolute(file.parent / entry.path))
    return entry.code in result.codes and (place in judged or not os.path.exists(place))


def _entries(file: Path, result: Result) -> Mapping[Finding, Entry]:
    names = dict(_names(file, result))
    prints = fingerprints(result, names)
    return {one: Entry(names[one.path], one.code, mark) for one, mark in prints.items()}


def _names(file: Path, result: Result) -> Iterator[tuple[str, str]]:
    """Yield for each path as shown the path from the folder of the baseline."""
    for path, place in result.places.items():
        yield path, Path(os.path.relpath(place, absolute(file.parent))).as_posix()


def _entry(one: Any) -> Entry:
    return Entry(str(one["path"]), str(one["code"]), str(one["fingerprint"]))
