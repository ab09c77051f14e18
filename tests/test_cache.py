"""The cache: the same findings with it and without, whatever it holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from jaxlint.diagnostics.findings import Fault, Finding, Fix, Reason, Report
from jaxlint.program import ir, packing
from jaxlint.program.reading import read_module
from jaxlint.program.texts import digest_of
from jaxlint.queries import result_cache
from jaxlint.queries.checking import check
from jaxlint.queries.disk import Stored, Written, WrittenRun
from jaxlint.queries.runs import Line
from jaxlint.source.files import Source
from jaxlint.source.spans import Edit, Span

from .processes import LONGEST

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
LEDGER = Written(
    ("code\0a.py", "spelling\0b.py\x001\x000\0word"),
    ("00", "a.py"),
    (WrittenRun("a.py", REPORT.findings, REPORT.faults, "0 1", (Line("", 0), Line("step", 1))),),
    ("00 a.py",),
)
KEPT = [pytest.param(REPORT, id="report"), pytest.param(LEDGER, id="runs")]
Kept = Report | Written


def key(number: int) -> str:
    """A key as those that are made of sources."""
    return result_cache.key_of((), [str(number)])


KEY, OTHER = key(100), key(101)
# What a process leaves that is killed while it writes an entry.
UNFINISHED = f".{KEY}.entry-killed.new"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(folder))
    return folder


def entries(home: Path) -> list[Path]:
    return sorted(home.glob("*.entry"))


# --- entries -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", KEPT)
def test_what_is_kept_comes_back_as_it_was(home: Path, kept: Kept) -> None:
    assert result_cache.load(KEY, type(kept)) is None
    result_cache.keep(KEY, kept)
    assert result_cache.load(KEY, type(kept)) == kept
    assert (home / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f0688")


def test_fixes_come_back_as_well(home: Path) -> None:
    result_cache.keep(KEY, REPORT)
    known = result_cache.load(KEY, Report)
    assert known is not None
    assert known.findings[0].fix == REPORT.findings[0].fix


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"NaN",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"findings": [], "faults": []}',
        b'{"findings": [], "faults": [], "files": "three"}',
        b'{"findings": [], "faults": [], "files": true}',
        b'{"findings": [1], "faults": [], "files": 0}',
        b'{"findings": {}, "faults": [], "files": 0}',
        b'{"findings": [], "faults": [{"path": "a.py"}], "files": 0}',
        b'{"findings": [], "faults": [], "files": 0, "more": 1}',
        b'{"findings": ' + b"[" * 100_000 + b"]" * 100_000 + b', "faults": [], "files": 0}',
        b'{"asked": [], "told": [], "runs": [{}]}',
        b'{"asked": "a", "told": [], "runs": []}',
        b'{"asked": [0], "told": [], "runs": []}',
        b'{"asked": [], "told": [], "runs": [{"path": null, "findings": [], "faults": [],'
        b' "asked": ""}]}',
        b'{"asked": [], "told": [], "runs": [{"path": "a.py", "findings": [], "faults": [],'
        b' "asked": [0]}]}',
        b'{"__class__": "os.system", "args": ["true"]}',
    ],
)
@pytest.mark.parametrize("kept", KEPT)
def test_what_is_of_another_shape_counts_as_absent(home: Path, content: bytes, kept: Kept) -> None:
    result_cache.keep_data({KEY: content})
    assert result_cache.load_data(KEY) == content
    assert result_cache.load(KEY, type(kept)) is None
    result_cache.keep(KEY, kept)
    assert result_cache.load(KEY, type(kept)) == kept


@pytest.mark.parametrize("kept", KEPT)
def test_one_kind_is_not_taken_for_another(home: Path, kept: Kept) -> None:
    result_cache.keep(KEY, kept)
    assert result_cache.load(KEY, Written if isinstance(kept, Report) else Report) is None


@pytest.mark.parametrize("kept", KEPT)
def test_a_damaged_entry_counts_as_absent(home: Path, kept: Kept) -> None:
    result_cache.keep(KEY, kept)
    (entry,) = entries(home)
    whole = entry.read_bytes()
    for place in range(0, len(whole), 7):
        entry.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert result_cache.load(KEY, type(kept)) is None
        entry.write_bytes(whole[:place])
        assert result_cache.load(KEY, type(kept)) is None
    entry.write_bytes(whole + b" ")
    assert result_cache.load(KEY, type(kept)) is None
    entry.write_bytes(whole)
    assert result_cache.load(KEY, type(kept)) == kept


def refuse(*_: object, **__: object) -> None:
    """Stands for what the operating system does not let happen."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("name", ["file", "file/below", "x" * 300, "file/" * 2_000])
