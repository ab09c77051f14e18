"""Which rules speak of an error: those whose fixtures were seen to raise it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from jaxlint.diagnostics.registry import catalogue
from jaxlint.knowledge.errors import CLASSES
from jaxlint.proof import read_evidence
from jaxlint.source.tracebacks import Raised

_RAISES = re.compile(r"raises (?P<kind>\w+)(?: \((?P<text>.*)\))?$")
# How well a rule fits an error: by the words of its message, or by a class of JAX, or by one that
# anything may raise.
BY_WORDS, BY_CLASS, BY_KIND, NOT_AT_ALL = 3, 2, 1, 0


def fitness(code: str, raised: Raised) -> int:
    """Say how well a rule fits an error: one of the numbers above."""
    return max((_fitness(*one, raised) for one in _raised_by().get(code, ())), default=0)


def rules_of(raised: Raised) -> tuple[str, ...]:
    """Return the codes of the rules that fit an error best; none if only its class is general."""
    by_code = {code: fitness(code, raised) for code in _raised_by()}
    best = max(by_code.values(), default=0)
    return tuple(code for code, one in by_code.items() if one == best) if best > BY_KIND else ()


def _fitness(kind: str, text: str, raised: Raised) -> int:
    if kind != raised.kind:
        return NOT_AT_ALL
    if kind in CLASSES:
        return BY_CLASS
    if not text:
        return BY_KIND
    return BY_WORDS if text in raised.message else NOT_AT_ALL


@cache
def _raised_by() -> dict[str, frozenset[tuple[str, str]]]:
    """The errors that each rule is about, by its code: class, and words of the message."""
    found: dict[str, set[tuple[str, str]]] = {
        info.code: {*_told(info.outcome)} for info in catalogue()
    }
    for record in read_evidence("cpu"):
        if record.kind == "hazard":
            found.setdefault(record.code, set()).update(_told(record.expected))
    return {code: frozenset(errors) for code, errors in found.items() if errors}


def _told(phrase: str) -> Iterator[tuple[str, str]]:
    """The error that a phrase names, if it does."""
    found = _RAISES.search(phrase)
    if found is not None:
        yield found["kind"], found["text"] or ""
