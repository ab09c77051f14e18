"""The folder of the cache may be any: nothing goes that jaxlint did not write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxlint.queries import result_cache
from jaxlint.queries.result_cache import clean, keep_data, key_of, load_data

from ..processes import HAZARD, PLUGIN
from .doors import FLAKE8, call

SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n"
KEY = key_of((), ["one"])
ENTRY = f"{KEY}.entry"
# Names that jaxlint gives or might give, over what it did not write.
THEIRS: dict[str, bytes] = {
    "diary.entry": b"Dear diary",
    "empty.entry": b"",
    ".new-plan": b"A new plan",
    "plan.new": b"",
    ENTRY: b"The name of an entry, and the text of another",
    f"{'0' * 40}.entry": b"jaxlint\n" + bytes(16) + b"a seal that is none",
    f".{KEY}.entry-abcd.new": b"What somebody else has not finished",
    "notes.txt": b"Notes",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user's, which is named as the cache."""
    folder = tmp_path / "documents"
    folder.mkdir()
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(folder))
    return folder


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def fill(folder: Path) -> None:
    for name, data in THEIRS.items():
        (folder / name).write_bytes(data)


def shrink(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the cache take less than what lies in the folder."""
    monkeypatch.setattr(result_cache, "MOST_BYTES", 500)
    for number in range(20):
        keep_data({key_of((), [str(number)]): b"x" * 400})


def tidy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_data({key_of((), ["two"]): b"two"})
    assert clean() == 1


each_way = pytest.mark.parametrize("remove", [shrink, tidy])


@each_way
def test_files_of_the_user_stay(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    remove: Callable[[Path, pytest.MonkeyPatch], None],
) -> None:
    fill(home)
    remove(home, monkeypatch)
    left = held(home)
    assert {name: left.get(name) for name in THEIRS} == THEIRS


def test_a_large_file_of_the_user_neither_goes_nor_counts(home: Path) -> None:
    """One with a name of jaxlint's own takes the place of entries, but stays as well."""
    large = home / "thesis.entry"
    large.touch()
    os.truncate(large, 70 * 1024 * 1024)
    keep_data({KEY: b"one"})
    keep_data({key_of((), ["two"]): b"two"})
    assert load_data(KEY) == b"one"
    named = home / f"{'0' * 40}.entry"
    large.rename(named)
    keep_data({KEY: b"one"})
    clean()
    assert named.stat().st_size == 70 * 1024 * 1024


@pytest.mark.parametrize(
    "tag",
    [SIGNATURE, f"{SIGNATURE}# This file is a cache directory tag created by another.\n", "", "?"],
)
def test_the_folder_of_another_program_stays_as_it_is(home: Path, tag: str) -> None:
    """Also where entries lie that jaxlint wrote."""
    keep_data({KEY: b"one"})
    (home / "CACHEDIR.TAG").write_text(tag)
    before = held(home)
    keep_data({key_of((), ["two"]): b"two"})
    assert clean() == 0
    assert held(home) == before
    (home / ENTRY).unlink()
    assert clean() == 0
    assert held(home) == {"CACHEDIR.TAG": tag.encode()}


def test_a_folder_without_a_tag_is_not_cleaned(home: Path) -> None:
    keep_data({KEY: b"one"})
    (home / "CACHEDIR.TAG").unlink()
    assert clean() == 0
    assert {*held(home)} == {ENTRY}


def test_what_a_killed_process_left_goes(home: Path) -> None:
    keep_data({KEY: b"one"})
    whole = (home / ENTRY).read_bytes()
    tag = (home / "CACHEDIR.TAG").read_bytes()
    for number, size in enumerate((0, 3, 8, 20, len(whole))):
        (home / f".{KEY}.entry-killed{number}.new").write_bytes(whole[:size])
        (home / f".CACHEDIR.TAG-killed{number}.new").write_bytes(tag[:size])
    assert clean() == 11
    assert not home.exists()


def test_a_link_goes_and_what_it_leads_to_stays(home: Path, tmp_path: Path) -> None:
    keep_data({KEY: b"one"})
    (home / ENTRY).rename(tmp_path / "target")
    (home / ENTRY).symlink_to(tmp_path / "target")
    assert clean() == 1
    assert (tmp_path / "target").exists() and not home.exists()


def test_an_entry_that_comes_while_the_folder_goes_is_not_lost(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_data({KEY: b"one"})
    rmdir = Path.rmdir

    def late(path: Path) -> None:
        (home / ENTRY).write_bytes(b"late")
        rmdir(path)

    monkeypatch.setattr(Path, "rmdir", late)
    assert clean() == 1
    assert {*held(home)} == {ENTRY, "CACHEDIR.TAG"}
    keep_data({KEY: b"two"})
    assert load_data(KEY) == b"two"


@pytest.mark.parametrize("name", ["cache", "./cache", "../cache", "~/cache"])
def test_a_relative_folder_is_refused(project: Path, name: str) -> None:
    """It would be another one in each folder that one works in."""
    (project / "a.py").write_text(HAZARD)
    (project / ".flake8").write_text(PLUGIN)
    said = f'jaxlint: JAXLINT_CACHE_DIR has to be an absolute path, not "{name}"\n'
    for arguments in (("check",), ("clean",)):
        done = call(project, *arguments, JAXLINT_CACHE_DIR=name)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    done = call(project, "a.py", start=FLAKE8, JAXLINT_CACHE_DIR=name)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
    assert call(project, "check", "--no-cache", JAXLINT_CACHE_DIR=name).returncode == 1


def test_the_command_keeps_and_cleans_beside_files_of_the_user(project: Path, home: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    fill(home)
    assert call(project, "check").returncode == 1
    assert len(held(home)) > len(THEIRS) + 1
    done = call(project, "clean")
    assert done.stderr.startswith("jaxlint: 4 entries removed from ")
    assert held(home).items() >= THEIRS.items()
