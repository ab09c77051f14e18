"""The command as users run it: exits, channels, and bad input of every kind."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import DEVNULL

import click
import pytest

from jaxlint.__main__ import main
from jaxlint._version import VERSION
from jaxlint.cli.main import cli
from jaxlint.proof import fixtures, seen_elsewhere

from .processes import CHECKOUT, HAZARD, LONGEST, environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]
CLEAN = "import jax\n\n\n@jax.jit\ndef step(x):\n    return -x\n"


def in_checkout() -> dict[str, str]:
    return environment()


def test_findings_exit_1_and_lie_on_standard_output(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    done = run("check", "a.py", "--output-format", "concise")
    assert done.returncode == 1
    (line,) = done.stdout.splitlines()
    assert line.startswith("a.py:6:8: JAX101 ")
    assert done.stderr == "jaxlint: 1 finding in 1 file; 1 file checked\n"


def test_clean_code_exits_0_without_output(run: Run, project: Path) -> None:
    (project / "a.py").write_text(CLEAN)
    done = run("check", "a.py")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "jaxlint: clean; 1 file checked\n"


def test_the_current_folder_is_the_default(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    assert run("check", "-q", "--output-format", "concise").stdout.startswith("a.py:6:8:")


def test_exit_zero_keeps_the_output(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    done = run("check", "--exit-zero", "a.py")
    assert done.returncode == 0
    assert "JAX101" in done.stdout


def test_quiet_says_nothing_but_findings(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    assert run("check", "-q", "a.py").stderr == ""


def test_verbose_names_the_config_file(run: Run, project: Path) -> None:
    (project / "a.py").write_text(CLEAN)
    (project / "jaxlint.toml").write_text("")
    assert "jaxlint.toml" in run("check", "-v", "a.py").stderr


def test_findings_are_sorted_by_path_and_place(run: Run, project: Path) -> None:
    for name in ("b.py", "a.py"):
        (project / name).write_text(HAZARD + HAZARD.replace("import jax", ""))
    lines = run("check", "--output-format", "concise").stdout.splitlines()
    assert [line.split(" ")[0] for line in lines] == [
        "a.py:6:8:",
        "a.py:14:8:",
        "b.py:6:8:",
        "b.py:14:8:",
    ]


def test_select_and_ignore_take_codes_families_and_names(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    for option, value, code in [
        ("--select", "JAX101", 1),
        ("--select", "JAX2,traced-branch", 1),
        ("--select", "JAX4", 0),
        ("--ignore", "JAX1", 0),
        ("--ignore", "traced-branch", 0),
        ("--ignore", "JAX4", 1),
    ]:
        assert run("check", "a.py", option, value).returncode == code, (option, value)


def test_statistics_count_by_rule(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    assert run("check", "--statistics", "a.py").stdout == "1  JAX101  traced-branch\n"


def test_json_holds_everything(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    told = json.loads(run("check", "a.py", "--output-format", "json").stdout)
    assert told["version"] == VERSION
    assert told["summary"] == {"files": 1, "findings": 1, "faults": 0, "held_back": 0}
    (finding,) = told["findings"]
    assert finding["path"] == "a.py"
    assert (finding["line"], finding["column"]) == (6, 8)
    assert (finding["end_line"], finding["end_column"]) == (6, 13)
    assert finding["outcome"] == "raises TracerBoolConversionError"
    assert finding["chain"][0]["path"] == "a.py"


# --- the same through every door ------------------------------------------------------------------

HELPER = "def sign(x):\n    return 1 if x > 0 else -1\n"
CALLER = "import jax\nfrom pkg.helper import sign\n\nstep = jax.jit(sign)\n"


@pytest.fixture
def package(project: Path) -> Path:
    """A package in which only another file makes a file's hazard one."""
    (project / "pkg").mkdir()
    (project / "pkg" / "__init__.py").write_text("")
    (project / "pkg" / "helper.py").write_text(HELPER)
    (project / "pkg" / "caller.py").write_text(CALLER)
    return project


