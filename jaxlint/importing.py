"""Which modules a text imports, told from its bytes: cheap, and never too few.

Nothing is parsed: a docstring that shows an import counts as one. It decides what has to be read,
and never what is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_STATEMENT = re.compile(
    rb"(?:^|[;:])[ \t\f]*"
    rb"(?:from[ \t]+(?P<source>[.\w \t]+?)[ \t]+import\b[ \t]*(?P<names>\([^)]*\)|[^\n;#]*)"
    rb"|import[ \t]+(?P<modules>[^\n;#]*))",
    re.MULTILINE,
)
_COMMENT = re.compile(rb"#[^\n]*")
_CLAUSE = re.compile(rb"[.\w]+|\*")


def package_of(path: str, names: Sequence[str]) -> str:
    """Return the package that the relative imports of a module start from, by its dotted names."""
    name = names[0] if names else ""
    return name if path.endswith("__init__.py") else name.rpartition(".")[0]


def imported(data: bytes, package: str) -> frozenset[str]:
    """Return the dotted names that a text may import, with those of the packages around them.

    ``package`` is the package that its relative imports start from.
    """
    found: set[str] = set()
    for name in _names(data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" "), package):
        parts = name.split(".")
        found.update(".".join(parts[:count]) for count in range(1, len(parts) + 1))
    return frozenset(found)


def _names(data: bytes, package: str) -> Iterator[str]:
    for statement in _STATEMENT.finditer(data):
        modules = statement["modules"]
        if modules is not None:
            yield from (_first(clause) for clause in modules.split(b","))
            continue
        source = _absolute(
            re.sub(rb"\s", b"", statement["source"]).decode("ascii", "replace"), package
        )
        yield source
        for clause in _COMMENT.sub(b"", statement["names"]).strip(b"()").split(b","):
            name = _first(clause)
            if name and name != "*":
                yield f"{source}.{name}" if source else name


def _first(clause: bytes) -> str:
    """The name in ``name as other``."""
    found = _CLAUSE.search(clause)
    return found[0].decode("utf-8", "replace") if found else ""


def _absolute(source: str, package: str) -> str:
    named = source.lstrip(".")
    level = len(source) - len(named)
    if level == 0:
        return named
    parts = package.split(".") if package else []
    base = parts[: len(parts) - level + 1]
    return ".".join([*base, named] if named else base)
