"""Writes `jaxlint/knowledge/jax_early.txt`: public names that went before releases could be asked.

    python -m tools.jax_api_early

The jaxlib of old releases is no longer offered, so they cannot be imported. This reads the source
of each release instead, from the package index, and takes what its modules bind at their top level.
Kept are the modules and names that the first release in `jax_api.txt` does not have, without the
names in modules that went themselves. The lines: a release, then the names that went with it.
"""

import ast
import io
import json
import re
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator

from jaxlint.knowledge.successors import EARLIEST
from tools.environments import numbers
from tools.jax_api import ANSWERS, OLDEST, ROOT

TABLE = ROOT / "jaxlint" / "knowledge" / "jax_early.txt"
INDEX = "https://pypi.org/simple/jax/"
SKIPPED = ("_src", "test", "tests")


def packages() -> dict[str, str]:
    """Where the package of each release to read lies."""
    with urllib.request.urlopen(INDEX) as reply:
        page = reply.read().decode("utf-8")
    found: dict[str, str] = {}
    for url in re.findall(r'href="([^"#]+)', page):
        version = url.rpartition("/")[2].removesuffix(".tar.gz").split("-")[1]
        if version.replace(".", "").isdigit() and numbers(EARLIEST) <= numbers(version) < OLDEST:
            found[version] = url
    return dict(sorted(found.items(), key=lambda item: numbers(item[0])))


def sources(url: str) -> Iterator[tuple[str, str]]:
    """The modules of a package with their text."""
    with urllib.request.urlopen(url) as reply:
        data = io.BytesIO(reply.read())
    if url.endswith(".whl"):
        with zipfile.ZipFile(data) as wheel:
            texts = {name: wheel.read(name) for name in wheel.namelist() if name.endswith(".py")}
    else:
        with tarfile.open(fileobj=data) as archive:
            texts = {
                member.name.partition("/")[2]: extracted.read()
                for member in archive
                if member.name.endswith(".py") and (extracted := archive.extractfile(member))
            }
    for path, content in texts.items():
        parts = path.removesuffix(".py").split("/")
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if parts and parts[0] == "jax":
            yield ".".join(parts), content.decode("utf-8")


def bound(module: str, trees: dict[str, ast.Module], depth: int = 0) -> set[str]:
    """The public names that a module binds at its top level, through stars of its own package."""
    found: set[str] = set()
    package = module if any(name.startswith(module + ".") for name in trees) else ""
    for node in ast.walk(trees[module]) if module in trees else ():
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name != "*":
                    found.add(alias.asname or alias.name)
                elif depth < 3:
                    near = (package or module.rpartition(".")[0]) if node.level else ""
                    star = ".".join(part for part in (near, node.module or "") if part)
                    found |= bound(star, trees, depth + 1)
    for statement in _statements(trees[module].body if module in trees else []):
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found.add(statement.name)
        elif isinstance(statement, ast.Import):
            found.update(alias.asname or alias.name.split(".")[0] for alias in statement.names)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                found.update(node.id for node in ast.walk(target) if isinstance(node, ast.Name))
            if isinstance(
                statement.value, ast.Dict
            ):  # Names that the module answers by __getattr__.
                keys = statement.value.keys
                found.update(str(key.value) for key in keys if isinstance(key, ast.Constant))
    return {name for name in found if name.isidentifier() and name[0] != "_"}


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        for field in ("body", "orelse", "handlers", "finalbody"):
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                yield from _statements(getattr(statement, field, []))


def names_of(url: str) -> tuple[set[str], set[str]]:
    """The dotted public names of a release, its modules among them, and the modules alone."""
    trees = {module: ast.parse(text) for module, text in sources(url)}
    modules = {
        module
        for module in trees
        if not any(part in SKIPPED or part.startswith("_") for part in module.split("."))
    }
    found = {f"{module}.{name}" for module in modules for name in bound(module, trees)}
    return found | modules, modules


def main() -> None:
    """Reads the releases and writes the table."""
    oldest = min(ANSWERS.glob("*.json"), key=lambda kept: numbers(kept.stem))
    modules = json.loads(oldest.read_text())["modules"]
    there = {f"{module}.{name}" for module, names in modules.items() for name in names or ()}
    there |= modules.keys()
    opaque = tuple(f"{module}." for module, names in modules.items() if names is None)
    last: dict[str, int] = {}
    modules_read: set[str] = set()
    releases = packages()
    for place, (version, url) in enumerate(releases.items()):
        found, read = names_of(url)
        modules_read |= read
        print(f"{version}: {len(found)} names", file=sys.stderr)
        last.update(dict.fromkeys(found, place))
    following = [*releases, oldest.stem]
    went: dict[str, list[str]] = {}
    for name, place in last.items():
        owner = name.rpartition(".")[0]
        whole = name in modules_read or owner in modules
        if name not in there and whole and not name.startswith(opaque):
            went.setdefault(following[place + 1], []).append(name)
    lines = [f"{version} {' '.join(sorted(names))}" for version, names in went.items()]
    lines.sort(key=lambda line: numbers(line.split(" ")[0]))
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