@pytest.mark.parametrize(
    ("folder", "arguments"),
    [
        (".", ()),
        (".", ("pkg",)),
        (".", ("pkg/helper.py",)),
        (".", ("pkg/helper.py", "pkg/caller.py", "pkg", ".")),
        ("pkg", ()),
        ("pkg", ("helper.py",)),
        ("pkg", ("../pkg/helper.py",)),
        (".", ("-", "--stdin-filename", "pkg/helper.py")),
        ("pkg", ("-", "--stdin-filename", "helper.py")),
    ],
)
def test_a_file_gets_the_same_findings_through_every_door(
    run: Run, package: Path, folder: str, arguments: tuple[str, ...]
) -> None:
    done = run("check", *arguments, "--output-format", "json", cwd=package / folder, text=HELPER)
    (finding,) = json.loads(done.stdout)["findings"]
    below = "" if folder == "pkg" else "pkg/"
    assert (finding["code"], finding["path"], finding["line"]) == ("JAX101", f"{below}helper.py", 2)
    assert finding["chain"][0]["path"] == f"{below}caller.py"


@pytest.mark.parametrize("start", ["", "src/"])
def test_modules_are_found_from_the_project_folder_and_from_src(
    run: Run, project: Path, start: str
) -> None:
    """Also those of packages without an ``__init__.py``."""
    (project / start / "pkg").mkdir(parents=True)
    (project / start / "pkg" / "helper.py").write_text(HELPER)
    (project / start / "pkg" / "caller.py").write_text(CALLER)
    done = run("check", "--output-format", "concise", f"{start}pkg/helper.py")
    assert done.stdout.startswith(f"{start}pkg/helper.py:2:")


def test_isolated_reads_only_the_files_given(run: Run, package: Path) -> None:
    assert run("check", "--isolated", "pkg/helper.py").returncode == 0
    assert run("check", "--isolated", "pkg/helper.py", "pkg/caller.py").returncode == 1


def test_the_order_of_paths_and_of_sets_changes_nothing(run: Run) -> None:
    fixtures = sorted((CHECKOUT / "fixtures").glob("*.py"))[::4]
    some = ("rules", *(f"fixtures/{path.name}" for path in fixtures))
    first, second = (
        run("check", *paths, "--output-format", "json", cwd=CHECKOUT, PYTHONHASHSEED=seed).stdout
        for seed, paths in (("1", some), ("2", some[::-1]))
    )
    assert len(json.loads(first)["findings"]) > 50
    assert first == second


# --- what cannot be done -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("check", "missing.py"), "no such path: missing.py"),
        (("check", "--nonsense"), "--nonsense"),
        (("check", "--output-format", "xml"), "xml"),
        (("check", "--select", "JAX999"), 'unknown code "JAX999"'),
        (("check", "--ignore", "reused-kye"), 'the nearest is "reused-key"'),
        (("check", "--config", "missing.toml"), "missing.toml"),
        (("check", "--config", "jaxlint.toml", "--isolated"), "exclude each other"),
        (("check", "--stdin-filename", "a.py"), "--stdin-filename"),
        (("rule", "reused-kye"), 'the nearest is "reused-key"'),
        (("rule", "JAX90"), '"JAX90" is a family; its rules are JAX901, JAX902'),
        (("rule",), "Missing argument 'CODE'"),
        (("explain",), "Missing argument 'FILE:LINE'"),
        (("explain", "folder.py:3"), "folder.py is a folder: name one of its files"),
        (("explain", "loop.py:3"), "loop.py: cannot be read: Too many levels"),
        (("clean.py",), "To check it: jaxlint check clean.py"),
        (("chek",), "Did you mean 'check'"),
        (("check", "--selct", "JAX1"), "--select"),
        (("init", "here"), "unexpected extra argument (here)"),
        (("explain", "a.py"), "FILE:LINE"),
        (("explain", "missing.py:3"), "no such path: missing.py"),
        (("explain", "clean.py:99"), "clean.py has 7 lines"),
        (("migrate", "--to", "99.1"), "--to: no release of JAX that is known fits 99.1; the "),
        (("prove", "JAX901"), "JAX901"),
        (("prove", "nonsense"), "nonsense"),
        (("prove", "--device", "abacus"), "abacus"),
        (("nonsense",), "nonsense"),
    ],
)
def test_what_cannot_be_done_exits_2_and_says_why(
    run: Run, project: Path, arguments: tuple[str, ...], word: str
) -> None:
    (project / "clean.py").write_text(CLEAN)
    (project / "folder.py").mkdir()
    (project / "loop.py").symlink_to("loop.py")
    done = run(*arguments)
    assert done.returncode == 2
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("selekt = []", 'unknown key "selekt"; the nearest is "select"'),
        ("select = 3", "select must be a list of strings"),
        ('ignore = ["JAX999"]', 'unknown code "JAX999"'),
        ("select = [", "is not valid TOML"),
    ],
)
def test_a_bad_config_file_exits_2_and_is_named(
    run: Run, project: Path, text: str, word: str
) -> None:
    (project / "a.py").write_text(CLEAN)
    (project / "jaxlint.toml").write_text(text)
    done = run("check", "a.py")
    assert done.returncode == 2
    assert word in done.stderr
    assert "jaxlint.toml" in done.stderr
    assert run("check", "--isolated", "a.py").returncode == 0


