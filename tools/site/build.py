"""Builds the documentation site strictly."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from tools.checkout import python


def build(target: Path) -> int:
    """Build the site into a folder and return the exit code; a warning is an error."""
    if find_spec("mkdocs") is None:
        print("needs MkDocs: pip install -e '.[docs]'")
        return 2
    # Material says at each start what becomes of it in other years.
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    return python("-m", "mkdocs", "build", "--strict", "--site-dir", str(target))
