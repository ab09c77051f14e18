"""Every word that jaxlint says of the cases is as it was; what is meant to change is renewed.

``python -m tests.snapshots`` writes the snapshots anew: read their difference before it is kept.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .. import case_files
from .writing import FOLDER, file_of, snapshot


@pytest.mark.parametrize("case", case_files.ALL, ids=lambda case: str(case.stem))
def test_what_is_said_is_what_was_said(case: Path) -> None:
    kept = file_of(case).read_text(encoding="utf-8")
    assert snapshot(case).splitlines() == kept.splitlines()


def test_each_snapshot_has_a_case() -> None:
    assert {*FOLDER.glob("*.txt")} == {file_of(case) for case in case_files.ALL}