def test_a_folder_that_cannot_be_used_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(tmp_path / name))
    result_cache.keep(KEY, REPORT)
    assert result_cache.load(KEY, Report) is None
    assert result_cache.clean() == 0


@pytest.mark.parametrize(
    "what", ["os.replace", "os.fdopen", "tempfile.mkstemp", "pathlib.Path.mkdir"]
)
def test_a_write_that_fails_leaves_what_was_there(
    home: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    result_cache.keep(KEY, REPORT)
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    with monkeypatch.context() as patch:
        patch.setattr(what, refuse)
        result_cache.keep(KEY, LEDGER)
        result_cache.keep(OTHER, LEDGER)
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before
    assert result_cache.load(KEY, Report) == REPORT


def test_a_folder_that_may_only_be_read_is_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_cache.keep(KEY, REPORT)
    for what in ("os.utime", "os.replace", "tempfile.mkstemp", "pathlib.Path.unlink"):
        monkeypatch.setattr(what, refuse)
    assert result_cache.load(KEY, Report) == REPORT
    result_cache.keep(OTHER, REPORT)
    assert result_cache.load(OTHER, Report) is None


def test_an_entry_that_goes_while_it_is_read_was_there(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_cache.keep(KEY, REPORT)

    def removed(path: Path) -> None:
        path.unlink()
        refuse()

    monkeypatch.setattr(os, "utime", removed)
    assert result_cache.load(KEY, Report) == REPORT
    assert result_cache.load(KEY, Report) is None


def test_who_has_no_home_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAXLINT_CACHE_DIR")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: Path("~/.cache/jaxlint"))
    monkeypatch.chdir(tmp_path)
    result_cache.keep(KEY, REPORT)
    assert result_cache.load(KEY, Report) is None
    assert result_cache.clean() == 0
    assert list(tmp_path.iterdir()) == []


def test_many_at_once_see_whole_entries_or_none(home: Path) -> None:
    def work(number: int) -> set[Kept | None]:
        seen: set[Kept | None] = set()
        for turn in range(30):
            result_cache.keep(KEY, REPORT)
            result_cache.keep(OTHER, LEDGER)
            seen |= {result_cache.load(KEY, Report), result_cache.load(OTHER, Written)}
            if turn % 5 == number:
                result_cache.clean()
        return seen

    with ThreadPoolExecutor(4) as pool:
        seen = set().union(*pool.map(work, range(4)))
    assert seen <= {REPORT, LEDGER, None}
    result_cache.clean()
    assert not home.exists()


def test_the_longest_unused_go_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        result_cache.keep(key(number), REPORT)
        os.utime(home / f"{key(number)}.entry", (number, number))
    assert result_cache.load(key(0), Report) == REPORT
    size = entries(home)[0].stat().st_size
    monkeypatch.setattr(result_cache, "MOST_BYTES", 3 * size)
    result_cache.keep(key(4), REPORT)
    assert {path.name.partition(".")[0] for path in entries(home)} == {
        key(0),
        key(3),
        key(4),
    }


def test_what_was_never_finished_goes_in_the_end(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result_cache.keep(KEY, REPORT)
    (home / UNFINISHED).write_bytes(b"jaxlint\n" + b"x" * 10_000)
    os.utime(home / UNFINISHED, (0, 0))
    monkeypatch.setattr(result_cache, "MOST_BYTES", 9_000)
    result_cache.keep(OTHER, LEDGER)
    assert {path.name for path in home.iterdir()} == {
        "CACHEDIR.TAG",
        f"{KEY}.entry",
        f"{OTHER}.entry",
    }
    (home / UNFINISHED).write_bytes(b"")
    result_cache.clean()
    assert not home.exists()


def test_what_is_too_large_is_not_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_cache, "MOST_BYTES", 100)
    result_cache.keep(KEY, LEDGER)
    assert entries(home) == []


# --- models --------------------------------------------------------------------------------------

WHOLE = Source("m.py", MAIN.encode())


def model() -> ir.Module:
    """The model of a module."""
    read = read_module(WHOLE, ("m",))
    assert isinstance(read, ir.Module)
    return read


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no zlib",
        zlib.compress(b""),
        zlib.compress(b"[]"),
        zlib.compress(b"{}"),
        zlib.compress(b"[[[[]]]]"),
        zlib.compress(b"[" * 200_000),
        zlib.compress(b"[-1, 0, [], [], [], [], [], []]"),
        zlib.compress(b'[{}, null, {"scope": 7}]'),
        packing.pack(model())[:-1],
        packing.pack(model())[:50],
    ],
)
def test_what_is_no_model_is_told(data: bytes) -> None:
    with pytest.raises(packing.NotPacked):
        packing.unpack(data, b"")


