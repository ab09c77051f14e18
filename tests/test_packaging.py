"""Builds the wheel and looks at what is in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest

import jaxlint

CHECKOUT = Path(jaxlint.__file__).parent.parent
FOLDERS = {"jaxlint": "jaxlint", "rules": "jaxlint/rules", "fixtures": "jaxlint/fixtures"}
BUILDS = 77


def has_setuptools() -> bool:
    """Whether the setuptools at hand can build, so that none has to be fetched."""
    try:
        return int(version("setuptools").partition(".")[0]) >= BUILDS
    except PackageNotFoundError:
        return False


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from a copy of the checkout, which stays as it is."""
    folder = tmp_path_factory.mktemp("packaging")
    source = folder / "source"
    for name in FOLDERS:
        shutil.copytree(CHECKOUT / name, source / name, ignore=shutil.ignore_patterns("__*__"))
    for path in CHECKOUT.iterdir():
        if path.is_file():
            shutil.copy(path, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    command += [str(folder), str(source)]
    command += ["--no-build-isolation"] if has_setuptools() else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


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
        if path.suffix in (".py", ".json", ".txt", ".typed") and "__pycache__" not in path.parts
    }


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


def test_the_command_and_the_name(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (info,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        metadata = message_from_bytes(archive.read(f"{info}/METADATA"))
        entries = archive.read(f"{info}/entry_points.txt").decode()
    assert metadata["Name"] == "jaxlint-proven"
    assert metadata["Version"] == jaxlint.__version__
    assert "jaxlint = jaxlint.__main__:main" in entries


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
        timeout=300,
    )
    assert done.stdout.split() == [str(len(rules))] * 2, done.stderr
