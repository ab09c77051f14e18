"""Which modules a text imports, told without parsing it: cheap, and never too few.

A docstring that shows an import counts as one. It decides what has to be read, and never what is
found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

_STATEMENT = re.compile(
    r"(?:^|[;:])[ \t\f]*"
    r"(?:from\b(?P<source>[.\w\x80-\U0010ffff \t\f]+?)\bimport\b|import\b(?P<modules>[^\n;#]*))",
    re.MULTILINE,
)
_DOT = re.compile(r"\s*\.\s*")
_NAME = re.compile(r"[.\w\x80-\U0010ffff]+")


def package_of(path: str, names: Sequence[str]) -> str:
    """Return the package that the relative imports of a module start from, by its dotted names."""
    name = names[0] if names else ""
    return name if path.endswith("__init__.py") else name.rpartition(".")[0]


def imported(text: str, package: str) -> frozenset[str]:
    """Return the dotted names after ``from`` and ``import``, with those of the packages around.

    What comes after ``from x import`` may be a module as well: any below ``x`` that the text
    spells. ``package`` is the package that the relative imports of the text start from; the empty
    name stands for the top, where that has no name. Lines end with LF.
    """
    return resolved(spelled_imports(text), package)


def spelled_imports(text: str) -> tuple[str, ...]:
    """Return the dotted names after ``from`` and ``import`` as written, relative ones with dots."""
    return tuple(sorted({*_names(text.replace("\\\n", " "))}))


def resolved(names: Iterable[str], package: str) -> frozenset[str]:
    """Return names as they are written in a package in full, with those of the packages around."""
    found: set[str] = set()
    for name in names:
        parts = _absolute(name, package).split(".")
        found.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
    return frozenset(found)


def _names(text: str) -> Iterator[str]:
    for statement in _STATEMENT.finditer(text):
        modules = statement["modules"]
        if modules is None:
            yield re.sub(r"\s", "", statement["source"])
        else:
            clauses = _DOT.sub(".", modules).split(",")
            yield from (name[0] for clause in clauses if (name := _NAME.search(clause)))


def _absolute(source: str, package: str) -> str:
    named = source.lstrip(".")
    level = len(source) - len(named)
    if level == 0:
        return named
    parts = package.split(".") if package else []
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, named] if named else base)
