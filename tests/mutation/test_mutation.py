"""A sample of the long runs, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.report.diff import unified

from .edits import edited
from .material import CHECKOUT, sources
from .trying import patched, tried

SAMPLE = 40


def test_mutated_sources_are_answered(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("mutation"))
    material = [one for one in sources([]) if one.is_relative_to(CHECKOUT / "tests")]
    done = [tried(number, material) for number in range(SAMPLE)]
    assert [(one.number, one.wrong) for one in done if one.wrong] == []
    assert sum(one.findings for one in done) > SAMPLE
    assert {one.name for one in done} == {"mutated.py", "mutated.ipynb"}


def test_what_is_tried_is_the_same_each_time() -> None:
    material = sources([])
    assert tried(1, material).data == tried(1, material).data != tried(2, material).data


def test_the_server_agrees_with_a_check_after_random_edits(tmp_path: Path) -> None:
    done = edited(tmp_path, edits=40, points=4, seed=0)
    assert done.differences == []
    assert done.documents > 4
    assert done.findings > 4


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\n", b"a\nB\nc\n"),
        (b"a\nb", b"a\nb\n"),
        (b"a\r\nb\r\n", b"b\r\n"),
        (b"1\n" * 20 + b"x", b"1\n" * 10 + b"2\n" + b"1\n" * 9 + b"y"),
        (b"", b"a"),
        (b"a\n", b""),
    ],
)
def test_diffs_are_applied(before: bytes, after: bytes) -> None:
    assert patched(before, b"".join(unified("x", before, after))) == after
    with pytest.raises(AssertionError):
        patched(b"other\n" * 30, b"".join(unified("x", before or b"y", after + b"z")))
