"""TOML, read in bounded work."""

from __future__ import annotations

from typing import Any

# The steps that Python's reader may take for dotted keys: the parts of each, squared.
_MOST_STEPS = 100_000_000


def table_of(text: str) -> dict[str, Any]:
    """Return the table that a text in TOML holds. Raises ValueError, which says why it does not."""
    import tomllib

    if sum(line.count(".") ** 2 for line in text.split("\n")) > _MOST_STEPS:
        raise ValueError("a key has too many parts to be read safely")
    try:
        return tomllib.loads(text)
    except RecursionError as deep:
        raise ValueError("it nests too deeply to be read safely") from deep