def test_a_model_that_would_fill_the_memory_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "_MOST_BYTES", 1_000)
    with pytest.raises(packing.NotPacked):
        packing.unpack(zlib.compress(b" " * 1_000_000), b"")


def test_models_that_are_damaged_are_read_anew(home: Path) -> None:
    sources = [Source("helper.py", BRANCHING.encode()), Source("main.py", MAIN.encode())]
    expected = check(sources)
    check(sources, keeper=Stored("project"))
    for content in (b"", zlib.compress(b"[]"), b"\0" * 100):
        edited = [sources[0], Source("main.py", MAIN.encode() + content.hex().encode())]
        check(edited, keeper=Stored("project"))
        for path in entries(home):
            if result_cache.load(path.stem, Written) is None:
                result_cache.keep_data({path.stem: content})
        assert check(sources, keeper=Stored("project")) == expected


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ("code\0main.py", "1"),
        ("code\0main.py", "-7"),
        ("code\0main.py", "one"),
        ("code", "0"),
        ("code\0main.py\0more", "0"),
        ("spelling\0main.py", "0"),
        ("spelling\0main.py\0x\0y\0z", "0"),
        ("sees\0main.py", "0"),
        ("os.system\0true", "0"),
        ("", "0"),
    ],
)
def test_runs_that_make_no_sense_are_made_anew(home: Path, asked: str, numbers: str) -> None:
    sources = [Source("helper.py", BRANCHING.encode()), Source("main.py", MAIN.encode())]
    expected = check(sources, keeper=Stored("project"))
    for path in entries(home):
        if result_cache.load(path.stem, Written) is not None:
            runs = (
                WrittenRun("main.py", (), (), numbers, ()),
                WrittenRun("helper.py", (), (), numbers, ()),
            )
            result_cache.keep(path.stem, Written((asked,), ("?",), runs, ()))
    assert check(sources, keeper=Stored("project")) == expected


@pytest.mark.parametrize("told", ["", "zz", "00 one", "00 -1", "00 99999999999999999999"])
def test_what_was_told_of_texts_and_makes_no_sense_is_told_anew(home: Path, told: str) -> None:
    sources = [
        Source("helper.py", b"\n\n# c\n" + BRANCHING.encode()),
        Source("main.py", MAIN.encode()),
    ]
    expected = check(sources)
    texts = {digest_of(one.data): {"code": told} for one in sources}
    key = Stored("project")._key("texts")
    result_cache.keep_data({key: zlib.compress(json.dumps(texts).encode())})
    assert check(sources, keeper=Stored("project")) == expected


