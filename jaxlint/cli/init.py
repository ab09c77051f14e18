"""``jaxlint init``: a config file to start from, in which every setting is explained."""

from __future__ import annotations

import os
from pathlib import Path

from jaxlint.cli.output import note
from jaxlint.config.settings import KEYS, OWN_FILE, nearest_settings
from jaxlint.source.writing import save

_HEAD = """\
# Settings of jaxlint; `jaxlint rules` lists the rules, `jaxlint rule NAME` explains one.
# In pyproject.toml the same keys stand below [tool.jaxlint], tables as [tool.jaxlint.transforms].
"""
TEMPLATE = "\n".join((_HEAD, *("\n".join((*key.as_comment(), "")) for key in KEYS)))


class AlreadyThere(Exception):
    """There are settings for this folder; the text says where."""


def run(folder: Path) -> int:
    """Write the file. Returns 0. Raises AlreadyThere, SettingsError and Unwritable."""
    found = nearest_settings(folder).file
    if found is not None and found.parent == folder:
        raise AlreadyThere(f"{found} has settings of jaxlint already")
    if os.path.lexists(folder / OWN_FILE):
        raise AlreadyThere(f"{folder / OWN_FILE} is there already, and is not a file")
    save(folder / OWN_FILE, TEMPLATE.encode())
    note(f"wrote {OWN_FILE}; all in it is a comment, so nothing changes until you say so")
    return 0
