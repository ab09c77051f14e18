"""The names by which the files of a project are imported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from jaxlint.knowledge.names import JAX_ITSELF

_NAMES = 4096


@dataclass(frozen=True)
class Layout:
    """The paths of a project, sorted, and the folders below which names start."""

    files: tuple[str, ...]
    roots: tuple[str, ...] = ()

    @cached_property
    def names(self) -> dict[str, tuple[str, ...]]:
        """The dotted names of each file, the proper one first."""
        return module_names(self.files, self.roots)

    @cached_property
    def paths(self) -> dict[str, str]:
        """The path of the file of each name, the first if there are several."""
        found: dict[str, str] = {}
        for path in self.files:
            for name in self.names[path]:
                found.setdefault(name, path)
        return found

    @cached_property
    def tops(self) -> frozenset[str]:
        """The first parts of all names."""
        return frozenset(name.partition(".")[0] for name in self.paths)

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """By package, the empty name standing for the top, what is right below it."""
        found: dict[str, list[str]] = {}
        met: set[str] = set()
        for name in self.paths:
            while name and name not in met:
                met.add(name)
                package = name.rpartition(".")[0]
                found.setdefault(package, []).append(name)
                name = package
        return found

    def seen(self, text: str, named: Iterable[str]) -> set[str]:
        """Return the names that a text imports, and those that it may read off packages."""
        seen = set(named)
        pending = [*seen]
        while pending:
            for inner in self.below.get(pending.pop(), ()):
                if inner not in seen and inner.rpartition(".")[2] in text:
                    seen.add(inner)
                    pending.append(inner)
        return seen


@lru_cache(maxsize=_NAMES)
def beside(path: str, name: str) -> str:
    """Return the path at which a script finds a plain name in its own folder, if anything."""
    return (PurePosixPath(path).parent / f"{name}.py").as_posix()


def module_names(paths: Sequence[str], roots: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each path the dotted names by which it can be imported, the proper one first.

    The proper name starts at the topmost folder of the package that the file is in; further names
    start at each of ``roots``, as namespace packages and ``python -m`` see them. None of a folder
    in the project starts with ``jax``: code that imports that means JAX.
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
    if _is_jax(_dotted(path.relative_to(top))):
        top = top.parent
    names = [_dotted(path.relative_to(top))]
    for root in roots:
        if path.is_relative_to(root):
            names.append(_dotted(path.relative_to(root)))
    others = (name for name in names[1:] if not _is_jax(name))
    return tuple(dict.fromkeys(name for name in (names[0], *others) if name))


def _is_jax(name: str) -> bool:
    """Whether a dotted name is one of JAX itself."""
    return name.partition(".")[0] in JAX_ITSELF


def _dotted(path: PurePosixPath) -> str:
    parts = path.with_suffix("").parts if path.name else ()  # the root has no name
    return ".".join(parts[:-1] if parts and parts[-1] == "__init__" else parts)
