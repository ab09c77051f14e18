"""Which JAX a project's files ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.knowledge.api import api, number
from jaxlint.knowledge.needs import NUMPY, PYTHON
from jaxlint.program.requirement import jax_requirement

PYPROJECT = '[project]\nname = "x"\ndependencies = ["numpy", "jax[cuda12]>=0.4.30,<0.6; {}"]\n'


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (
            "pyproject.toml",
            PYPROJECT.format("python_version > '3.8'"),
            "<0.6,>=0.4.30",
        ),
        ("pyproject.toml", '[project.optional-dependencies]\ngpu = ["jax==0.5.0"]\n', "==0.5.0"),
        ("pyproject.toml", '[dependency-groups]\ndev = ["jaxtyping", "jax<0.7"]\n', "<0.7"),
        ("pyproject.toml", '[tool.poetry.dependencies]\njax = "^0.4.30"\n', ">=0.4.30,<0.5"),
        ("pyproject.toml", '[tool.poetry.dependencies]\njax = "~0.4.30"\n', ">=0.4.30,<0.5"),
        ("uv.lock", '[[package]]\nname = "jax"\nversion = "0.5.2"\n', "==0.5.2"),
        ("setup.cfg", "[options]\ninstall_requires =\n  numpy\n  jax >= 0.4\n", ">=0.4"),
        ("setup.py", 'setup(install_requires=["jaxlib", "jax>=0.3.1"])\n', ">=0.3.1"),
        ("requirements.txt", "# what it takes\njaxlib\njax==0.4.35 # pinned\n", "==0.4.35"),
        ("requirements.txt", "jaxopt\n", ""),
        ("PKG-INFO", "Name: x\nRequires-Dist: jax-md\nRequires-Dist: jax (==0.4.26)\n", "==0.4.26"),
        ("PKG-INFO", "Requires-Dist: jax>=0.5; extra == 'a'\nRequires-Dist: jax<0.5\n", "<0.5"),
        ("PKG-INFO", "Name: x\n\nThis needs jax>=0.5.\n", ""),
        ("pyproject.toml", "not toml", ""),
    ],
)
def test_each_kind_of_file(name: str, text: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert jax_requirement(tmp_path) == wanted


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("requirements.txt", "jax>=0.4.31\nnumpy<1.26\n", ">=0.4.31,<0.6.2"),
        ("requirements.txt", "jax\nnumpy<2,>=1.24.0\n", "<0.7.2"),
        ("requirements.txt", "jax\nnumpy==1.24.4\n", "<0.5.0"),
        ("requirements.txt", "jax\nnumpy~=1.25.2\n", "<0.6.2"),
        ("requirements.txt", "jax\nnumpy==1.24.*\n", "<0.5.0"),
        ("requirements.txt", "jax\nnumpy>=1.24,!=1.26\n", ""),
        ("requirements.txt", "jax\nnumpy<2; python_version < '3.10'\n", ""),
        ("requirements.txt", "jax\nnumpydoc<2\n", ""),
        # What is narrower already stays as it is, and so does what would leave nothing.
        ("requirements.txt", "jax==0.4.35\nnumpy<1.26\n", "==0.4.35"),
        ("requirements.txt", "jax>=0.7.2\nnumpy<2\n", ">=0.7.2"),
        (
            "pyproject.toml",
            '[project]\nrequires-python = "<3.11"\ndependencies = ["jax"]',
            "<0.7.0",
        ),
        ("pyproject.toml", '[project]\nrequires-python = ">=3.9,<4"\ndependencies = ["jax"]', ""),
        (
            "pyproject.toml",
            '[project]\ndependencies = ["numpy<2"]\noptional-dependencies.x = ["jax"]\n',
            "<0.7.2",
        ),
        (
            "pyproject.toml",
            '[project]\ndependencies = ["jax"]\noptional-dependencies.x = ["numpy<2"]\n',
            "",
        ),
        (
            "pyproject.toml",
            '[tool.poetry.dependencies]\njax = "*"\nnumpy = "^1.24"\npython = "~3.10"\n',
            "<0.7.0",
        ),
        (
            "setup.cfg",
            "[options]\npython_requires = ==3.9.*\ninstall_requires =\n  numpy\n  jax >= 0.4\n",
            ">=0.4,<0.4.31",
        ),
        (
            "setup.py",
            "setup(python_requires='>=3.8', install_requires=['jax','numpy<2'])",
            "<0.7.2",
        ),
        (
            "PKG-INFO",
            "Requires-Python: >=3.8,<3.11\nRequires-Dist: jax\nRequires-Dist: numpy <1.26\n",
            "<0.6.2",
        ),
        ("PKG-INFO", "Requires-Dist: jax\nRequires-Dist: numpy<2; extra == 'x'\n", ""),
        ("uv.lock", '[[package]]\nname = "jax"\nversion = "0.8.0"\n', "==0.8.0"),
    ],
)
def test_numpy_and_python_bound_it(name: str, text: str, wanted: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert jax_requirement(tmp_path) == wanted


@pytest.mark.parametrize("needs", [NUMPY, PYTHON])
def test_what_jax_needs_only_grows(needs: tuple[tuple[str, str], ...]) -> None:
    for rows in zip(*needs, strict=True):
        assert list(rows) == sorted(rows, key=number)
    assert {first for first, _ in needs} <= {*api().releases}


def test_a_lock_file_says_what_is_run(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(PYPROJECT.format("python_version > '3.8'"))
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "jax"\nversion = "0.5.2"\n')
    assert jax_requirement(tmp_path) == "==0.5.2"


def test_of_a_lock_file_the_table_of_jax_is_read(tmp_path: Path) -> None:
    other = (
        '[[package]]\nname = "{}"\nversion = "1.0"\ndependencies = [\n    {{ name = "jax" }},\n]\n'
    )
    own = '[[package]]\nname = "jax"\nversion = "0.6.1"\n\n[package.metadata]\nx = 1\n'
    (tmp_path / "uv.lock").write_text(f"{other.format('flax')}\n{own}\n{other.format('optax')}")
    assert jax_requirement(tmp_path) == "==0.6.1"
    (tmp_path / "uv.lock").write_text(other.format("flax"))
    assert jax_requirement(tmp_path) == ""


def test_a_folder_that_says_nothing(tmp_path: Path) -> None:
    assert jax_requirement(tmp_path) == ""


def test_a_wheel_says_it_in_its_metadata(tmp_path: Path) -> None:
    _wheel(tmp_path, "x-1.0", "jax==0.4.26")
    assert jax_requirement(tmp_path) == "==0.4.26"


def test_a_folder_of_several_wheels_is_no_project(tmp_path: Path) -> None:
    _wheel(tmp_path, "x-1.0", "jax==0.4.26")
    _wheel(tmp_path, "y-1.0", "jax==0.5.0")
    assert jax_requirement(tmp_path) == ""


def _wheel(folder: Path, name: str, requirement: str) -> None:
    (folder / f"{name}.dist-info").mkdir()
    (folder / f"{name}.dist-info" / "METADATA").write_text(f"Requires-Dist: {requirement}\n")
