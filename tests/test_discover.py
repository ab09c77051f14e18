"""Which files are checked, and which project is read around them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

import jaxlint.config.projects
from jaxlint.config.discovery import MissingPath, python_files, shown
from jaxlint.config.ignore_files import patterns
from jaxlint.config.projects import Project, alone, projects


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*paths: str) -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text("")


def found(*paths: str, exclude: Sequence[str] = ()) -> list[str]:
    return [shown(path) for path in python_files(paths, patterns(".", exclude))[0]]


def around(*paths: str, exclude: Sequence[str] = ()) -> list[Project]:
    configured = patterns(".", exclude)
    folders = [Path(path).absolute() for path in paths if os.path.isdir(path)]
    return list(projects(python_files(paths, configured)[0], folders, configured))


def names(project: Project) -> list[str]:
    return [path.relative_to(project.folder).as_posix() for path in project.files]


# --- files ----------------------------------------------------------------------------------------


def test_a_folder_gives_every_python_file_below_it() -> None:
    write("a.py", "b/c.py", "b/d/e.py", "b/f.pyi", "g.txt", "h.ipynb", ".hidden/i.py")
    assert found(".") == [".hidden/i.py", "a.py", "b/c.py", "b/d/e.py", "h.ipynb"]


def test_names_that_nobody_means_are_left_out() -> None:
    write(*(f"{name}/x.py" for name in (".git", ".venv", "venv", "node_modules", "build", "dist")))
    write("__pycache__/x.py", ".tox/x.py", "lib/site-packages/x.py", "env/x.py", "env/pyvenv.cfg")
    write(".claude/worktrees/x/y.py", ".worktrees/x/y.py")
    write("a.py")
    assert found(".") == ["a.py"]


def test_what_is_named_is_checked_even_if_left_out_otherwise() -> None:
    write("build/a.py", "script", "vendor/b.py", ".gitignore", "ignored/c.py")
    Path(".gitignore").write_text("ignored/\n")
    exclude = ["vendor/"]
    assert found("build/a.py", "script", "vendor/b.py", exclude=exclude) == [
        "build/a.py",
        "script",
        "vendor/b.py",
    ]
    assert found("build", "vendor", "ignored", exclude=exclude) == [
        "build/a.py",
        "ignored/c.py",
        "vendor/b.py",
    ]
    assert found(".", exclude=exclude) == []


def test_configured_excludes_are_patterns_from_the_config_folder() -> None:
    write("a.py", "gen/b.py", "c/gen/d.py", "c/e_pb2.py", "c/f.py")
    assert found(".", exclude=["/gen", "*_pb2.py"]) == ["a.py", "c/f.py", "c/gen/d.py"]
    assert found("c", exclude=["/gen", "*_pb2.py"]) == ["c/f.py", "c/gen/d.py"]


def test_gitignore_files_count_where_they_lie() -> None:
    write("a.py", "out/b.py", "c/d.py", "c/keep.py", "c/e/d.py", "f/d.py")
    Path(".gitignore").write_text("out/\nkeep.py\n# remark\n\n!\n")
    Path("c/.gitignore").write_text("/d.py\n!keep.py\n")
    assert found(".") == ["a.py", "c/e/d.py", "c/keep.py", "f/d.py"]


def test_gitignore_files_above_count_up_to_the_top_of_the_checkout() -> None:
    write("x/repo/.git/HEAD", "x/repo/pkg/a.py", "x/repo/pkg/b.py", "x/repo/pkg/c.py")
    Path("x/.gitignore").write_text("a.py\n")
    Path("x/repo/.gitignore").write_text("b.py\n")
    assert found("x/repo/pkg") == ["x/repo/pkg/a.py", "x/repo/pkg/c.py"]
    assert found("x/repo") == ["x/repo/pkg/a.py", "x/repo/pkg/c.py"]


def test_a_folder_that_git_ignores_is_checked_when_named() -> None:
    write("repo/.git/HEAD", "repo/out/a.py", "repo/out/b/c.py", "repo/out/d.py")
    Path("repo/.gitignore").write_text("out/\n")
    Path("repo/out/.gitignore").write_text("d.py\n")
    assert found("repo") == []
    assert found("repo/out") == ["repo/out/a.py", "repo/out/b/c.py"]
    assert found("repo/out/b") == ["repo/out/b/c.py"]


def test_a_file_is_checked_once_however_often_it_is_named() -> None:
    write("p/a.py")
    assert found("p/a.py", "p", "./p/../p/a.py", ".") == ["p/a.py"]


def test_a_missing_path_is_named() -> None:
    with pytest.raises(MissingPath, match=r"no such path: p/missing\.py"):
        found("p/missing.py")


def test_links_and_odd_things_do_not_break_the_walk() -> None:
    write("p/a.py", "q/b.py", "p/odd.py/c.py", "p/line\nbreak.py")
    Path("p/loop").symlink_to(Path("p").absolute())
    Path("p/dangling.py").symlink_to("nowhere.py")
    Path("p/circle.py").symlink_to("circle.py")
    Path("p/link.py").symlink_to(Path("q/b.py").absolute())
    os.mkfifo("p/pipe.py")
    assert found("p") == ["p/a.py", "p/line\nbreak.py", "p/link.py", "p/odd.py/c.py"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root lists everything")
def test_a_folder_that_cannot_be_listed_is_passed_over() -> None:
    write("p/a.py", "p/closed/b.py")
    Path("p/closed").chmod(0)
    try:
        assert found("p") == ["p/a.py"]
    finally:
        Path("p/closed").chmod(0o700)


def test_a_folder_that_goes_away_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    write("p/a.py", "p/gone/b.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("gone"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert found("p") == ["p/a.py"]
    _, (fault,) = python_files(["p"], patterns(".", ()))
    assert (fault.path, fault.message) == ("p/gone", "cannot be read: Permission denied")


def test_paths_are_shown_from_the_current_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    write("p/a.py", "q/b.py")
    monkeypatch.chdir("p")
    assert shown("a.py") == "a.py"
    assert shown("../q/b.py") == (Path.cwd().parent / "q/b.py").as_posix()


# --- the project around ---------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["pyproject.toml", "setup.py", "setup.cfg", ".git/HEAD"])
def test_one_file_brings_its_project(mark: str) -> None:
    write(f"repo/{mark}", "repo/pkg/a.py", "repo/pkg/b.py", "repo/tests/c.py", "other/d.py")
    (project,) = around("repo/pkg/a.py")
    assert project.folder == Path("repo").absolute()
    assert [name for name in names(project) if name != mark] == [
        "pkg/a.py",
        "pkg/b.py",
        "tests/c.py",
    ]
    assert project.checked == (Path("repo/pkg/a.py").absolute(),)


def test_a_module_of_a_package_called_setup_is_no_mark() -> None:
    write("repo/pyproject.toml", "repo/pkg/__init__.py", "repo/pkg/setup.py", "repo/pkg/a.py")
    (project,) = around("repo/pkg/a.py")
    assert project.folder == Path("repo").absolute()
    assert {"pkg/a.py", "pkg/setup.py"} <= set(names(project))


def test_a_package_may_be_built_from_its_own_folder() -> None:
    write("repo/pyproject.toml", "repo/pkg/__init__.py", "repo/pkg/a.py")
    Path("repo/pkg/setup.py").write_text("from setuptools import setup\nsetup()\n")
    (project,) = around("repo/pkg/a.py")
    assert project.folder == Path("repo/pkg").absolute()


def test_the_project_is_the_same_through_every_door() -> None:
    write("repo/pyproject.toml", "repo/pkg/a.py", "repo/pkg/b.py", "repo/c.py")
    (whole,), (folder,), (file,) = around("repo"), around("repo/pkg"), around("repo/pkg/a.py")
    assert whole.files == folder.files == file.files
    assert whole.folder == folder.folder == file.folder


def test_a_project_within_a_project_is_its_own() -> None:
    write("repo/pyproject.toml", "repo/a.py", "repo/sub/pyproject.toml", "repo/sub/b.py")
    outer, inner = around("repo")
    assert (names(outer), names(inner)) == (["a.py"], ["b.py"])
    assert around("repo/sub/b.py") == [inner]


def test_what_is_left_out_of_a_run_is_left_out_of_the_project() -> None:
    write("repo/pyproject.toml", "repo/a.py", "repo/gen/b.py", "repo/.venv/c.py")
    (project,) = around("repo/a.py", exclude=["gen/"])
    assert names(project) == ["a.py"]
    (project,) = around("repo/gen/b.py", exclude=["gen/"])
    assert names(project) == ["a.py", "gen/b.py"]


def test_without_a_mark_a_package_is_the_project() -> None:
    write("lib/pkg/__init__.py", "lib/pkg/sub/__init__.py", "lib/pkg/sub/a.py", "lib/other.py")
    for path in ("lib/pkg/sub/a.py", "lib/pkg/sub", "lib/pkg"):
        (project,) = around(path)
        assert project.folder == Path("lib").absolute()
        assert names(project) == ["pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/a.py"]


def test_installed_packages_are_not_part_of_the_project_that_holds_them() -> None:
    write("repo/pyproject.toml", "repo/a.py", "repo/.venv/site-packages/pkg/__init__.py")
    (project,) = around("repo/.venv/site-packages/pkg")
    assert names(project) == ["pkg/__init__.py"]


def test_without_mark_or_package_the_folder_is_the_project() -> None:
    write("heap/a.py", "heap/models/b.py", "c.py")
    (folder,), (file,) = around("heap"), around("heap/a.py")
    assert names(folder) == names(file) == ["a.py", "models/b.py"]


def test_a_large_heap_is_not_read_for_the_sake_of_one_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jaxlint.config.projects, "MOST_UNMARKED", 3)
    write("heap/a.py", "heap/b.py", "heap/x/c.py", "heap/x/d.py")
    (project,) = around("heap/a.py")
    assert names(project) == ["a.py", "b.py"]
    (project,) = around("heap")
    assert names(project) == ["a.py", "b.py", "x/c.py", "x/d.py"]


def test_many_folders_are_a_large_heap_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jaxlint.config.projects, "MOST_UNMARKED", 3)
    write("heap/a.py", "heap/x/b.py", *(f"heap/y{at}/c.txt" for at in range(5)))
    (project,) = around("heap/a.py")
    assert names(project) == ["a.py"]


def test_the_home_folder_is_never_walked(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here))
    write(".git/HEAD", "pyproject.toml", "a.py", "b.py", "deep/c.py", "work/d.py", "work/e/f.py")
    (project,) = around("a.py")
    assert names(project) == ["a.py", "b.py"]
    (project,) = around("work/d.py")
    assert project.folder == here / "work"


def test_alone_nothing_is_read_but_what_was_named() -> None:
    write("repo/pyproject.toml", "repo/pkg/__init__.py", "repo/pkg/a.py", "repo/pkg/b.py")
    (project,) = alone(python_files(["repo/pkg/a.py"], patterns(".", ()))[0])
    assert (project.folder, names(project)) == (Path("repo").absolute(), ["pkg/a.py"])


def test_alone_what_was_named_as_one_folder_is_one_project() -> None:
    write("repo/pkg/__init__.py", "repo/pkg/a.py", "repo/tests/b.py")
    files = python_files(["repo"], patterns(".", ()))[0]
    (project,) = alone(files, [Path("repo").absolute()])
    assert project.folder == Path("repo").absolute()
    assert names(project) == ["pkg/__init__.py", "pkg/a.py", "tests/b.py"]
    assert len([*alone(files)]) == 2


def test_what_is_excluded_is_left_out_even_if_named_when_that_is_asked_for() -> None:
    write("old/a.py", "b.py")
    excluded = patterns(".", ["old/"])
    assert [shown(one) for one in python_files(["old/a.py", "b.py"], excluded)[0]] == [
        "b.py",
        "old/a.py",
    ]
    forced, _ = python_files(["old/a.py", "b.py"], excluded, forced=True)
    assert [shown(one) for one in forced] == ["b.py"]
