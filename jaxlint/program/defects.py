"""Defects of jaxlint itself, caught while it works on a file."""

from __future__ import annotations

import traceback
from typing import NamedTuple, Self

# Where a defect recurses, these innermost frames show how.
_MOST_FRAMES = 40


class Defect(NamedTuple):
    """What went wrong, and the traceback that leads there."""

    message: str
    trace: str

    @classmethod
    def of(cls, error: Exception) -> Self:
        """The defect that an exception shows."""
        lines = traceback.format_exception(error, limit=-_MOST_FRAMES)
        return cls(f"{type(error).__name__}: {error}", "".join(lines))
