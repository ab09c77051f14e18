"""Linking: which module a dotted name means, across the files of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from jaxlint.program import ir
from jaxlint.program.imports import imported, package_of
from jaxlint.program.reading import Read, read_module
from jaxlint.program.text_changes import changed
from jaxlint.source.files import Source
from jaxlint.source.text import text_of

Reader = Callable[[Source, tuple[str, ...]], Read]


class Query(NamedTuple):
    """A question to the texts of a project: which spell all of ``words``, and may see ``path``.

    A text may see a file that it imports, with ``far`` also by way of others. Without a path all
    texts are meant. With ``changed`` only those that may change what the words name.
    """

    path: str
    words: tuple[str, ...]
    far: bool = False
    changed: bool = False


class Project:
    """The sources of a project, and its modules by every name under which they may be imported.

    A source is read when its module is first asked for.
    """

    def __init__(
        self, sources: Iterable[Source], roots: Sequence[str] = (), read: Reader = read_module
    ) -> None:
        self.sources = {one.path: one for one in sorted(sources, key=lambda one: one.path)}
        self.names = module_names([*self.sources], roots)
        self.debug = False
        self._reader = read
        self._read: dict[str, Read] = {}
        self._answers: dict[Query, tuple[str, ...]] = {}
        self._texts: dict[str, str] = {}
        self._changed: dict[str, frozenset[str]] = {}
        self._users: dict[str, set[str]] = {}
        self._paths: dict[str, str] = {}
        for path in self.sources:
            for name in self.names[path]:
                self._paths.setdefault(name, path)

        self.tops = frozenset(name.partition(".")[0] for name in self._paths)

    # --- modules ---------------------------------------------------------------------------

    def read(self, path: str) -> Read:
        """Return the module at a path, or why it is none."""
        if path not in self._read:
            self._read[path] = self._reader(self.sources[path], self.names[path])
        return self._read[path]

    def module(self, path: str) -> ir.Module | None:
        """Return the module at a path, or None where the source cannot be read."""
        found = self.read(path)
        return found if isinstance(found, ir.Module) else None

    def path_of(self, name: str) -> str | None:
        """Return the path of the file of that dotted name, the first if there are several."""
        return self._paths.get(name)

    def find(self, name: str) -> ir.Module | None:
        """Return the module of that dotted name, or None when it is not of this project."""
        path = self._paths.get(name)
        return None if path is None else self.module(path)

    def path_beside(self, module: ir.Module, name: str) -> str | None:
        """Return the path of the file that a script finds in its own folder by a plain name."""
        path = _beside(module.path, name)
        return path if path in self.sources else None

    # --- texts -----------------------------------------------------------------------------

    def ask(self, query: Query) -> tuple[str, ...]:
        """Return the paths of the other texts that a query is about."""
        if query not in self._answers:
            self._answers[query] = tuple(
                path
                for path in sorted(self._seeing(query))
                if path != query.path and self._spells(path, query)
            )
        return self._answers[query]

    def _spells(self, path: str, query: Query) -> bool:
        text = self._text(path)
        if not all(word in text for word in query.words):
            return False
        return not query.changed or self._changes(path).issuperset(query.words)

    def _changes(self, path: str) -> frozenset[str]:
        """The names that the text at a path may change."""
        if path not in self._changed:
            self._changed[path] = changed(self._text(path))
        return self._changed[path]

    def _text(self, path: str) -> str:
        if path not in self._texts:
            self._texts[path] = text_of(self.sources[path].data)
        return self._texts[path]

    def _seeing(self, query: Query) -> Iterable[str]:
        if not query.path:
            return self.sources
        if query.far:
            return self.reaching([query.path])
        return self._importers.get(query.path, ())

    def reaching(self, paths: Iterable[str]) -> set[str]:
        """Return the paths given and those of all files that import them, however far."""
        found = set(paths)
        pending = [*found]
        while pending:
            new = self._importers.get(pending.pop(), set()) - found
            found |= new
            pending.extend(new)
        return found

    def sees(self, path: str, other: str) -> bool:
        """Whether a text may import a file, itself or by way of others."""
        if path == other or path in self._importers.get(other, ()):
            return True
        if other not in self._users:
            self._users[other] = self.reaching([other])
        return path in self._users[other]

    @cached_property
    def _importers(self) -> dict[str, set[str]]:
        """By path the files that may import it: never too few, now and then too many."""
        found: dict[str, set[str]] = {}
        below = _below(self._paths)
        for path in self.sources:
            text = self._text(path)
            named = imported(text, package_of(path, self.names[path]))
            targets = {
                self._paths[name] for name in _seen(text, named, below) if name in self._paths
            }
            targets.update(_beside(path, name) for name in named)
            for target in targets & self.sources.keys():
                found.setdefault(target, set()).add(path)
        return found


def _below(names: Iterable[str]) -> dict[str, list[str]]:
    """By package, the empty name standing for the top, what is right below it."""
    found: dict[str, list[str]] = {}
    met: set[str] = set()
    for name in names:
        while name and name not in met:
            met.add(name)
            package = name.rpartition(".")[0]
            found.setdefault(package, []).append(name)
            name = package
    return found


def _seen(text: str, named: Iterable[str], below: dict[str, list[str]]) -> set[str]:
    """The names that a text imports, and those that it may read off packages."""
    seen = set(named)
    pending = [*seen]
    while pending:
        for inner in below.get(pending.pop(), ()):
            if inner not in seen and inner.rpartition(".")[2] in text:
                seen.add(inner)
                pending.append(inner)
    return seen


def _beside(path: str, name: str) -> str:
    return (PurePosixPath(path).parent / f"{name}.py").as_posix()


def module_names(paths: Sequence[str], roots: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each path the dotted names by which it can be imported, the proper one first.

    The proper name starts at the topmost folder of the package that the file is in; further names
    start at each of ``roots``, as namespace packages and ``python -m`` see them.
    """
    folders = {PurePosixPath(path).parent for path in paths if path.endswith("__init__.py")}
    return {path: _names_of(PurePosixPath(path), folders, roots) for path in paths}


def _names_of(
    path: PurePosixPath, packages: set[PurePosixPath], roots: Sequence[str]
) -> tuple[str, ...]:
    if path.suffix == ".ipynb":
        return ()  # a notebook is run, never imported
    top = path.parent
    while top in packages and top != top.parent:
        top = top.parent
    names = [_dotted(path.relative_to(top))]
    for root in roots:
        if path.is_relative_to(root):
            names.append(_dotted(path.relative_to(root)))
    return tuple(dict.fromkeys(name for name in names if name))


def _dotted(path: PurePosixPath) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts and parts[-1] == "__init__" else parts)
