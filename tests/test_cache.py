"""The cache: the same findings with it and without, whatever it holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxlint import cache
from jaxlint.findings import Edit, Fault, Finding, Fix, Reason, Report, Span

Run = Callable[..., "subprocess.CompletedProcess[str]"]

HELPER = "def double(x):\n    return x * 2\n"
BRANCHING = "def double(x):\n    if x > 0:\n        return x\n    return -x\n"
MAIN = "import jax\nfrom helper import double\n\n\n@jax.jit\ndef step(x):\n    return double(x)\n"
SPAN = Span(1, 2, 3, 4)
REPORT = Report(
    (
        Finding(
            "a.py",
            SPAN,
            "JAX101",
            "traced-branch",
            "message",
            "outcome",
            "advice",
            (Reason("a.py", SPAN, "text"),),
            fix=Fix("title", (Edit(SPAN, "text"),), safe=True),
        ),
        Finding("b.py", SPAN, "JAX102", "traced-loop", "message", "outcome", "advice"),
    ),
    (Fault("c.py", "lost"),),
    3,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(folder))
    return folder


def entries(home: Path) -> list[Path]:
    return sorted(home.glob("*.entry"))


# --- entries -------------------------------------------------------------------------------------


def test_a_report_comes_back_as_it_was(home: Path) -> None:
    assert cache.load("key", Report) is None
    cache.keep("key", REPORT)
    assert cache.load("key", Report) == REPORT
    known = cache.load("key", Report)
    assert known is not None
    assert known.findings[0].fix == REPORT.findings[0].fix
    assert (home / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f0688")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"findings": [], "faults": []}',
        b'{"findings": [], "faults": [], "files": "three"}',
        b'{"findings": [1], "faults": [], "files": 0}',
        b'{"findings": [], "faults": [{"path": "a.py"}], "files": 0}',
        b'{"findings": [], "faults": [], "files": 0, "more": 1}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_report_counts_as_absent(home: Path, content: bytes) -> None:
    cache.keep("key", REPORT)
    (entry,) = entries(home)
    entry.write_bytes(content)
    assert cache.load("key", Report) is None
    cache.keep("key", REPORT)
    assert cache.load("key", Report) == REPORT


def test_an_entry_cut_short_counts_as_absent(home: Path) -> None:
    cache.keep("key", REPORT)
    (entry,) = entries(home)
    entry.write_bytes(entry.read_bytes()[:-10])
    assert cache.load("key", Report) is None


def test_a_folder_that_cannot_be_used_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(tmp_path / "file"))
    cache.keep("key", REPORT)
    assert cache.load("key", Report) is None
    assert cache.clean() == 0


def test_the_longest_unused_go_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        cache.keep(f"key{number}", REPORT)
        os.utime(home / f"key{number}.entry", (number, number))
    assert cache.load("key0", Report) == REPORT
    size = entries(home)[0].stat().st_size
    monkeypatch.setattr(cache, "MOST_BYTES", 3 * size)
    cache.keep("key4", REPORT)
    assert {path.name.partition(".")[0] for path in entries(home)} == {"key0", "key3", "key4"}


def test_the_key_holds_everything_that_counts() -> None:
    sources = [("a.py", b"x"), ("b.py", b"y")]
    same = cache.key_of(sources, ["JAX101"], ["a.py"])
    assert cache.key_of(sources[::-1], ["JAX101"], ["a.py"]) == same
    others = [
        cache.key_of([("a.py", b"x"), ("b.py", b"z")], ["JAX101"], ["a.py"]),
        cache.key_of([("a.py", b"x"), ("c.py", b"y")], ["JAX101"], ["a.py"]),
        cache.key_of([("a.py", b"xb.py"), ("b.py", b"y")], ["JAX101"], ["a.py"]),
        cache.key_of(sources, ["JAX102"], ["a.py"]),
        cache.key_of(sources, ["JAX101"], ["b.py"]),
        cache.key_of(sources, ["JAX101", "a.py"], []),
    ]
    assert len({same, *others}) == 1 + len(others)


# --- through the command -------------------------------------------------------------------------


def test_a_changed_helper_is_seen_at_once(run: Run, project: Path, home: Path) -> None:
    (project / "helper.py").write_text(HELPER)
    (project / "main.py").write_text(MAIN)
    assert run("check").returncode == 0
    assert run("check").returncode == 0
    assert len(entries(home)) == 2  # the report, and the runs over single modules
    (project / "helper.py").write_text(BRANCHING)
    assert "helper.py:2:8: JAX101" in run("check", "--output-format", "concise").stdout
    (project / "helper.py").write_text(HELPER)
    assert run("check").returncode == 0


def test_with_the_cache_and_without_the_output_is_the_same(
    run: Run, project: Path, home: Path
) -> None:
    (project / "helper.py").write_text(BRANCHING)
    (project / "main.py").write_text(MAIN)
    for options in (["--output-format", "json"], [], ["main.py"], ["--select", "JAX2"]):
        cold = run("check", "--no-cache", *options)
        first, second = run("check", *options), run("check", *options)
        assert (cold.stdout, cold.returncode) == (first.stdout, first.returncode)
        assert (cold.stdout, cold.returncode) == (second.stdout, second.returncode)


def test_no_cache_leaves_no_entry(run: Run, project: Path, home: Path) -> None:
    (project / "main.py").write_text(MAIN)
    run("check", "--no-cache")
    assert not home.exists()


def test_runs_side_by_side_agree(run: Run, project: Path, home: Path) -> None:
    (project / "helper.py").write_text(BRANCHING)
    (project / "main.py").write_text(MAIN)
    command = [sys.executable, "-m", "jaxlint", "check", "-q", "--output-format", "json"]
    checkout = str(Path(cache.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": checkout}
    started = [
        subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    outputs = {one.communicate(timeout=120)[0] for one in started}
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["findings"][0]["code"] == "JAX101"
    assert len(entries(home)) == 2


def test_clean_removes_every_entry(run: Run, project: Path, home: Path) -> None:
    (project / "main.py").write_text(MAIN)
    run("check")
    assert "2 entries removed" in run("clean").stderr
    assert not home.exists()
    assert "0 entries removed" in run("clean").stderr


def test_clean_leaves_what_is_not_its_own(run: Run, project: Path, home: Path) -> None:
    (project / "main.py").write_text(MAIN)
    run("check")
    (home / "mine.txt").write_text("")
    run("clean")
    assert (home / "mine.txt").exists()
