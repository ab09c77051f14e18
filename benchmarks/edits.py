"""One changed file of a project: which files to change, and a project to change them in."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

KINDS = ("leaf", "helper", "hub")
LEAST_BYTES = 500


def chosen(folder: Path) -> dict[str, Path]:
    """Return a file that nothing imports, one that some import, and the one that most import.

    The first two are of middling size among those alike. Files that only gather others, and those
    with next to nothing in them, are left out.
    """
    files = {_module(path, folder): path for path in sorted(folder.rglob("*.py"))}
    imported: Counter[str] = Counter()
    for name, path in files.items():
        imported.update(set(_imported(path, name)) & files.keys() - {name})
    known = {name: path for name, path in files.items() if _is_meant(path)}
    most = max(known, key=lambda name: imported[name])
    some = [path for name, path in known.items() if 2 <= imported[name] <= imported[most] // 4]
    none = [path for name, path in known.items() if not imported[name]]
    return dict(zip(KINDS, (_middling(none), _middling(some), known[most]), strict=True))


def touch(path: Path, number: int) -> None:
    """Change what a file says, in a way that no rule speaks of."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n_touched_{number} = {number}\n")


def _is_meant(path: Path) -> bool:
    return path.name != "__init__.py" and path.stat().st_size > LEAST_BYTES


def _middling(files: list[Path]) -> Path:
    return sorted(files, key=lambda path: (path.stat().st_size, path))[len(files) // 2]


def _module(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, name: str) -> Iterator[str]:
    """Yield the names that may be modules which a file imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else ()), *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
