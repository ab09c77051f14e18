"""Each case and fixture, rewritten in each way, gets the findings that it had.

``open.json`` holds the disagreements of today, each with its cause: law -> subject -> cause. A
case that agrees has to be taken out of it. The suite asks about a fourth of the pairs of a law and
a subject; ``python -m tests.metamorphic`` asks about all, and lists what differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from zlib import crc32

import pytest
from _pytest.mark.structures import ParameterSet

from .laws import REWRITINGS, disagreements, rewritten, subjects

OPEN: dict[str, dict[str, str]] = json.loads(
    (Path(__file__).parent / "open.json").read_text(encoding="utf-8")
)
ENOUGH = 80
EVERY = 4


def pairs() -> Iterator[ParameterSet]:
    """Yield laws with subjects, some of each, expected to disagree if the table says so.

    All laws of a subject stand together, so that one worker reads and lints it as it is.
    """
    held = sorted((subject, name) for name in REWRITINGS for subject in subjects(name))
    for subject, law in held:
        if crc32(f"{law} {subject}".encode()) % EVERY:
            continue
        cause = OPEN[law].get(subject)
        marks = [pytest.mark.xfail(strict=True, reason=cause)] if cause else []
        yield pytest.param(law, subject, id=f"{law}-{subject}", marks=marks)


@pytest.mark.parametrize(("law", "subject"), [*pairs()])
def test_a_rewriting_keeps_the_findings(law: str, subject: str) -> None:
    wrong = disagreements(law, subject)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("law", REWRITINGS)
def test_a_law_has_enough_to_rewrite(law: str) -> None:
    touched = (subject for subject in subjects(law) if rewritten(law, subject) is not None)
    assert len([*islice(touched, ENOUGH)]) == ENOUGH


def test_what_is_open_exists() -> None:
    assert OPEN.keys() == REWRITINGS.keys()
    for law, known in OPEN.items():
        assert known.keys() <= {*subjects(law)}
