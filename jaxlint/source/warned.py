"""Python's own parser, without its warnings: they quote the source, and are for who runs it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unwarned() -> Iterator[None]:
    """Have nothing written of what Python's parser warns of, nor made an error of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
