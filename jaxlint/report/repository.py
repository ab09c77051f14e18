"""Where CI servers look for a file: at its path from the folder of the repository."""

from __future__ import annotations

import os
from pathlib import Path

from jaxlint.source.paths import absolute

# How GitHub and GitLab name that folder to the programs that they run.
_FOLDERS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def in_repository(path: str) -> str:
    """Return the path of a file from the folder of the repository, as a CI server names that.

    Without one, and for what lies elsewhere, the path stays as it is.
    """
    for folder in filter(None, map(os.environ.get, _FOLDERS)):
        if Path(absolute(path)).is_relative_to(absolute(folder)):
            return Path(absolute(path)).relative_to(absolute(folder)).as_posix()
    return path
