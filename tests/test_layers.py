"""The layers of the house: imports point down, and nothing in it is too large.

A size that is exceeded is listed with its reason. One that is not needed any more fails as well, so
that the lists can only become shorter.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import jaxlint
from jaxlint.analysis.core.interface import domains

CHECKOUT = Path(jaxlint.__file__).parent.parent

# --- layers --------------------------------------------------------------------------------------

# From the bottom to the top: a package imports only what stands above it in this table. Those on
# one line do not import each other, and a domain only those that it says it reads. `jaxlint` is
# what the package offers.
LAYERS = """
    _version | proof | knowledge | source
    program
    fixes.edits
    analysis.budgets
    analysis.values
    analysis.observations
    analysis.core
    analysis.semantics
    analysis.domains.*
    analysis
    diagnostics
    rules
    queries | config
    frontends
    fixes | report
    server
    cli
    jaxlint
"""
LEVELS = {
    package.strip(): level
    for level, line in enumerate(LAYERS.strip().splitlines())
    for package in line.split("|")
}


@cache
def modules() -> dict[str, Path]:
    """The file of each module, by its dotted name below ``jaxlint``."""
    found = {"rules": CHECKOUT / "rules" / "__init__.py"}
    for folder in (CHECKOUT / "jaxlint", CHECKOUT / "rules"):
        start = folder if folder.name == "jaxlint" else CHECKOUT
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(start).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def package_of(module: str) -> str:
    """The layer that a module belongs to: the longest name in the table that it starts with."""
    parts = module.split(".")
    if parts[:2] == ["analysis", "domains"] and len(parts) > 2:
        return ".".join(parts[:3])
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in LEVELS), "jaxlint")


def level_of(package: str) -> int:
    """How far up a package is."""
    return LEVELS["analysis.domains.*" if package.startswith("analysis.domains.") else package]


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules of jaxlint that a tree imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, inner = name.partition(".")
            if top == "jaxlint":
                yield inner if inner in modules() else inner.rpartition(".")[0]


class _WithoutTypes(ast.NodeTransformer):
    """Takes out what is imported for types alone."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        is_for_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if is_for_types else self.generic_visit(node)


@cache
def imports(types: bool = True) -> dict[str, frozenset[str]]:
    """What each module imports of jaxlint, for types alone as well unless told not to."""
    found = {}
    for name, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kept = tree if types else _WithoutTypes().visit(tree)
        found[name] = frozenset(imported(kept)) - {name}
    return found


@cache
def reads() -> frozenset[tuple[str, str]]:
    """The arrows between domains that these declare."""
    home = "analysis.domains"
    return frozenset(
        (f"{home}.{one.name}", f"{home}.{other}") for one in domains() for other in one.reads
    )


def upward() -> dict[str, list[str]]:
    """The modules whose imports do not point down, by the arrow between their packages."""
    found: dict[str, list[str]] = {}
    for module, targets in imports().items():
        for target in targets:
            here, there = package_of(module), package_of(target)
            if here == there or (here, there) in reads():
                continue
            if level_of(there) >= level_of(here):
                found.setdefault(f"{here} -> {there}", []).append(f"{module} imports {target}")
    return found


def test_every_package_has_its_layer() -> None:
    folders = {
        ".".join(path.parent.relative_to(CHECKOUT / "jaxlint").parts)
        for path in (CHECKOUT / "jaxlint").rglob("*.py")
    }
    unplaced = {one for one in folders if one and package_of(one) == "jaxlint"}
    assert unplaced == set()
    placed = {package_of(module) for module in modules()}
    assert LEVELS.keys() - placed == {"analysis.domains.*"}


def test_every_domain_says_what_it_knows() -> None:
    folders = {path.parent for path in (CHECKOUT / "jaxlint/analysis/domains").glob("*/*.py")}
    assert {folder.name for folder in folders if not (folder / "README.md").is_file()} == set()


def test_every_domain_reads_what_it_says() -> None:
    named = {
        (package_of(module), package_of(target))
        for module, targets in imports().items()
        for target in targets
    }
    assert reads() - named == set()
    for one in domains():
        page = (CHECKOUT / f"jaxlint/analysis/domains/{one.name}/README.md").read_text("utf-8")
        said = ", ".join(sorted(one.reads)) or "none"
        assert f"- Reads domains: {said}.\n" in page, one.name


def test_imports_point_down() -> None:
    assert upward() == {}


def test_no_circle_of_modules() -> None:
    """Within a package too; there, types may name each other, as those of a tree do."""
    inside = {
        module: {target for target in targets if not target.startswith("analysis")}
        for module, targets in imports(types=False).items()
        if not module.startswith("analysis")
    }
    try:
        TopologicalSorter(inside).prepare()
    except CycleError as circle:
        pytest.fail(f"these import each other: {circle.args[1]}")


# --- limits --------------------------------------------------------------------------------------

MOST_LINES = 500
MOST_PARAMETERS = 6
MOST_COMPLEX = 15
LIMITED = ("jaxlint", "rules", "fixtures", "benchmarks", "tools")


def test_no_module_is_too_long() -> None:
    files = [path for folder in LIMITED for path in (CHECKOUT / folder).rglob("*.py")]
    long = {
        path.relative_to(CHECKOUT).as_posix()
        for path in files
        if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert long == set()


def test_no_function_is_too_tangled() -> None:
    assert list(tangled()) == []


def tangled() -> Iterator[str]:
    """The functions that have too many parameters or branches, as ``path function``."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero"]
    command += ["--select", "C901,PLR0913", "--output-format", "json", "--ignore-noqa"]
    command += ["--config", f"lint.mccabe.max-complexity={MOST_COMPLEX}"]
    command += ["--config", f"lint.pylint.max-args={MOST_PARAMETERS}"]
    command += LIMITED
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    for one in json.loads(done.stdout):
        path = Path(one["filename"])
        line = path.read_text(encoding="utf-8").splitlines()[one["location"]["row"] - 1]
        name = line.partition("def ")[2].partition("(")[0].partition("[")[0]
        yield f"{path.relative_to(CHECKOUT).as_posix()} {name}"