def test_a_folder_without_python_is_clean_and_said_so(run: Run, project: Path) -> None:
    (project / "empty").mkdir()
    done = run("check", "empty")
    assert done.returncode == 0
    assert done.stderr == "jaxlint: no Python files found in empty\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_exits_2_and_the_rest_is_checked(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "b.py").write_text(HAZARD)
    (project / "b.py").chmod(0)
    done = run("check", "--output-format", "concise")
    assert done.returncode == 2
    assert done.stdout.startswith("a.py:6:8:")
    assert "b.py: cannot be read: Permission denied" in done.stderr


def test_a_dangling_link_that_was_named_exits_2_and_the_rest_is_checked(
    run: Run, project: Path
) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "b.py").symlink_to(project / "nowhere.py")
    done = run("check", "--output-format", "concise", "a.py", "b.py")
    assert done.returncode == 2
    assert done.stdout.startswith("a.py:6:8:")
    assert "b.py: cannot be read: No such file or directory" in done.stderr


# --- bad input -----------------------------------------------------------------------------------


STRANGE: list[tuple[bytes, int]] = [
    (b"", 0),
    (b"\xef\xbb\xbf", 0),
    (b"\n\n\n", 0),
    (b"\x0c", 0),
    (b"# only a comment, no line end", 0),
    (b"def f(:\n", 1),
    (b"if True:\nprint('x')\n", 1),
    (b"\xff\xfe\x00\x01", 1),
    (b"x = 1\x00\n", 1),
    (b"# -*- coding: nonsense -*-\nx = 1\n", 1),
    (b"# -*- coding: utf-8 -*-\nx = '\xe9'\n", 1),
    (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", 0),
    ("".join(" " * deep + "if x:\n" for deep in range(500)).encode() + b" " * 500 + b"x", 1),
]


@pytest.mark.parametrize(("data", "code"), STRANGE)
def test_strange_bytes_give_an_answer(run: Run, project: Path, data: bytes, code: int) -> None:
    (project / "strange.py").write_bytes(data)
    alone = run("check", "--output-format", "concise", "strange.py")
    assert alone.returncode == code, alone.stderr
    assert all(line.startswith("strange.py:") for line in alone.stdout.splitlines())
    assert all(" JAX901 " in line for line in alone.stdout.splitlines())


def test_strange_bytes_do_not_spoil_other_files(run: Run, project: Path) -> None:
    """Of all of them in one project; of one at a time it is asserted in ``test_invariants``."""
    for number, (data, _) in enumerate(STRANGE):
        (project / f"strange{number}.py").write_bytes(data)
    (project / "a.py").write_text(HAZARD)
    done = run("check", "--output-format", "concise")
    assert done.returncode == 1
    assert "a.py:6:8: JAX101" in done.stdout
    broken = {int(name) for name in re.findall(r"^strange(\d+)\.py:.* JAX901 ", done.stdout, re.M)}
    assert broken == {number for number, (_, code) in enumerate(STRANGE) if code}


@pytest.mark.parametrize(
    "text",
    ["x = " + "(" * 3000 + "1" + ")" * 3000, "x = " + "-" * 20000 + "1", "a" + ".b" * 20000],
    ids=["brackets", "signs", "attributes"],
)
def test_deep_nesting_spoils_neither_the_run_nor_other_files(
    run: Run, project: Path, text: str
) -> None:
    (project / "deep.py").write_text(text)
    (project / "a.py").write_text(HAZARD)
    done = run("check", "--output-format", "concise")
    assert done.returncode == 2
    assert "a.py:6:8: JAX101" in done.stdout
    assert "deep.py: nests too deeply" in done.stderr


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
    ],
    ids=["BOM", "CRLF", "CR"],
)
def test_marks_and_line_ends_move_nothing(
    run: Run, project: Path, encode: Callable[[str], bytes]
) -> None:
    (project / "a.py").write_bytes(encode(HAZARD))
    done = run("check", "-q", "a.py")
    assert "--> a.py:6:8\n6 |     if x > 0:\n  |        ^^^^^\n" in done.stdout


