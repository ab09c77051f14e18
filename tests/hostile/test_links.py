"""Links: none leads out of the project, and a file with several names is one file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jaxlint
from jaxlint.source import writing

from ..processes import HAZARD, PLUGIN, TWICE
from .doors import API, COMMAND, FLAKE8, call

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="not everybody may make links")

FIX = ("check", "--no-cache", "--fix", "--unsafe-fixes", "-q")
CONCISE = ("check", "--no-cache", "--output-format", "concise", "-q")
SECRET = "root:x:0:0\n"


@pytest.fixture
def home(project: Path) -> Path:
    """A project beside which lie files of others: a text, and code with a finding and a fix."""
    folder = project / "home"
    folder.mkdir()
    (project / "pyproject.toml").rename(folder / "pyproject.toml")
    (folder / ".flake8").write_text(PLUGIN)
    (project / "secret").write_text(SECRET)
    (project / "theirs.py").write_text(TWICE)
    return folder


def out_of(path: Path) -> None:
    path.symlink_to("../theirs.py")


def to_secret(path: Path) -> None:
    path.symlink_to("../secret")


def by_way_of_another(path: Path) -> None:
    (path.parent / "other.py").symlink_to("../theirs.py")
    path.symlink_to("other.py")


def through_a_folder(path: Path) -> None:
    (path.parent / "up").symlink_to("..")
    path.symlink_to("up/theirs.py")


def to_a_neighbour(path: Path) -> None:
    """What starts with the name of the project is not in it."""
    other = path.parent.parent / f"{path.parent.name}-other"
    other.mkdir()
    (other / "theirs.py").write_text(TWICE)
    path.symlink_to(other / "theirs.py")


OUTSIDE = (out_of, to_secret, by_way_of_another, through_a_folder, to_a_neighbour)
each_way_out = pytest.mark.parametrize("make", OUTSIDE)
Make = Callable[[Path], None]


def texts(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- what leads out ------------------------------------------------------------------------------


@each_way_out
def test_a_link_that_leads_out_is_neither_shown_nor_fixed(home: Path, make: Make) -> None:
    make(home / "link.py")
    before = texts(home.parent)
    report = jaxlint.check_paths([home])
    assert (report.findings, report.faults, report.files) == ((), (), 0)
    done = call(home, *FIX)
    assert (done.returncode, done.stdout) == (0, "")
    assert texts(home.parent) == before


@pytest.mark.parametrize(
    ("start", "arguments"),
    [
        (COMMAND, CONCISE),
        (COMMAND, ("check", "--isolated", ".")),
        (COMMAND, ("check", "--no-cache", "--diff", "--unsafe-fixes")),
        (COMMAND, ("check", "--no-cache", "--add-ignore")),
        (("-c", API), ()),
        (FLAKE8, ("--select=JAX", "--jobs=1")),
    ],
    ids=["check", "isolated", "diff", "ignore", "Python", "flake8"],
)
def test_so_it_is_at_each_door(
    home: Path, start: tuple[str, ...], arguments: tuple[str, ...]
) -> None:
    out_of(home / "link.py")
    done = call(home, *arguments, start=start)
    assert (done.returncode, done.stdout) == (0, "")
    assert (home.parent / "theirs.py").read_text() == TWICE


def test_it_is_no_part_of_the_project_either(home: Path) -> None:
    """Nothing is known of it, and nothing quotes it."""
    helper = "import jax\n\n\ndef apply(f):\n    return jax.jit(lambda x: f(x))\n"
    text = "from link import apply\n\n\n@apply\ndef step(x):\n    return x if x > 0 else -x\n"
    (home.parent / "theirs.py").write_text(helper)
    out_of(home / "link.py")
    assert jaxlint.check_source(text, filename=home / "a.py").findings == ()
    (home / "link.py").unlink()
    (home / "link.py").write_text(helper)
    (found,) = jaxlint.check_source(text, filename=home / "a.py").findings
    assert any(reason.path.endswith("link.py") for reason in found.chain)


def test_what_is_named_is_meant(home: Path) -> None:
    out_of(home / "link.py")
    assert call(home, *CONCISE, "link.py").stdout.startswith("link.py:5:")
    assert call(home, *CONCISE, ".", "link.py").stdout.startswith("link.py:5:")
    assert call(home, *FIX, "link.py").returncode == 0
    assert "split" in (home.parent / "theirs.py").read_text()
    assert (home / "link.py").is_symlink()


def test_a_folder_that_is_named_is_meant(home: Path) -> None:
    other = home.parent / "other"
    other.mkdir()
    (other / "b.py").write_text(HAZARD)
    (home / "folder").symlink_to(other)
    assert call(home, *CONCISE).stdout == ""
    assert call(home, *CONCISE, "folder").stdout.startswith("folder/b.py:6:")


@pytest.mark.parametrize("target", ["victim", "missing"])
def test_a_baseline_is_not_written_elsewhere_on_the_word_of_the_project(
    home: Path, target: str
) -> None:
    (home.parent / "victim").write_text(SECRET)
    (home / "a.py").write_text(HAZARD)
    settings = {f'baseline = "../{target}"': None, "": ".jaxlint-baseline.json"}
    settings['baseline = "link.json"'] = "link.json"
    for text, link in settings.items():
        (home / "jaxlint.toml").write_text(text)
        if link is not None:
            (home / link).symlink_to(f"../{target}")
        done = call(home, "baseline", "write")
        assert done.returncode == 2 and "leads out of" in done.stderr
    assert (home.parent / "victim").read_text() == SECRET
    assert not (home.parent / "missing").exists()
    done = call(home, "baseline", "write", "--output", f"../{target}")
    assert done.returncode == 0 and "JAX101" in (home.parent / target).read_text()


def test_settings_are_not_written_through_a_link(home: Path) -> None:
    (home / "jaxlint.toml").symlink_to("../missing")
    assert call(home, "init").returncode == 2
    assert not (home.parent / "missing").exists()


# --- several names -------------------------------------------------------------------------------


def relative(home: Path) -> None:
    (home / "link.py").symlink_to("real.py")


def absolute(home: Path) -> None:
    (home / "link.py").symlink_to(home / "real.py")


def of_a_link(home: Path) -> None:
    (home / "other.py").symlink_to("real.py")
    (home / "link.py").symlink_to("other.py")


def in_a_folder(home: Path) -> None:
    (home / "below").mkdir()
    (home / "below" / "link.py").symlink_to("../real.py")


each_link = pytest.mark.parametrize("make", [relative, absolute, of_a_link, in_a_folder])


@each_link
def test_a_link_and_its_target_are_one_file(home: Path, make: Make) -> None:
    (home / "real.py").write_text(TWICE)
    make(home)
    done = call(home, *CONCISE)
    assert done.returncode == 1
    (found,) = done.stdout.splitlines()
    assert found.startswith("real.py:5:")
    assert jaxlint.check_paths([home]).files == 1
    done = call(home, *FIX)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "split" in (home / "real.py").read_text()
    assert sum(path.is_symlink() for path in home.rglob("*.py")) > 0


def test_a_link_alone_is_shown_as_itself(home: Path) -> None:
    (home / "real.py").write_text(TWICE)
    relative(home)
    assert call(home, *CONCISE, "link.py").stdout.startswith("link.py:5:")
    assert call(home, *CONCISE, "link.py", "real.py").stdout.startswith("real.py:5:")
    assert call(home, *FIX, "link.py", "real.py").returncode == 0
    assert (home / "link.py").is_symlink()


def test_a_project_by_another_path_is_the_same(home: Path) -> None:
    (home / "real.py").write_text(TWICE)
    relative(home)
    (home.parent / "way").symlink_to(home)
    (found,) = jaxlint.check_paths([home.parent / "way"]).findings
    assert found.path.endswith("way/real.py")


def test_what_the_link_alone_shows_is_shown_of_the_file(home: Path) -> None:
    """A link is a module of its own: who imports it may trace what nobody else does."""
    (home / "real.py").write_text("def sign(x):\n    return 1 if x > 0 else -1\n")
    relative(home)
    (home / "a.py").write_text("import jax\nfrom link import sign\n\nstep = jax.jit(sign)\n")
    done = call(home, *CONCISE)
    assert done.stdout.startswith("real.py:2:") and done.stdout.count("JAX101") == 1
    (home / "b.py").write_text("import jax\nfrom real import sign\n\nstep = jax.jit(sign)\n")
    done = call(home, *CONCISE)
    assert done.stdout.startswith("real.py:2:") and done.stdout.count("JAX101") == 1


def test_hard_links_stay_linked(home: Path) -> None:
    (home / "a.py").write_text(TWICE)
    os.link(home / "a.py", home / "b.py")
    os.link(home / "a.py", home.parent / "outside.py")
    done = call(home, *FIX)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "split" in (home / "a.py").read_text()
    for path in (home / "b.py", home.parent / "outside.py"):
        assert path.samefile(home / "a.py")
    assert (home / "a.py").stat().st_nlink == 3


class Full:
    """A file on a device that has no room left beyond what the file has."""

    def __init__(self, path: str, mode: str) -> None:
        self.file = Path(path).open(mode)  # noqa: SIM115

    def __enter__(self) -> Full:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> None:
        self.file.write(data[:3])
        raise OSError(28, "No space left on device")


def test_a_hard_link_is_whole_where_there_is_no_room(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "a.py").write_text(TWICE)
    os.link(home / "a.py", home / "b.py")
    monkeypatch.setattr(writing, "open", Full, raising=False)
    with pytest.raises(writing.Unwritable, match="No space left"):
        writing.rewrite(home / "a.py", TWICE.encode() * 2)
    assert (home / "b.py").read_text() == TWICE


@pytest.mark.parametrize("text", ["", "x = 1\n", TWICE * 3])
def test_a_hard_link_holds_what_is_written(home: Path, text: str) -> None:
    (home / "a.py").write_text(TWICE)
    os.link(home / "a.py", home / "b.py")
    writing.rewrite(home / "a.py", text.encode())
    assert (home / "b.py").read_text() == text
