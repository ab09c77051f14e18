"""Builds the source distribution, and from it the wheel, and looks at what is in them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from email import message_from_bytes
from email.message import Message
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

import jaxlint
from jaxlint.diagnostics.addresses import SITE

from .processes import CHECKOUT, LONGEST

FOLDERS = {"jaxlint": "jaxlint", "rules": "jaxlint/rules", "fixtures": "jaxlint/fixtures"}
BUILDS = 77


def has_setuptools() -> bool:
    """Whether the setuptools at hand can build, so that none has to be fetched."""
    try:
        return int(version("setuptools").partition(".")[0]) >= BUILDS
    except PackageNotFoundError:
        return False


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published, built from a copy of the checkout, which stays as it is."""
    folder = tmp_path_factory.mktemp("packaging")
    source = folder / "source"
    for name in FOLDERS:
        shutil.copytree(CHECKOUT / name, source / name, ignore=shutil.ignore_patterns("__*__"))
    for path in CHECKOUT.iterdir():
        if path.is_file():
            shutil.copy(path, source)
    command = [sys.executable, "-m", "build", "--outdir", str(folder / "dist"), str(source)]
    command += ["--no-isolation"] if has_setuptools() else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    """The wheel, which was built from the source distribution."""
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """What the wheel says of itself."""
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def inside(wheel: Path) -> set[str]:
    """Return the paths in a wheel."""
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def wanted() -> set[str]:
    """Return where each file of the checkout that a user needs has to be."""
    return {
        str(PurePosixPath(target, *path.relative_to(CHECKOUT / folder).parts))
        for folder, target in FOLDERS.items()
        for path in (CHECKOUT / folder).rglob("*")
        if is_shipped(path)
    }


def is_shipped(path: Path) -> bool:
    """Whether a file of the folders that are installed belongs to what a user needs."""
    known = path.suffix in (".py", ".json", ".txt", ".typed")
    return known and "__pycache__" not in path.parts


def test_everything_that_a_user_needs_is_inside(wheel: Path) -> None:
    needed = wanted()
    assert {"jaxlint/py.typed", "jaxlint/fixtures/evidence_cpu.json"} <= needed
    assert {f"jaxlint/knowledge/jax_{name}.txt" for name in ("api", "early")} <= needed
    assert sum(name.startswith("jaxlint/rules/") for name in needed) > 1
    assert needed - inside(wheel) == set()


def test_nothing_else_is_installed(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in inside(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"jaxlint"}
    assert {name for name in inside(wheel) if name.startswith("jaxlint/")} == wanted()


def test_the_source_has_what_the_wheel_is_made_of_and_nothing_of_ours(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {
            PurePosixPath(*PurePosixPath(one.name).parts[1:]) for one in archive if one.isfile()
        }
    tops = {name.parts[0] for name in names}
    made = {"PKG-INFO", "setup.cfg", "jaxlint_proven.egg-info"}
    texts = {"LICENSE", "README.md", "CHANGELOG.md", "MANIFEST.in", "pyproject.toml"}
    assert tops == {*FOLDERS, *made, *texts}
    assert {str(name) for name in names if name.parts[0] in FOLDERS} == {
        str(PurePosixPath(folder, *path.relative_to(CHECKOUT / folder).parts))
        for folder in FOLDERS
        for path in (CHECKOUT / folder).rglob("*")
        if is_shipped(path)
    }


def test_an_index_would_take_it(built: Path) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, built.iterdir())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("PASSED") == 2


def test_the_command_and_the_name(wheel: Path, metadata: Message) -> None:
    with ZipFile(wheel) as archive:
        (entries,) = (name for name in archive.namelist() if name.endswith("/entry_points.txt"))
        assert "jaxlint = jaxlint.__main__:main" in archive.read(entries).decode()
        assert any(name.endswith(".dist-info/licenses/LICENSE") for name in archive.namelist())
    assert metadata["Name"] == "jaxlint-proven"
    assert metadata["Version"] == jaxlint.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])


def test_the_addresses_are_those_that_there_are(metadata: Message) -> None:
    urls = dict(text.split(", ", 1) for text in metadata.get_all("Project-URL", []))
    assert urls.get("Documentation", "") == SITE
    assert SITE or not urls


def test_an_unpacked_wheel_finds_its_rules_and_fixtures(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    rules = [path.stem for path in (CHECKOUT / "rules").glob("*.py") if path.stem != "__init__"]
    program = (
        "import jaxlint\nfrom jaxlint.diagnostics.registry import rules\n"
        "from jaxlint.proof import fixtures\n"
        "assert jaxlint.__path__ == [jaxlint.__path__[0]], jaxlint.__path__\n"
        "print(len(rules()), len(fixtures()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert done.stdout.split() == [str(len(rules))] * 2, done.stderr