def test_ten_thousand_lines(run: Run, project: Path) -> None:
    filler = "".join(f"def f{at}(x):\n    return x + {at}\n\n\n" for at in range(2500))
    (project / "long.py").write_text(filler + HAZARD)
    done = run("check", "--output-format", "concise", "long.py")
    assert done.stdout.startswith("long.py:10006:8: JAX101")


def test_odd_names_break_no_line(run: Run, project: Path) -> None:
    (project / "a\nb \x1b[31m.py").write_text(HAZARD)
    done = run("check", "--output-format", "concise")
    assert done.stdout.startswith("a\\x0ab \\x1b[31m.py:6:8: JAX101")


@pytest.mark.skipif(sys.platform != "linux", reason="names need not be text there")
def test_names_that_are_no_text(run: Run, project: Path) -> None:
    with open(os.fsencode(project) + b"/\xff.py", "w") as file:
        file.write(HAZARD)
    assert run("check", "--output-format", "concise").stdout.startswith("\\udcff.py:6:8: JAX101")


def test_output_in_a_poor_encoding(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD.replace("x > 0:", "x > 0:  # \u4f60"), encoding="utf-8")
    done = run("check", "-q", "a.py", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "# \\u4f60" in done.stdout


# --- standard input ------------------------------------------------------------------------------


def test_standard_input(run: Run, project: Path) -> None:
    done = run("check", "-", "--output-format", "concise", text=HAZARD)
    assert done.returncode == 1
    assert done.stdout.startswith("<stdin>:6:8: JAX101")


def test_standard_input_under_a_name_stands_for_that_file(run: Run, project: Path) -> None:
    (project / "lib.py").write_text("def helper(x):\n    return x\n")
    (project / "a.py").write_text("from lib import helper\nimport jax\nstep = jax.jit(helper)\n")
    text = "def helper(x):\n    return 1 if x else 2\n"
    done = run("check", "-", "--stdin-filename", "lib.py", "--output-format", "concise", text=text)
    assert done.stdout.startswith("lib.py:2:17: JAX101"), done


def test_standard_input_that_is_broken(run: Run, project: Path) -> None:
    done = run("check", "-", "--output-format", "concise", text=b"\xff(")
    assert done.returncode == 1
    assert done.stdout.startswith("<stdin>:1:")


# --- help ----------------------------------------------------------------------------------------


def helps() -> dict[str, str]:
    """Return the help of each command, by its name; of the program without any."""
    found = {}

    def look(command: click.Command, context: click.Context) -> None:
        found[context.command_path] = command.get_help(context)
        if isinstance(command, click.Group):
            for name, inner in command.commands.items():
                look(inner, click.Context(inner, parent=context, info_name=name))

    look(cli, click.Context(cli, info_name="jaxlint", **cli.context_settings))
    return found


def test_help_is_given_on_request_and_without_a_command(run: Run, project: Path) -> None:
    told = helps()
    for name, text in told.items():
        done = run(*name.split()[1:], "--help")
        assert (done.returncode, done.stderr) == (0, ""), name
        assert done.stdout.split() == text.split(), name
    for name in ("jaxlint", "jaxlint baseline"):
        done = run(*name.split()[1:])
        assert (done.returncode, done.stdout) == (2, ""), name
        assert done.stderr.split() == told[name].split(), name


def test_help_is_whole_and_its_examples_are_right() -> None:
    examples = []
    for name, text in helps().items():
        assert "..." not in text.replace("]...", "").replace("[ARGS]...", ""), name
        examples += re.findall(r"^  (jaxlint \S.*?)(?:  +.*| [<|] .*)?$", text, re.MULTILINE)
    assert len(examples) > 12
    for example in examples:
        group: click.Command = cli
        words = shlex.split(example)[1:]
        context = click.Context(cli, info_name="jaxlint")
        while isinstance(group, click.Group):
            _, found, words = group.resolve_command(context, words)
            assert found is not None, example
            group = found
        group.make_context(example, words)


# --- the other commands --------------------------------------------------------------------------


def test_rules_lists_every_rule(run: Run, project: Path) -> None:
    done = run("rules")
    assert done.returncode == 0
    assert any(
        line.split()[:3] == ["JAX401", "reused-key", "on"] for line in done.stdout.split("\n")
    )
    told = json.loads(run("rules", "--json").stdout)
    assert {"code", "name", "level", "severity", "outcome", "page"} == set(told[0])
    assert len(told) == len(done.stdout.splitlines())


@pytest.mark.parametrize("text", ["JAX401", "jax401", "reused-key"])
def test_rule_shows_a_page_by_code_or_name(run: Run, project: Path, text: str) -> None:
    done = run("rule", text)
    assert done.returncode == 0
    assert done.stdout.startswith("JAX401 reused-key (warning): ")
    assert len(done.stdout.splitlines()) > 5
    releases = seen_elsewhere(fixtures(("JAX401",))[0]).releases
    assert ("## Proof" in done.stdout) is bool(releases)
    assert ", ".join(releases) in done.stdout


def test_explain_tells_what_is_believed(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    done = run("explain", "a.py:6")
    assert done.returncode == 0
    assert "x: traced" in done.stdout
    assert "jax.jit" in done.stdout


def test_prove_keeps_the_log_of_xla_to_itself(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Importing jax, as other tests do here, sets it for what is started from here as well.
    monkeypatch.delenv("TF_CPP_MIN_LOG_LEVEL", raising=False)
    done = run("prove", "donated-buffer", JAX_PLATFORMS="cpu")
    assert (done.returncode, done.stderr) == (0, "")


def test_prove_takes_names_and_writes_json(run: Run, project: Path) -> None:
    done = run("prove", "dropped-split", "--json")
    assert done.returncode == 0, done.stderr
    assert {record["code"] for record in json.loads(done.stdout)} == {"JAX404"}


def test_checking_imports_no_jax_and_runs_nothing(project: Path) -> None:
    (project / "a.py").write_text("open('was run', 'w')\n" + HAZARD)
    code = (
        "import sys; from jaxlint.__main__ import main\n"
        f"try: main(['check', '-q', '--output-format', 'concise', {str(project / 'a.py')!r}])\n"
        "except SystemExit as done: assert done.code == 1, done.code\n"
        "heavy = {'jax', 'jaxlib', 'numpy'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=project, env=in_checkout(), stdout=DEVNULL
    )
    assert not (project / "was run").exists()


def test_a_reader_that_goes_away_changes_nothing(project: Path) -> None:
    (project / "a.py").write_text(HAZARD * 40)
    process = subprocess.Popen(
        [sys.executable, "-m", "jaxlint", "check", "-q", "--exit-zero", str(project / "a.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=in_checkout(),
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    told = process.stderr.read().decode()
    process.stderr.close()
    assert (process.wait(), told) == (0, "")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the threads of a process")
def test_an_interrupt_ends_it_at_once(project: Path) -> None:
    (project / "a.py").write_text("import jax\n" + "def f(x):\n    return [x] * 2\n\n\n" * 5_000)
    process = subprocess.Popen(
        [sys.executable, "-m", "jaxlint", "check", str(project / "a.py")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=in_checkout(),
    )
    while len(os.listdir(f"/proc/{process.pid}/task")) == 1 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    told, error = process.communicate(timeout=LONGEST)
    assert (process.returncode, told, error.strip()) == (130, b"", b"")


def test_a_defect_is_told_in_one_line(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(CLEAN)
    monkeypatch.setattr("jaxlint.cli.check.lint", lambda job, tick: VERSION[99])
    with pytest.raises(SystemExit) as done:
        main(["check", str(project / "a.py")])
    assert done.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        "jaxlint: defect in jaxlint itself: IndexError: string index out of range (test_cli.py:"
    )
    assert "report it" in line
