"""Which JAX a project asks for: its lock file, pyproject.toml, setup.cfg, setup.py, requirements;
or the metadata of a package that was built.

A file that cannot be read or understood says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from jaxlint.knowledge.needs import bounded
from jaxlint.source.files import Unreadable, read_text
from jaxlint.source.limits import MOST_BYTES, MOST_DATA
from jaxlint.source.toml import table_of

LOCK_FILES = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")
REQUIREMENTS = ("requirements.txt", "requirements.in", "requirements/base.txt")

_POETRY = r"([~^])(\d+(?:\.\d+)*)"
# In a setup.py, which is not run: "jax>=0.4", 'jax[cuda] >= 0.4, < 0.6'.
_QUOTED = r"""["'](jax(?:\[[^\]"']*\])?\s*(?:[<>=!~][^"';]*)?)(?:;[^"']*)?["']"""


def as_requirement(text: str) -> str:
    """A requirement as written, or as a bare version such as ``0.5.3`` or ``0.5`` means it.

    Raises ValueError if it is neither.
    """
    bare = text.strip()
    if re.fullmatch(r"\d+(\.\d+)*", bare):
        parts = bare.split(".")
        return f"=={bare}" if len(parts) > 2 else f"=={bare}.*"
    if bare and _specifier(bare) is None:
        raise ValueError("is neither a version such as 0.5.3 nor a requirement such as >=0.4.30")
    return bare


@dataclass(frozen=True, slots=True)
class Required:
    """What is required of JAX, as ``>=0.4.30,<0.6``, and the file that says so."""

    jax: str
    file: str


def jax_requirement(folder: Path) -> str:
    """What a project's files require of JAX, as ``>=0.4.30,<0.6``; empty if they say nothing."""
    found = required_jax(folder)
    return "" if found is None else found.jax


def required_jax(folder: Path) -> Required | None:
    """What a project's files require of JAX, and which of them; None if they say nothing.

    The version in a lock file is the one that the project runs on. What is installed always
    counts before what is optional. What the same file asks of NumPy and Python bounds the releases.
    """
    said = (Required(found, name) for name, found in _all(folder) if found is not None)
    found = next(said, None)
    if found is None:
        return None
    numpy, python = _beside(found.file, _text(folder / found.file))
    return replace(found, jax=bounded(found.jax, numpy, python))


def _all(folder: Path) -> Iterator[tuple[str, str | None]]:
    """Yield what each file says, by its name, those that count first."""
    for name in LOCK_FILES:
        yield name, _locked(_text(folder / name))
    for said in _declared(_toml(_text(folder / "pyproject.toml"))):
        yield "pyproject.toml", said
    for said in _configured(_text(folder / "setup.cfg")):
        yield "setup.cfg", said
    yield "setup.py", _first(re.findall(_QUOTED, _text(folder / "setup.py")))
    for name in _metadata(folder):
        for said in _built(_text(folder / name)):
            yield name, said
    for name in REQUIREMENTS:
        yield name, _first(_text(folder / name).splitlines())


def _beside(file: str, text: str) -> tuple[str, str]:
    """What a file asks of NumPy and of Python wherever its project is installed; "" for nothing."""
    numpy: str | None = None
    python: object = None
    if file == "pyproject.toml":
        project = _toml(text)
        table, poetry = _table(project, "project"), _poetry(project)
        numpy = _first(table.get("dependencies", ()), "numpy") or _of_poetry(poetry.get("numpy"))
        python = table.get("requires-python") or _of_poetry(poetry.get("python"))
    elif file == "setup.cfg":
        numpy = _first(_option(text, "install_requires").splitlines(), "numpy")
        python = _option(text, "python_requires")
    elif file == "setup.py":
        numpy = _first(re.findall(r"""["'](numpy\b[^"']*)["']""", text), "numpy")
        python = _found(r"""\bpython_requires\s*=\s*["']([^"']*)["']""", text)
    elif file in REQUIREMENTS:
        numpy = _first(text.splitlines(), "numpy")
    elif file not in LOCK_FILES:
        numpy = _first(re.findall(r"^Requires-Dist:\s*(numpy\b.*)$", text, re.MULTILINE), "numpy")
        python = _found(r"^Requires-Python:\s*(.*)$", text)
    return numpy or "", (isinstance(python, str) and _specifier(python)) or ""


def _found(pattern: str, text: str) -> str:
    """The first group of the first match."""
    found = re.search(pattern, text, re.MULTILINE)
    return "" if found is None else found[1]


def _metadata(folder: Path) -> Iterator[str]:
    """Yield the files of metadata that an unpacked package has: of a wheel if there is but one."""
    yield "PKG-INFO"
    wheels = list(islice(folder.glob("*.dist-info/METADATA"), 2))
    if len(wheels) == 1:
        yield wheels[0].relative_to(folder).as_posix()


def _built(text: str) -> Iterator[str | None]:
    """Yield what metadata say: what is always installed before what is optional."""
    required = re.findall(r"^Requires-Dist:\s*(jax\b.*)$", text, re.MULTILINE)
    yield _first(line for line in required if "extra" not in line)
    yield _first(required)


def _locked(text: str) -> str | None:
    """The version in a lock file. Only the table of jax is read: the others may be thousands."""
    named = re.search(r'^name\s*=\s*"jax"\s*$', text, re.MULTILINE)
    if named is None:
        return None
    start, end = text.rfind("[[package", 0, named.start()), text.find("\n[[", named.end())
    lock = _toml(text[max(start, 0) : len(text) if end < 0 else end])
    packages = lock.get("package", lock.get("packages", ()))
    for package in packages if isinstance(packages, list) else ():
        if isinstance(package, dict) and package.get("name") == "jax" and "version" in package:
            return _specifier(f"=={package['version']}")
    return None


def _declared(project: dict[str, Any]) -> Iterator[str | None]:
    table = _table(project, "project")
    yield _first(table.get("dependencies", ()))
    yield _of_poetry(_poetry(project).get("jax"))
    for groups in (_table(table, "optional-dependencies"), _table(project, "dependency-groups")):
        for group in groups.values():
            yield _first(group)


def _poetry(project: dict[str, Any]) -> dict[str, Any]:
    """What Poetry's table of dependencies says."""
    return _table(_table(_table(project, "tool"), "poetry"), "dependencies")


def _of_poetry(wanted: object) -> str | None:
    if isinstance(wanted, dict):
        wanted = wanted.get("version")
    if not isinstance(wanted, str):
        return None
    return _specifier(re.sub(_POETRY, _range, wanted.replace("*", "")))


def _range(match: re.Match[str]) -> str:
    """``^0.4.30`` and ``~0.4.30`` as other tools write them."""
    parts = [int(part) for part in match[2].split(".")]
    kept = next((i for i, part in enumerate(parts) if part), 0) if match[1] == "^" else 1
    kept = min(kept, len(parts) - 1)
    above = ".".join(str(part) for part in [*parts[:kept], parts[kept] + 1])
    return f">={match[2]},<{above}"


def _configured(text: str) -> Iterator[str | None]:
    yield _first(_option(text, "install_requires").splitlines())
    for lines in _sections(text).get("options.extras_require", {}).values():
        yield _first(lines.splitlines())


def _option(text: str, name: str) -> str:
    """An option of a setup.cfg; "" if it is not there."""
    return _sections(text).get("options", {}).get(name, "")


def _sections(text: str) -> dict[str, dict[str, str]]:
    """The sections of a setup.cfg."""
    if not text:
        return {}
    import configparser

    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error:
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}


def _first(lines: object, package: str = "jax") -> str | None:
    """The specifier of the first line that requires a package."""
    for line in lines if isinstance(lines, Iterable) else ():
        if isinstance(line, str) and line.strip().startswith(package):
            specifier = _required(line.partition(" #")[0].strip().rstrip("\\").strip(), package)
            if specifier is not None:
                return specifier
    return None


def _required(text: str, package: str) -> str | None:
    """The specifier of a requirement, if it is one on a package.

    JAX is judged wherever it is installed; of another package counts what always holds.
    """
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        wanted = Requirement(text)
    except InvalidRequirement:
        return None
    counts = wanted.name == package and (package == "jax" or wanted.marker is None)
    return str(wanted.specifier) if counts else None


def _specifier(text: str) -> str | None:
    """A specifier as it stands, if it is one."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(text)
    except InvalidSpecifier:
        return None
    return text


def _table(of: dict[str, Any], key: str) -> dict[str, Any]:
    found = of.get(key)
    return found if isinstance(found, dict) else {}


def _toml(text: str) -> dict[str, Any]:
    try:
        return table_of(text)
    except ValueError:
        return {}


def _text(file: Path) -> str:
    try:
        return read_text(file, MOST_DATA if file.name in LOCK_FILES else MOST_BYTES)
    except (Unreadable, UnicodeDecodeError):
        return ""
