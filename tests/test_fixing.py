"""Fixes as users apply them: what they change, what they keep, and what the mended code does."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from jaxlint.config.settings import Settings
from jaxlint.fixes.applying import fix
from jaxlint.frontends.jobs import Job, selection_for
from jaxlint.frontends.session import lint
from jaxlint.proof import Fixture, Record, fixtures
from jaxlint.proof.records import OTHERWISE
from jaxlint.source.edits import apply
from jaxlint.source.spans import Edit, Span

from .harness import records_of, run_harness

Run = Callable[..., "subprocess.CompletedProcess[str]"]

TWICE = """\
import jax  # of today


def noise( key ):
    first = jax.random.normal(key , (3,))   # kept as it is
    return first + jax.random.normal(key, (3,))
"""
MENDED = """\
import jax  # of today


def noise( key ):
    key, subkey = jax.random.split(key)
    first = jax.random.normal(subkey , (3,))   # kept as it is
    return first + jax.random.normal(key, (3,))
"""
UNSAFE = ("check", "--fix", "--unsafe-fixes")


def test_unsafe_fixes_are_applied_only_when_asked_for(run: Run, project: Path) -> None:
    file = project / "a.py"
    file.write_text(TWICE)
    assert run("check", "--fix", "a.py").returncode == 1
    assert file.read_text() == TWICE
    done = run(*UNSAFE, "a.py")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "jaxlint: 1 fix applied\njaxlint: clean; 1 file checked\n"
    assert file.read_text() == MENDED


def test_a_diff_shows_what_would_change_and_writes_nothing(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    done = run("check", "--diff", "--unsafe-fixes", "a.py")
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == ["--- a/a.py", "+++ b/a.py"]
    assert "+    key, subkey = jax.random.split(key)" in done.stdout.splitlines()
    assert (project / "a.py").read_text() == TWICE
    assert run("check", "--diff", "a.py").stdout == ""


def test_a_fix_is_told_with_the_option_that_applies_it(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    told = "= fix: split `key` before its first use (--fix --unsafe-fixes)"
    assert told in run("check", "a.py").stdout
    (found,) = json.loads(run("check", "--output-format", "json", "a.py").stdout)["findings"]
    assert found["fix"]["safe"] is False
    assert [edit["text"] for edit in found["fix"]["edits"]] == [
        "key, subkey = jax.random.split(key)\n    ",
        "subkey",
    ]


def test_standard_input_is_fixed_to_standard_output(run: Run, project: Path) -> None:
    done = run(*UNSAFE, "-", text=TWICE)
    assert (done.returncode, done.stdout) == (0, MENDED)
    done = run(*UNSAFE, "-", text="x = 1\n")
    assert (done.returncode, done.stdout) == (0, "x = 1\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--unsafe-fixes",), "goes with --fix or --diff"),
        (("--diff", "--fix"), "--diff goes with neither"),
        (("--diff", "--statistics"), "--diff goes with neither"),
    ],
)
def test_options_that_do_not_go_together(
    run: Run, project: Path, options: tuple[str, ...], said: str
) -> None:
    done = run("check", *options)
    assert done.returncode == 2
    assert said in done.stderr


# --- what stays as it is -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "coded",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: ("# -*- coding: latin-1 -*-\n# Grüße\n" + text).encode("latin-1"),
        lambda text: ("# 🎲 of 🎲\x0c\n" + text).encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["CRLF", "CR", "BOM", "latin-1", "wide and form feed", "no last line end"],
)
def test_encoding_and_line_ends_are_kept(
    run: Run, project: Path, coded: Callable[[str], bytes]
) -> None:
    file = project / "a.py"
    file.write_bytes(coded(TWICE))
    assert run(*UNSAFE, "a.py").returncode == 0
    assert file.read_bytes() == coded(MENDED)


def test_mode_and_link_are_kept(run: Run, project: Path) -> None:
    real, link = project / "real.txt", project / "link.py"
    real.write_text(TWICE)
    real.chmod(0o750)
    link.symlink_to(real)
    assert run(*UNSAFE, "link.py").returncode == 0
    assert link.is_symlink()
    assert real.read_text() == MENDED
    assert stat.S_IMODE(real.stat().st_mode) == 0o750
    assert sorted(os.listdir(project)) == ["link.py", "pyproject.toml", "real.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_cannot_be_written_is_told_of(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE)
    (project / "b.py").write_text(TWICE)
    (project / "a.py").chmod(0o444)
    done = run(*UNSAFE)
    assert done.returncode == 2
    assert "a.py: cannot be written: Permission denied" in done.stderr
    assert (project / "a.py").read_text() == TWICE
    assert (project / "b.py").read_text() == MENDED


def test_a_hidden_finding_is_not_fixed(run: Run, project: Path) -> None:
    quiet = TWICE.replace("(3,))\n", "(3,))  # jaxlint: ignore\n")
    (project / "a.py").write_text(quiet)
    assert run(*UNSAFE, "a.py").returncode == 0
    assert (project / "a.py").read_text() == quiet


@pytest.mark.parametrize(
    "text",
    [
        "def f(key):\n    if True: a = random.normal(key)\n    return random.normal(key)\n",
        "def f(key):\n    a = 1; b = random.normal(key)\n    return random.normal(key)\n",
        "def f(key):\n    return [random.normal(key) for _ in range(3)]\n",
        "def f(key):\n    other = key\n    return random.normal(key), random.normal(other)\n",
        "def f(keys):\n    return random.normal(keys.a), random.normal(keys.a)\n",
        "def f(key, n):\n    while random.normal(key) > n:\n        n += random.normal(key)\n",
    ],
    ids=["one-line suite", "two on a line", "comprehension", "two names", "a field", "loop test"],
)
def test_what_cannot_be_fixed_for_certain_is_left(run: Run, project: Path, text: str) -> None:
    source = f"from jax import random\n\n\n{text}"
    (project / "a.py").write_text(source)
    assert run(*UNSAFE, "a.py").returncode == 1
    assert (project / "a.py").read_text() == source


def test_names_in_use_are_not_taken(run: Run, project: Path) -> None:
    (project / "a.py").write_text(TWICE.replace("key )", "key, subkey )"))
    run(*UNSAFE, "a.py")
    assert "key, subkey2 = jax.random.split(key)" in (project / "a.py").read_text()


def test_the_name_of_a_spent_key_is_taken_again(run: Run, project: Path) -> None:
    draws = "".join(f"    {name} = random.normal(key, (2,))\n" for name in "abc")
    (project / "a.py").write_text(
        f"from jax import random\n\n\ndef init(key):\n{draws}    return a, b, c\n"
    )
    assert run(*UNSAFE, "a.py").returncode == 0
    text = (project / "a.py").read_text()
    assert text.count("    key, subkey = random.split(key)\n") == 2
    assert text.count("random.normal(subkey, (2,))") == 2
    assert "subkey2" not in text


@pytest.mark.parametrize(
    "body",
    [
        # read behind the draw, in the next turn, by a function inside, or not bound on every path
        "    subkey = n\n    a = random.normal(key)\n    b = random.normal(key)\n    return subkey",
        "    subkey = n\n    for i in range(n):\n        use(subkey)\n"
        "        a = random.normal(key)\n        b = random.normal(key)\n"
        "        key = random.fold_in(key, i)",
        "    subkey = n\n    g = lambda: subkey\n    a = random.normal(key)\n"
        "    b = random.normal(key)\n    return g()",
        "    global subkey\n    subkey = n\n    a = random.normal(key)\n    b = random.normal(key)",
    ],
)
def test_a_name_that_is_read_later_is_not_taken_again(run: Run, project: Path, body: str) -> None:
    (project / "a.py").write_text(f"from jax import random\n\n\ndef f(key, n):\n{body}\n")
    run(*UNSAFE, "a.py")
    text = (project / "a.py").read_text()
    assert "key, subkey2 = random.split(key)" in text
    assert "key, subkey = " not in text


PRINTING = "import jax\n\n\n@jax.jit\ndef step(x, y, *rest):\n    {}\n    return x\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('print("x is", x)', 'jax.debug.print("x is {}", x)'),
        ("print(x)", 'jax.debug.print("{}", x)'),
        (
            "print(f'x = {x:.2f}, {y!r} {{}}', y)",
            "jax.debug.print('x = {:.2f}, {!r} {{}} {}', x, y, y)",
        ),
        ('print("a", x, sep="; ", flush=True)', 'jax.debug.print("a; {}", x)'),
        (
            'print("{brace} 100%", x, x.shape)',
            'jax.debug.print("{{brace}} 100% {} {}", x, x.shape)',
        ),
        ('print("a" f"b{x}" "c")', 'jax.debug.print("ab{}c", x)'),
        ("print('say \"x\"', x)", "jax.debug.print('say \"x\" {}', x)"),
        ('print("here")', 'jax.debug.print("here")'),
        ('print(\n        "x",\n        x,\n    )', 'jax.debug.print("x {}", x)'),
    ],
)
def test_a_print_is_written_with_a_format(run: Run, project: Path, before: str, after: str) -> None:
    (project / "a.py").write_text(PRINTING.format(before))
    run("check", "--advice", "--fix", "a.py")
    assert (project / "a.py").read_text() == PRINTING.format(before)
    run(*UNSAFE, "--advice", "a.py")
    assert (project / "a.py").read_text() == PRINTING.format(after)


@pytest.mark.parametrize(
    "text",
    [
        "print(*rest)",
        'print("x", x, end="")',
        'print("x", x, sep=y)',
        'print(f"{x=}")',
        'print(f"{x!r:{y}}")',
        "print('it\"s', \"don't\", x)",
        'print("""x""", x)',
        'print(r"\\d", x)',
        'print("\\N{DASH}", x)',
        "print(a for a in rest)",
        'print(\n        "x",  # the value\n        x,\n    )',
        "from pprint import pprint; pprint(x)",
    ],
)
def test_a_print_whose_format_is_not_certain_is_left(run: Run, project: Path, text: str) -> None:
    (project / "a.py").write_text(PRINTING.format(text))
    found = json.loads(run("check", "--select", "JAX204", "--output-format", "json").stdout)
    assert [one["fix"] for one in found["findings"]] == [None]


def test_constant_text_that_is_meant_for_tracing_may_say_so(run: Run, project: Path) -> None:
    (project / "a.py").write_text(PRINTING.format('print("here")'))
    told = run("check", "--advice", "a.py").stdout
    assert "use jax.debug.print, or say in the text that it is printed while tracing" in told
    (project / "a.py").write_text(PRINTING.format('print("tracing step")'))
    assert run("check", "--advice", "a.py").returncode == 0


# --- edits ---------------------------------------------------------------------------------------


def test_edits_are_made_where_they_say() -> None:
    edits = [Edit(Span(2, 1, 2, 1), "+"), Edit(Span(1, 2, 1, 3), ""), Edit(Span(3, 1, 3, 3), "zz")]
    assert apply("abc\r\nd\ref", edits) == "ac\r\n+d\rzz"


# --- what the mended code does -------------------------------------------------------------------


FIXTURES = fixtures()
# So many are run in one process, which takes two seconds to start.
TOGETHER = 11
MARKED = re.compile(r"^@(hazard|remedy)(\(.*\))\n(?=(?:@.*\n)*def (\w+))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fixture's source with its fixes made, whether anything is found in it, and their number."""

    text: str
    is_quiet: bool
    applied: int