def test_the_key_holds_everything_that_counts() -> None:
    sources = [("a.py", b"x"), ("b.py", b"y")]
    same = result_cache.key_of(sources, ["JAX101"], ["a.py"])
    assert result_cache.key_of(sources[::-1], ["JAX101"], ["a.py"]) == same
    others = [
        result_cache.key_of([("a.py", b"x"), ("b.py", b"z")], ["JAX101"], ["a.py"]),
        result_cache.key_of([("a.py", b"x"), ("c.py", b"y")], ["JAX101"], ["a.py"]),
        result_cache.key_of([("a.py", b"xb.py"), ("b.py", b"y")], ["JAX101"], ["a.py"]),
        result_cache.key_of(sources, ["JAX102"], ["a.py"]),
        result_cache.key_of(sources, ["JAX101"], ["b.py"]),
        result_cache.key_of(sources, ["JAX101", "a.py"], []),
    ]
    assert len({same, *others}) == 1 + len(others)


# --- through the command -------------------------------------------------------------------------


def test_a_changed_helper_is_seen_at_once(run: Run, project: Path, home: Path) -> None:
    (project / "helper.py").write_text(HELPER)
    (project / "main.py").write_text(MAIN)
    assert run("check").returncode == 0
    assert run("check").returncode == 0
    assert len(entries(home)) == 5  # the report, the runs over modules, texts, and two models
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
    checkout = str(Path(result_cache.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": checkout}
    started = [
        subprocess.Popen(command, cwd=project, env=environment, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    outputs = {one.communicate(timeout=LONGEST)[0] for one in started}
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["findings"][0]["code"] == "JAX101"
    assert len(entries(home)) == 5


def test_clean_removes_every_entry(run: Run, project: Path, home: Path) -> None:
    (project / "main.py").write_text(MAIN)
    run("check")
    assert "4 entries removed" in run("clean").stderr
    assert not home.exists()
    assert "0 entries removed" in run("clean").stderr


def test_clean_leaves_what_is_not_its_own(run: Run, project: Path, home: Path) -> None:
    (project / "main.py").write_text(MAIN)
    run("check")
    (home / "mine.txt").write_text("")
    run("clean")
    assert (home / "mine.txt").exists()


# --- faults of the folder, through the command ---------------------------------------------------


def test_the_folder_named_by_the_environment_is_used(run: Run, project: Path) -> None:
    (project / "main.py").write_text(MAIN)
    named = project / "kept here"
    run("check", JAXLINT_CACHE_DIR=str(named))
    assert len(entries(named)) == 4
    assert (named / "CACHEDIR.TAG").exists()
    assert "kept here" in run("clean", JAXLINT_CACHE_DIR=str(named)).stderr
    assert not named.exists()


def test_a_folder_that_is_none_is_passed_over_in_silence(run: Run, project: Path) -> None:
    (project / "helper.py").write_text(BRANCHING)
    (project / "main.py").write_text(MAIN)
    expected = run("check", "--no-cache")
    for folder in ("main.py", "main.py/below", "/dev/null"):
        named = str(project / folder)
        done = run("check", JAXLINT_CACHE_DIR=named)
        assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr)
        assert done.returncode == 1
        assert run("clean", JAXLINT_CACHE_DIR=named).returncode == 0
    assert (project / "main.py").read_text() == MAIN


@pytest.mark.parametrize("content", [b"", b"{}", b"\0" * 1_000, b"[" * 100_000])
def test_entries_that_are_damaged_are_passed_over_in_silence(
    run: Run, project: Path, home: Path, content: bytes
) -> None:
    (project / "helper.py").write_text(BRANCHING)
    (project / "main.py").write_text(MAIN)
    expected = run("check")
    for path in entries(home):
        path.write_bytes(content)
    done = run("check")
    assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr)
    for path in entries(home):
        path.unlink()
        path.mkdir()
    done = run("check")
    assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr)
