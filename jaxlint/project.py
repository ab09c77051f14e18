"""Linking: which module a dotted name means, across the files of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from jaxlint.changing import may_change
from jaxlint.findings import Fault, Finding
from jaxlint.importing import imported, package_of
from jaxlint.model import ir
from jaxlint.reading import Read, read_module
from jaxlint.sources import Source

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
        self._paths: dict[str, list[str]] = {}
        for path in self.sources:
            for name in self.names[path]:
                self._paths.setdefault(name, []).append(path)

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
        return None if isinstance(found, Finding | Fault) else found

    def has(self, name: str) -> bool:
        """Whether a file has that dotted name; nothing is read to tell."""
        return name in self._paths

    def find(self, name: str) -> ir.Module | None:
        """Return the module of that dotted name, or None when it is not of this project."""
        found = (self.module(path) for path in self._paths.get(name, ()))
        return next((module for module in found if module is not None), None)

    def is_beside(self, module: ir.Module, name: str) -> bool:
        """Whether a script has a file of a plain name in its own folder."""
        return _beside(module.path, name) in self.sources

    def beside(self, module: ir.Module, name: str) -> ir.Module | None:
        """Return the module that a script finds in its own folder under a plain name."""
        return self.module(_beside(module.path, name)) if self.is_beside(module, name) else None

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
        data = self.sources[path].data
        if query.changed:
            return all(may_change(data, word) for word in query.words)
        return all(word.encode() in data for word in query.words)

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

    @cached_property
    def _importers(self) -> dict[str, set[str]]:
        """By path the files that may import it: never too few, now and then too many."""
        found: dict[str, set[str]] = {}
        below: dict[str, list[str]] = {}
        for name in self._paths:
            below.setdefault(name.rpartition(".")[0], []).append(name)
        for path, source in self.sources.items():
            named = imported(source.data, package_of(path, self.names[path]))
            seen = self._seen_by(source.data, named, below)
            targets = {target for name in seen for target in self._paths[name]}
            targets.update(_beside(path, name) for name in named)
            for target in targets & self.sources.keys():
                found.setdefault(target, set()).add(path)
        return found

    def _seen_by(self, data: bytes, named: Iterable[str], below: dict[str, list[str]]) -> set[str]:
        """The names of modules that a text imports, and of those that it may read off packages."""
        pending = [one for one in named if one in self._paths]
        seen = set(pending)
        while pending:
            for inner in below.get(pending.pop(), ()):
                if inner not in seen and inner.rpartition(".")[2].encode() in data:
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