@dataclass(frozen=True, slots=True)
class Ran:
    """The hazards of a fixed fixture that still happen, and those that are gone, as remedies."""

    still: set[str]
    mended: list[Record]


@cache
def fixed(fixture: Fixture) -> Fixed:
    settings = Settings(advice=True)
    job = Job([str(fixture.path)], settings, selection_for(settings), isolated=True)
    done = fix(job, lint(job), unsafe=True)
    text = done.texts.get(fixture.path, fixture.path.read_bytes()).decode()
    return Fixed(text, not done.result.report.findings, sum(done.applied.values()))


def as_hazards(fixture: Fixture) -> str:
    """Return a fixed fixture with the marks of its hazards alone."""
    return MARKED.sub(lambda mark: mark[0] if mark[1] == "hazard" else "", fixed(fixture).text)


def as_remedies(fixture: Fixture, functions: set[str]) -> str:
    """Return a fixed fixture with some hazards marked as remedies, and nothing else marked."""
    return MARKED.sub(
        lambda mark: f"@remedy{mark[2]}\n" if mark[3] in functions else "", fixed(fixture).text
    )


def ran(fixture: Fixture) -> Ran:
    """Return what the hazards of a fixed fixture do. Some fixtures are run together."""
    start = FIXTURES.index(fixture) // TOGETHER * TOGETHER
    return _ran(FIXTURES[start : start + TOGETHER])[fixture]


