"""Which paths a run leaves out: names nobody means, .gitignore files, and the user's patterns."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from jaxlint.config.globs import Rules, parsed
from jaxlint.source.files import Unreadable, read_bytes
from jaxlint.source.paths import absolute

NEVER_MEANT = frozenset(
    {
        ".bzr",
        ".claude",
        ".direnv",
        ".eggs",
        ".git",
        ".hg",
        ".hypothesis",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".nox",
        ".pixi",
        ".pytest_cache",
        ".pytype",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        ".worktrees",
        "__pycache__",
        "__pypackages__",
        "_build",
        "build",
        "dist",
        "dist-packages",
        "node_modules",
        "site-packages",
        "venv",
    }
)


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns in the notation of .gitignore, meant from a folder; ``rules`` is None without any.

    What they say of folders below it is kept in ``_known``.
    """

    folder: str
    rules: Rules | None
    _known: dict[str, bool | None] = field(default_factory=dict, compare=False, repr=False)

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """Say whether a path or a folder around it is left out; None if no pattern fits."""
        if self.rules is None:
            return None
        below = os.path.relpath(path, self.folder).replace(os.sep, "/")
        if below == "." or below.startswith("../"):
            return None
        above = self._above(below, self.rules)
        own = None if above else self.rules.verdict(below, is_folder)
        return above if own is None else own

    def _above(self, below: str, rules: Rules) -> bool | None:
        """Say whether one of the folders around a path is left out, or taken in again."""
        said: bool | None = None
        end = below.find("/")
        while end >= 0 and not said:
            folder = below[:end]
            if folder not in self._known:
                own = rules.verdict(folder, True)
                self._known[folder] = said if own is None else own
            said = self._known[folder]
            end = below.find("/", end + 1)
        return said


def patterns(folder: Path | str, lines: Iterable[str]) -> Patterns:
    """Return patterns meant from a folder. Raises ValueError for what is not a pattern."""
    rules = [rule for line in lines if (rule := parsed(line)) is not None]
    return Patterns(absolute(folder), Rules(rules) if rules else None)


@dataclass(frozen=True, slots=True)
class Excludes:
    """Everything that leaves paths out below one folder, the nearest .gitignore last."""

    configured: Patterns
    ignored: tuple[Patterns, ...] = ()

    def inside(self, folder: str) -> Excludes:
        """Return the excludes with those of a folder's own .gitignore."""
        own = gitignore_of(folder)
        return Excludes(self.configured, (*self.ignored, own)) if own else self

    def leave_out(self, path: str, is_folder: bool) -> bool:
        """Say whether a path met on the way down is left out."""
        if is_folder and _is_never_meant(path):
            return True
        if self.configured.verdict(path, is_folder):
            return True
        return _ignores(self.ignored, path, is_folder)


def excludes_above(folder: str, configured: Patterns) -> Excludes:
    """Return what leaves paths out below a folder that was named: .gitignore files above it.

    Those count from the top of the git checkout down. When they or the user's patterns leave out
    the folder itself, naming it says that it is meant all the same, and they do not count.
    """
    above = tuple(one for one in map(gitignore_of, _up_to_checkout(folder)) if one)
    return Excludes(
        patterns(folder, ()) if configured.verdict(folder, True) else configured,
        () if _ignores(above, folder, True) else above,
    )


def gitignore_of(folder: str) -> Patterns | None:
    """Return the patterns of a folder's .gitignore, or None if it has none that can be read."""
    try:
        text = read_bytes(Path(folder, ".gitignore")).decode(errors="replace")
    except Unreadable:
        return None
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return patterns(folder, filter(_is_pattern, lines))


def _ignores(ignored: tuple[Patterns, ...], path: str, is_folder: bool) -> bool:
    verdicts = (one.verdict(path, is_folder) for one in reversed(ignored))
    return next((verdict for verdict in verdicts if verdict is not None), False)


def _is_never_meant(path: str) -> bool:
    return os.path.basename(path) in NEVER_MEANT or os.path.isfile(os.path.join(path, "pyvenv.cfg"))


def _is_pattern(line: str) -> bool:
    """Say whether git understands a line; it passes over those that it does not."""
    try:
        parsed(line)
    except ValueError:
        return False
    return True


def _up_to_checkout(folder: str) -> list[str]:
    """Return the folders from the top of the git checkout to just above a folder, top first."""
    above: list[str] = []
    for parent in map(str, (Path(folder), *Path(folder).parents)):
        if parent != folder:
            above.insert(0, parent)
        if os.path.exists(os.path.join(parent, ".git")):
            return above
    return []
