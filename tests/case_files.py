"""The case files, and how they are linted: what the tests over all cases share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.registry import rules
from jaxlint.diagnostics.rule import Level, Rule
from jaxlint.program.declarations import Declarations
from jaxlint.queries.checking import Request, check
from jaxlint.source.files import Source

CASES = Path(__file__).parent / "cases"
FILES = tuple(sorted(CASES.glob("*.py")))
FOLDERS = tuple(sorted(path for path in CASES.iterdir() if any(path.glob("**/*.py"))))
ALL = (*FILES, *FOLDERS)

DECLARED = ("transforms", "impure", "key_consumers", "jax")
DECLARATION = re.compile(rf"#\s*({'|'.join(DECLARED)}):\s*(.*?)\s*$", re.MULTILINE)


def shown(path: Path) -> str:
    """Return a case's path as the findings show it: below this folder, with slashes."""
    return path.relative_to(CASES.parent).as_posix()


def python_files(case: Path) -> tuple[Path, ...]:
    """Return the files of a case, which is one file or a folder of them."""
    return (case,) if case.is_file() else tuple(sorted(case.glob("**/*.py")))


def texts(case: Path) -> dict[str, str]:
    """Return the source of each file of a case by shown path."""
    return {shown(path): path.read_text(encoding="utf-8") for path in python_files(case)}


def declarations(sources: Iterable[str]) -> Declarations:
    """Return what the comments of a case declare of its own code, as a config would."""
    declared: dict[str, list[str]] = {
        "transforms": [],
        "impure": [],
        "key_consumers": [],
        "jax": [],
    }
    for kind, names in (found for text in sources for found in DECLARATION.findall(text)):
        declared[kind] += [name.strip() for name in names.split(",")]
    return Declarations(
        transforms=dict(name.split("=", 1) for name in declared["transforms"]),
        impure=tuple(declared["impure"]),
        key_consumers=tuple(declared["key_consumers"]),
        jax=",".join(declared["jax"]),
    )


def active_rules(case: Path) -> tuple[Rule[Any], ...]:
    """Return the rules that speak by default or in preview, and the one that the case is named
    after."""
    own = case.stem.replace("_", "-")
    return tuple(rule for rule in rules() if rule.level is not Level.OFF or rule.name == own)


def lint(case: Path, sources: Mapping[str, str], *, roots: tuple[str, ...] | None = None) -> Report:
    """Lint sources as the project that a case is, or one that a case was rewritten to."""
    folder = case if case.is_dir() else case.parent
    return check(
        [Source(path, text.encode()) for path, text in sources.items()],
        Request(
            active_rules(case),
            declarations(sources.values()),
            (shown(folder),) if roots is None else roots,
        ),
    )


@cache
def linted(case: Path) -> Report:
    """Return the report on a case as it is, which several tests look at."""
    return lint(case, texts(case))