@cache
def _ran(some: tuple[Fixture, ...]) -> dict[Fixture, Ran]:
    changed = [one for one in some if fixed(one).applied]
    hazards = harness({one: as_hazards(one) for one in changed})
    gone = {one: {r.function for r in hazards[one] if not r.proved} for one in changed}
    mended = harness({one: as_remedies(one, gone[one]) for one in changed if gone[one]})
    return {
        one: Ran({r.function for r in hazards[one] if r.proved}, mended.get(one, []))
        for one in changed
    }


def harness(texts: Mapping[Fixture, str]) -> dict[Fixture, list[Record]]:
    """Return what the functions marked in other texts of fixtures do."""
    with TemporaryDirectory() as folder:
        for fixture, text in texts.items():
            Path(folder, fixture.path.name).write_text(text, encoding="utf-8")
        records = records_of(run_harness("--fixtures", folder, "--json"))
    here = [r for r in records if r.kind != OTHERWISE]
    return {one: [r for r in here if r.fixture == one.name] for one in texts}


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_a_fixed_hazard_does_what_the_remedy_does(fixture: Fixture) -> None:
    if not fixed(fixture).applied:
        pytest.skip("nothing here has a fix")
    seen = ran(fixture)
    assert any(one.proved for one in seen.mended), "no hazard became as good as a remedy"
    assert [r for r in seen.mended if r.observed.startswith(("raised", "cannot be run"))] == []
    assert fixed(fixture).is_quiet == (not seen.still)
