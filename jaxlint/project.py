"""Linking: which module a dotted name means, across the files of a project."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from jaxlint.model import ir


class Project:
    """The modules of a project by every name under which its files may import them."""

    def __init__(self, modules: Sequence[ir.Module], aliases: dict[str, ir.Module]) -> None:
        self.modules = modules
        self.debug = False
        self._by_name = aliases
        self._siblings = {module.path: module for module in modules}

    def find(self, name: str) -> ir.Module | None:
        """The module of that dotted name, or None when it is not of this project."""
        return self._by_name.get(name)

    def beside(self, module: ir.Module, name: str) -> ir.Module | None:
        """The module that a script finds in its own folder under a plain name."""
        path = PurePosixPath(module.path).parent / f"{name}.py"
        return self._siblings.get(path.as_posix())


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
