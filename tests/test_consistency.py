"""A file gets the same findings however it is asked about, over cases and installed packages.

What is compared, and how, is in ``benchmarks/consistency.py``, which does it for packages that are
too large to be tested with.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from jaxlint.program.declarations import NOTHING_DECLARED
from jaxlint.program.project import Project
from jaxlint.queries.checking import default_rules
from jaxlint.queries.runs import Run, run_all
from jaxlint.source.files import Source

CHECKOUT = Path(__file__).parent.parent
# Installed packages, of which jax has those that use what jaxlint knows of; lines by the thousand.
PACKAGES = (
    "jax/example_libraries",  # 1
    "jax/extend",  # 1
    "jax/experimental/sparse",  # 9
    "jax/_src/nn",  # 2
    "jax/_src/random",  # 6
    "jax/_src/state",  # 3
    "nbformat",  # 4
    "pygls",  # 3
)


@pytest.fixture
def consistency(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """The benchmark that compares, with a cache of its own."""
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(tmp_path_factory.mktemp("kept")))
    monkeypatch.syspath_prepend(str(CHECKOUT / "benchmarks"))
    yield import_module("consistency")


def installed(name: str) -> tuple[Path, list[Path]]:
    """Return where an installed package is, and its files; it is found, not imported."""
    top, _, rest = name.partition("/")
    found = importlib.util.find_spec(top)
    assert found is not None and found.origin is not None
    folder = Path(found.origin).parent
    return folder.parent, sorted((folder / rest).rglob("*.py"))


# --- over much code ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKAGES)
def test_installed_packages(consistency: Any, name: str) -> None:
    folder, files = installed(name)
    assert files
    compared = consistency.compare(consistency.sources_of(files, folder), 3)
    assert compared.lines == []


def test_every_fourth_case_and_fixture_as_one_project(consistency: Any) -> None:
    cases = (CHECKOUT / "tests/cases").iterdir()
    whole = sorted(one for one in cases if one.is_dir() or one.suffix == ".py")[::4]
    files = [file for one in whole for file in ([one] if one.is_file() else one.rglob("*.py"))]
    files += sorted((CHECKOUT / "fixtures").glob("*.py"))[::4]
    compared = consistency.compare(consistency.sources_of(sorted(files), CHECKOUT), 8)
    assert compared.findings > 200
    assert compared.read_alone < compared.alone * compared.files / 4
    assert compared.lines == []


def test_the_command_on_parts_of_a_package(
    run: Callable[..., subprocess.CompletedProcess[str]], project: Path
) -> None:
    folder, files = installed("jax/example_libraries")
    for file in files:
        (project / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, project / file.relative_to(folder))
    for file in (CHECKOUT / "fixtures").glob("traced_*.py"):
        shutil.copy(file, project)
    names = sorted(file.relative_to(project).as_posix() for file in project.rglob("*.py"))
    told = ("check", "--advice", "--output-format", "json")
    whole = json.loads(run(*told, "--no-cache").stdout)
    assert len(whole["findings"]) > 10
    for number, asked in enumerate((names[::2], names[1:2], names[-3:])):
        of_those = {
            **whole,
            "findings": [one for one in whole["findings"] if one["path"] in asked],
        }
        of_those["summary"] = {
            "files": len(asked),
            "findings": len(of_those["findings"]),
            "faults": 0,
            "held_back": 0,
        }
        expected = json.dumps(of_those, indent=2) + "\n"
        # What is kept by now is of none of them, of one, and of two.
        for options in ((), (), ("--no-cache",), ("--workers", "2"), ("--no-cache", "--workers=2")):
            done = run(*told, *options, *reversed(asked))
            assert done.stdout == expected, (number, options)


# --- what once differed --------------------------------------------------------------------------


def in_any_order(files: dict[str, str]) -> dict[str, Run]:
    """The runs over some modules, which have to be the same in any order."""
    sources = [Source(path, text.encode()) for path, text in files.items()]
    seen = [
        {one.path: one for one in run_all(Project(sources), order, default_rules(), NOTHING)}
        for order in permutations(files)
    ]
    alone = {path: run_all(Project(sources), [path], default_rules(), NOTHING)[0] for path in files}
    assert all(runs == alone for runs in seen)
    return alone


NOTHING = NOTHING_DECLARED


def test_fields_of_a_class_depend_on_what_its_constructor_calls() -> None:
    reading = "import jax\nfrom model import MODEL\n\n\n@jax.jit\ndef step(x):\n"
    runs = in_any_order(
        {
            "made.py": "import jax.numpy as jnp\n\n\ndef made():\n    return jnp.ones(3)\n",
            "model.py": "import made\n\n\nclass Model:\n    def __init__(self, given=None):\n"
            "        if given is None:\n            self.scale = None\n        else:\n"
            "            self.scale = made.made()\n\n\nMODEL = Model()\n",
            "one.py": f"{reading}    return x * MODEL.scale\n",
            "two.py": f"{reading}    return x + MODEL.scale\n",
        }
    )
    assert "made.py" in runs["one.py"].reached
    assert "made.py" in runs["two.py"].reached


def test_what_a_body_changes_elsewhere_is_seen_by_its_own_run_only() -> None:
    runs = in_any_order(
        {
            "kept.py": "cleared = []\n",
            "register.py": "from kept import cleared\n\n\ndef cached(fn):\n"
            "    cleared.append(fn)\n    return fn\n",
            "a.py": "import jax\nfrom register import cached\n\n\n@jax.jit\n@cached\n"
            "def step(x):\n    return x\n",
            "b.py": "import jax\nfrom register import cached\n\n\n@cached\ndef step(x):\n"
            "    return x\n\n\nf = jax.jit(step)\n",
        }
    )
    assert "kept.py" in runs["a.py"].reached
    assert "kept.py" in runs["b.py"].reached


def test_in_a_cycle_of_imports_it_does_not_matter_where_it_is_entered() -> None:
    runs = in_any_order(
        {
            "a.py": "import jax\nimport b\nimport base\n\nscale = b.scale\nfirst = base.one\n\n\n"
            "@jax.jit\ndef step(x):\n    return x * scale\n",
            "b.py": "import a\nimport other\n\nscale = other.two\nname = a.name\n",
            "base.py": "one = 1\n",
            "other.py": "two = 2\n",
        }
    )
    assert {*runs["a.py"].reached} == {*runs["b.py"].reached}


def test_a_module_that_is_only_named_counts() -> None:
    runs = in_any_order(
        {
            "package/__init__.py": "",
            "package/inner.py": "x = 1\n",
            "main.py": "import jax\nimport package.inner\nfrom package import inner\n\n\n"
            "@jax.jit\ndef step(x):\n    return package, inner, x\n",
        }
    )
    assert "package/inner.py" in runs["main.py"].reached
