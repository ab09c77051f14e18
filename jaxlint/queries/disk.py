"""Keeps what is known of a project in the folder of the cache."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.program.packing import inflated
from jaxlint.program.project import Project
from jaxlint.queries import result_cache
from jaxlint.queries.memory import NOTHING_KNOWN, Known, Packing
from jaxlint.queries.runs import Ledger, Line, Run, moved
from jaxlint.source.files import Source

# What may be told of a text: its code is a digest and numbers of lines.
_PART = r"\w+ [0-9a-f]+( \d{1,7}){3}( \w+)*"
_TELLS = {
    "code": re.compile(r"[0-9a-f]+( \d{1,7})*"),
    "parts": re.compile(rf"[0-9a-f]+(\n{_PART})*"),
    "readable": re.compile("yes|"),
}


class Stored(Packing):
    """Keeps runs, what was told of each text, and the model of each module.

    Texts go by the digest of their bytes, models by that of their code.
    """

    def __init__(self, project: str, known: Known = NOTHING_KNOWN) -> None:
        super().__init__(known)
        self.stored = project

    def project(self, sources: Iterable[Source], roots: Sequence[str]) -> Project:
        facts = _facts(result_cache.load_data(self._key("texts")) or b"")
        project = Project((), roots, self.read)
        project.update(sources, {**facts, **self.known.facts})
        return project

    def packed(self, key: str) -> bytes | None:
        return super().packed(key) or result_cache.load_data(key)

    def ledger(self, about: str) -> Ledger:
        found = result_cache.load(self._key("runs", about), Written)
        return Ledger() if found is None else found.ledger()

    def keep(self, about: str, project: Project, ledger: Ledger) -> None:
        facts = json.dumps(project.facts(project.sources))
        self.new[self._key("texts")] = zlib.compress(facts.encode(), 1)
        self.new[self._key("runs", about)] = json.dumps(asdict(Written.of(ledger))).encode()
        self.keep_models()

    def keep_models(self) -> None:
        result_cache.keep_data(self.new)
        self.new.clear()

    def _key(self, *what: str) -> str:
        return result_cache.key_of((), [*what, self.stored])


def _facts(data: bytes) -> dict[str, dict[str, str]]:
    """Return what was told of texts, by their digests; of those that make no sense nothing."""
    try:
        kept = json.loads(inflated(data)) if data else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {digest: facts for digest, facts in kept.items() if _make_sense(facts)}


def _make_sense(facts: Any) -> bool:
    return isinstance(facts, dict) and all(
        isinstance(told, str) and (name not in _TELLS or _TELLS[name].fullmatch(told))
        for name, told in facts.items()
    )


@dataclass(frozen=True, slots=True)
class WrittenRun:
    """A run; what it asked are numbers of questions."""

    path: str
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    asked: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """Runs as they are written: every question and its answer once, codes before their paths."""

    asked: tuple[str, ...]
    told: tuple[str, ...]
    runs: tuple[WrittenRun, ...]
    codes: tuple[str, ...]

    @classmethod
    def of(cls, ledger: Ledger) -> Written:
        """The runs of a ledger."""
        asked = ledger.asked
        number = {question: str(number) for number, question in enumerate(asked)}
        runs = (
            WrittenRun(
                one.path,
                one.findings,
                one.faults,
                " ".join(number[each] for each in one.asked),
                one.lines,
            )
            for one in ledger.runs.values()
        )
        codes = (f"{code} {path}" for path, code in ledger.codes.items())
        return cls((*asked,), (*asked.values(),), (*runs,), (*codes,))

    def ledger(self) -> Ledger:
        """The runs; none where they make no sense."""
        asked = [*zip(self.asked, self.told, strict=False)]
        runs = {}
        try:
            for one in self.runs:
                told = dict(asked[int(number)] for number in one.asked.split())
                runs[one.path] = Run(one.path, one.findings, one.faults, told, one.lines)
                _check(runs[one.path])
        except (ValueError, LookupError):
            return Ledger()
        codes = (one.partition(" ") for one in self.codes)
        return Ledger(runs, {path: code for code, _, path in codes})


def _check(run: Run) -> None:
    """Raise LookupError where a finding speaks of a line that the run does not know."""

    def known(_: str, index: int) -> int:
        return run.lines[index].number

    for finding in run.findings:
        moved(finding, known)
