"""``jaxlint explain --traceback``: what people paste, and what is said of it."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax.errors
import pytest

from jaxlint.__main__ import main
from jaxlint.diagnostics.findings import ADVICE, Finding
from jaxlint.diagnostics.registry import catalogue
from jaxlint.diagnostics.rule import Level
from jaxlint.frontends.failures import Failure, explained, failures
from jaxlint.knowledge.errors import CLASSES
from jaxlint.proof.files import fixture_folder

from .harness import quickly

PRINTED = Path(__file__).parent / "tracebacks"
Explain = Callable[..., tuple[int, str, str]]

TRAIN = """\
import jax
import jax.numpy as jnp


def clip(x, limit):
    if x > limit:
        return limit
    return x


@jax.jit
def step(x):
    return clip(x * 2.0, 3.0)


def main():
    try:
        return step(jnp.ones(()))
    except TypeError as error:
        raise RuntimeError("step failed") from error


if __name__ == "__main__":
    main()
"""
PLAIN = """\
Traceback (most recent call last):
  File "/home/ann/model/train.py", line 25, in <module>
    main()
  File "/home/ann/model/train.py", line 13, in step
    return clip(x * 2.0, 3.0)
           ^^^^^^^^^^^^^^^^^^
  File "/home/ann/model/train.py", line 6, in clip
    if x > limit:
       ^^^^^^^^^
jax.errors.TracerBoolConversionError: Attempted boolean conversion of a traced array.
The error occurred while tracing the function step at /home/ann/model/train.py:11 for jit.
"""
CELLS = [
    "import jax\nimport jax.numpy as jnp",
    "@jax.jit\ndef step(x):\n    if x > 0:\n        return x\n    return -x",
    "y = step(1.0)",
]


@pytest.fixture
def explain(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Explain:
    """Paste a text into the command, in the test's project, which holds train.py."""
    (project / "train.py").write_text(TRAIN)
    (project / "run.py").write_text("import train\n\ntrain.step(1.0)\n")

    def paste(text: str | bytes, *arguments: str) -> tuple[int, str, str]:
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.chdir(project)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as ended:
            main(["explain", "--traceback", "-", *arguments])
        told = capsys.readouterr()
        return int(ended.value.code or 0), told.out, told.err

    return paste


def notebook(*cells: str) -> str:
    """A notebook whose cells were run in their order."""
    listed: list[dict[str, Any]] = [
        {"cell_type": "markdown", "metadata": {}, "source": "A title"},
        *(
            {"cell_type": "code", "metadata": {}, "source": text, "outputs": []}
            | {"execution_count": number}
            for number, text in enumerate(cells, 1)
        ),
    ]
    return json.dumps({"cells": listed, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


# --- what is said --------------------------------------------------------------------------------


def test_the_rule_the_chain_and_what_to_write_are_told(explain: Explain) -> None:
    code, out, err = explain(PLAIN)
    assert (code, err) == (0, "")
    assert out.startswith("TracerBoolConversionError at train.py:6 in clip\n")
    assert "it means: Python asked whether a traced value is true" in out
    assert "JAX101 traced-branch: this `if` tests `x > limit`" in out
    assert "write instead: choose with jnp.where" in out
    assert "train.py:13: passed to `clip` as `x`" in re.sub(" +", " ", out)
    assert "`jaxlint check train.py` shows it: it would have found this before the run" in out


@pytest.mark.parametrize(
    ("settings", "line", "why"),
    [
        ("", "    if x > limit:  # noqa", "the comment on line 6 hides it"),
        ('ignore = ["JAX1"]', "    if x > limit:", "its rule is not selected"),
        ('per-file-ignores = { "*.py" = ["JAX1"] }', "    if x > limit:", "the settings ignore"),
    ],
)
def test_what_a_check_does_not_show_is_found_and_said_to_be_hidden(
    explain: Explain, project: Path, settings: str, line: str, why: str
) -> None:
    (project / "jaxlint.toml").write_text(settings)
    (project / "train.py").write_text(TRAIN.replace("    if x > limit:", line))
    out = explain(PLAIN)[1]
    assert "JAX101 traced-branch" in out
    assert f"`jaxlint check train.py` does not show it: {why}" in out


def test_what_a_comment_in_a_cell_hides_is_said_to_be_hidden(
    explain: Explain, project: Path
) -> None:
    hiding = CELLS[1].replace("if x > 0:", "if x > 0:  # jaxlint: ignore")
    (project / "notes.ipynb").write_text(notebook(CELLS[0], hiding, CELLS[2]))
    out = explain((PRINTED / "jupyter.txt").read_bytes())[1]
    assert "`jaxlint check notes.ipynb` does not show it: the comment on line 3 hides it" in out


def test_what_a_baseline_holds_is_said_to_be_hidden(explain: Explain, project: Path) -> None:
    with pytest.raises(SystemExit):
        os.chdir(project)
        main(["baseline", "write"])
    (project / "jaxlint.toml").write_text('baseline = ".jaxlint-baseline.json"')
    assert "does not show it: the baseline holds it" in explain(PLAIN)[1]


def test_where_nothing_is_found_the_rules_that_speak_of_the_error_are_named(
    explain: Explain, project: Path
) -> None:
    (project / "train.py").write_text(TRAIN.replace("@jax.jit\n", "@unknown\n"))
    code, out, _ = explain(PLAIN)
    assert code == 0
    assert "jaxlint does not find it there" in out
    assert "`jaxlint explain train.py:6` says what it believes" in out
    for rule in ("JAX101 traced-branch", "JAX102 traced-loop", "JAX104 traced-boolean"):
        assert rule in out
    assert "JAX401" not in out


def test_where_one_rule_speaks_of_the_error_its_page_is_shown(
    explain: Explain, project: Path
) -> None:
    (project / "train.py").write_text("x = 1\n")
    out = explain(
        'Traceback (most recent call last):\n  File "train.py", line 1, in <module>\n    x = 1\n'
        "jax.errors.NonConcreteBooleanIndexError: Array boolean indices must be concrete\n"
    )[1]
    assert "the rule that speaks of it: JAX110 boolean-mask" in out
    assert "## Use instead" in out


def test_an_error_that_no_rule_speaks_of_is_said_to_be_one(explain: Explain) -> None:
    out = explain(PLAIN.replace("jax.errors.TracerBoolConversionError", "CustomError"))[1]
    assert "no rule speaks of this CustomError" in out
    assert "there it finds something else: JAX101" in out


def test_a_finding_of_another_rule_at_the_line_is_not_taken_for_the_error(
    explain: Explain,
) -> None:
    out = explain(PLAIN.replace("TracerBoolConversionError", "KeyReuseError"))[1]
    assert "jaxlint does not find it there" in out
    assert "there it finds something else: JAX101" in out


@pytest.mark.parametrize(
    "text",
    [
        "",
        "all is well\n",
        "ValueError: no traceback around it\n",
        "train.py:6: UserWarning: slow\n  step(x)\n",
        "\x00\xff\n",
    ],
)
def test_a_text_without_a_traceback_exits_2(explain: Explain, text: str) -> None:
    code, out, err = explain(text)
    assert (code, out) == (2, "")
    assert "no traceback in it; paste what was printed from" in err


def test_the_file_that_holds_the_text_is_named(run: Callable[..., Any], project: Path) -> None:
    (project / "train.py").write_text(TRAIN)
    (project / "log.txt").write_text(PLAIN)
    (project / "empty.txt").write_text("")
    assert "JAX101" in run("explain", "--traceback", "log.txt").stdout
    for arguments, word in [
        (("empty.txt",), "empty.txt: no traceback in it"),
        (("missing.txt",), "missing.txt: cannot be read"),
        (("log.txt", "train.py:6"), "goes with neither FILE:LINE nor --trace"),
        (("log.txt", "--trace"), "goes with neither FILE:LINE nor --trace"),
    ]:
        done = run("explain", "--traceback", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert word in done.stderr


def test_a_cache_that_cannot_be_used_is_named(run: Callable[..., Any], project: Path) -> None:
    (project / "train.py").write_text(TRAIN)
    done = run("explain", "--traceback", "-", text=PLAIN, JAXLINT_CACHE_DIR="relative")
    assert (done.returncode, done.stdout) == (2, "")
    assert "JAXLINT_CACHE_DIR" in done.stderr
    assert "defect" not in done.stderr


def test_an_error_of_jax_alone_is_explained(explain: Explain) -> None:
    code, out, _ = explain("jax.errors.KeyReuseError: In random_bits, key values are reused\n")
    assert code == 0
    assert "no frame is in a file that is here" in out
    assert "JAX401 reused-key" in out


def test_several_tracebacks_are_explained_one_after_the_other(explain: Explain) -> None:
    other = PLAIN.replace("TracerBoolConversionError", "KeyReuseError")
    out = explain(f"{PLAIN}\n{other}\n{PLAIN}")[1]
    assert out.count("TracerBoolConversionError at train.py:6") == 1
    assert out.count("KeyReuseError at train.py:6") == 1


# --- what it looks like --------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(PRINTED.glob("*.txt")), ids=lambda file: file.stem)
def test_what_programs_print_is_read(explain: Explain, project: Path, file: Path) -> None:
    (project / "notes.ipynb").write_text(notebook(*CELLS))
    code, out, err = explain(file.read_bytes())
    assert (code, err) == (0, "")
    if file.stem == "jupyter":
        assert out.startswith("TracerBoolConversionError at notes.ipynb:cell 3:3 in step\n")
        assert "this `if` tests `x > 0`" in out
    else:
        assert out.startswith("TracerBoolConversionError at train.py:6")
        assert "this `if` tests `x > limit`" in out
    assert "JAX101 traced-branch" in out
    assert "would have found this before the run" in out


def each_line(text: str, before: str) -> str:
    return "".join(f"{before}{line}" for line in text.splitlines(keepends=True))


def numbered(text: str) -> str:
    """Lines as a collector of logs stores them, each with its own time."""
    lines = text.splitlines(keepends=True)
    return "".join(
        f"2026-01-02T03:04:{at:02}.{at * 7919 % 1000:03}Z {line}" for at, line in enumerate(lines)
    )


def event(text: str) -> str:
    """A line of a log of JSON."""
    return json.dumps({"level": "error", "message": text}) + "\n"


# What Python 3.11 prints of an error in a task of asyncio.TaskGroup.
IN_TASK_GROUP = f"""\
  + Exception Group Traceback (most recent call last):
  |   File "/home/ann/model/main.py", line 6, in main
  |     async with asyncio.TaskGroup() as group:
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | {PLAIN.rstrip().replace(chr(10), chr(10) + "    | ")}
    +------------------------------------
"""
WINDOWS = PLAIN.replace("/home/ann/model/train.py", r"C:\Users\ann\model\train.py")
OLD_IPYTHON = """\
---------------------------------------------------------------------------
TracerBoolConversionError                 Traceback (most recent call last)
<ipython-input-3-8d5d1d6c8b1e> in <module>
----> 1 y = step(1.0)

~/model/train.py in step(x)
     11 @jax.jit
     12 def step(x):
---> 13     return clip(x * 2.0, 3.0)

~/model/train.py in clip(x, limit)
      5 def clip(x, limit):
----> 6     if x > limit:
      7         return limit

TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
"""
OLD_JUPYTER = """\
TracerBoolConversionError                 Traceback (most recent call last)
Input In [3], in <cell line: 1>()
----> 1 y = step(1.0)

File ~/model/train.py:6, in clip(x, limit)
      5 def clip(x, limit):
----> 6     if x > limit:

TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
"""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PLAIN.replace("\n", "\r\n"), id="crlf"),
        pytest.param(PLAIN.encode("utf-16"), id="utf-16"),
        pytest.param(b"\xef\xbb\xbf" + PLAIN.encode(), id="byte order mark"),
        pytest.param(f"step 1\nstep 2\nERROR:root:failed\n{PLAIN}done\n", id="in a log"),
        pytest.param(f"2026-01-02 03:04:05,678 ERROR: {PLAIN}", id="behind a time"),
        pytest.param(each_line(PLAIN, "[rank0]: "), id="rank"),
        pytest.param(each_line(PLAIN, "(train pid=41234) "), id="worker"),
        pytest.param(each_line(PLAIN, "worker-1  | "), id="container"),
        pytest.param(numbered(PLAIN), id="times"),
        pytest.param(each_line(PLAIN, "  | "), id="group"),
        pytest.param(json.dumps({"level": "error", "exc": PLAIN}), id="json"),
        pytest.param(f"{event('start')}{event(PLAIN)}{event('stop')}", id="json lines"),
        pytest.param(json.dumps({"exc": WINDOWS}, indent=1), id="windows in json"),
        pytest.param(json.dumps({"log": event(PLAIN), "stream": "stderr"}), id="json in json"),
        pytest.param("".join(map(event, PLAIN.splitlines())), id="a line an event"),
        pytest.param(IN_TASK_GROUP, id="in a group of exceptions"),
        pytest.param(PLAIN.replace("File", "\x1b[35mFile\x1b[0m"), id="colours"),
        pytest.param(WINDOWS, id="windows"),
        pytest.param(PLAIN.replace("/home/ann/model/", ""), id="relative"),
        pytest.param(PLAIN.replace("/home/ann/model/", "~/"), id="home"),
        pytest.param(
            PLAIN.replace("/home/ann/model/", "/opt/env/lib/python3.11/site-packages/"),
            id="installed",
        ),
        pytest.param(PLAIN.partition("jax.errors")[0] + "jax.errors.", id="cut off"),
        pytest.param(OLD_IPYTHON, id="old ipython"),
        pytest.param(OLD_JUPYTER, id="old jupyter"),
    ],
)
def test_whatever_is_around_a_traceback_it_is_read(explain: Explain, text: str | bytes) -> None:
    code, out, err = explain(text)
    assert (code, err) == (0, "")
    assert " at train.py:6 in clip\n" in out
    assert "JAX101 traced-branch" in out


def test_a_group_of_exceptions_alone_is_explained(explain: Explain) -> None:
    out = explain(PLAIN.replace("jax.errors.TracerBoolConversionError", "ExceptionGroup"))[1]
    assert "no rule speaks of this ExceptionGroup" in out


RICH_IN_80_COLUMNS = """\
╭───────────────────── Traceback (most recent call last) ──────────────────────╮
│ /home/ann/model/train.py:13 in step                                          │
│                                                                              │
│   12 def step(x):                                                            │
│ ❱ 13 │   return clip(x * 2.0, 3.0)                                           │
│                                                                              │
│ ╭────────── locals ──────────╮                                               │
│ │  x = JitTracer(float32[])  │                                               │
│ ╰────────────────────────────╯                                               │
│                                                                              │
│ /home/ann/projects/2026/experiments/with_long_names_of_folders/model/train.p │
│ y:6 in clip                                                                  │
│                                                                              │
│    5 def clip(x, limit):                                                     │
│ ❱  6 │   if x > limit:                                                       │
│    7 │   │   return limit                                                    │
│                                                                              │
│ /opt/env/lib/python3.11/site-packages/jax/_src/numpy/array_methods.py:267 in │
│ expand_bool_indices                                                          │
│                                                                              │
│ ❱  267 │   raise errors.TracerBoolConversionError(arg)                       │
╰──────────────────────────────────────────────────────────────────────────────╯
TracerBoolConversionError: Attempted boolean conversion of traced array
"""


def test_places_that_rich_breaks_into_two_lines_are_read(explain: Explain) -> None:
    out = explain(RICH_IN_80_COLUMNS)[1]
    assert out.startswith("TracerBoolConversionError at train.py:6 in clip\n")
    assert "not as it was" not in out


def test_a_place_that_the_message_alone_names_is_found(explain: Explain) -> None:
    out = explain(
        "E   jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array\n"
        "    This JitTracer with object id 1 was created on line:\n"
        "      train.py:13 (step)\n"
        "/opt/env/lib/python3.11/site-packages/jax/core.py:4: "
        "jax.errors.TracerBoolConversionError: Attempted\n"
    )[1]
    assert "JAX101 traced-branch" in out
    assert "no frame is in a file that is here" not in out


# --- errors that the program handles -------------------------------------------------------------

WITHOUT_MAIN = TRAIN.partition("def main")[0]
MAIN = """\
def main():
    try:
        return jnp.sin("no array")
    except TypeError:
        return None
"""


@pytest.mark.parametrize("handler", ["logging.exception('failed')", "raise ValueError from None"])
def test_an_error_that_a_handler_waits_for_is_found_since_it_was_seen(
    explain: Explain, project: Path, handler: str
) -> None:
    guarded = "try:\n        if x > limit:\n            return 0.0\n    except TypeError:\n        "
    text = WITHOUT_MAIN.replace("if x > limit:\n        return limit", guarded + handler)
    (project / "train.py").write_text(text)
    out = explain(PLAIN.replace("line 6, in clip\n    if", "line 7, in clip\n        if"))[1]
    assert "JAX101 traced-branch" in out
    assert "does not show it: a handler around it may be there for the error" in out


def test_what_is_handled_elsewhere_hides_nothing(explain: Explain, project: Path) -> None:
    (project / "train.py").write_text(WITHOUT_MAIN + MAIN)
    out = explain(PLAIN)[1]
    assert "JAX101 traced-branch" in out
    assert "would have found this before the run" in out


def test_a_file_of_the_same_name_elsewhere_is_not_taken_for_an_installed_one(
    explain: Explain,
) -> None:
    inside = "/opt/env/lib/python3.11/site-packages/other/"
    out = explain(PLAIN.replace("/home/ann/model/", inside))[1]
    assert "no frame is in a file that is here" in out


def test_the_frame_of_jax_itself_is_not_the_users(explain: Explain) -> None:
    inner = (
        '  File "/opt/env/lib/python3.11/site-packages/jax/_src/core.py", line 3, in error\n'
        "    raise TracerBoolConversionError(arg)\n"
    )
    out = explain(PLAIN.replace("jax.errors.Tracer", f"{inner}jax.errors.Tracer"))[1]
    assert out.startswith("TracerBoolConversionError at train.py:6 in clip\n")


def test_a_line_that_has_moved_since_is_found_by_its_text(explain: Explain, project: Path) -> None:
    (project / "train.py").write_text(f"# one\n# two\n{TRAIN}")
    out = explain(PLAIN)[1]
    assert out.startswith("TracerBoolConversionError at train.py:8 in clip\n")
    assert "note: the file is not as it was: it was line 6 then" in out
    assert "JAX101" in out


def test_a_line_that_has_been_mended_is_said_to_have_changed(
    explain: Explain, project: Path
) -> None:
    body = "    if x > limit:\n        return limit\n    return x\n"
    (project / "train.py").write_text(TRAIN.replace(body, "    return jnp.minimum(x, limit)\n"))
    out = explain(PLAIN)[1]
    assert "note: the file is not as it was: line 6 has changed since" in out
    assert "jaxlint does not find it there" in out


def test_of_cells_with_the_same_text_the_one_that_was_run_is_meant(
    explain: Explain, project: Path
) -> None:
    other = "def other(x):\n    pass\n    if x > 0:\n        return x"
    (project / "a.ipynb").write_text(notebook("import jax", "", other))
    (project / "b.ipynb").write_text(notebook(*CELLS))
    (project / "c.ipynb").write_text("no notebook")
    out = explain((PRINTED / "jupyter.txt").read_bytes())[1]
    assert out.startswith("TracerBoolConversionError at b.ipynb:cell 3:3 in step\n")


# --- what JAX raises -----------------------------------------------------------------------------


def test_every_error_of_jax_is_said_to_mean_something() -> None:
    known = {name for name, one in vars(jax.errors).items() if isinstance(one, type)}
    assert known <= CLASSES.keys()
    # the name of JaxRuntimeError in releases of before
    assert CLASSES.keys() - known == {"XlaRuntimeError"}


# Those that are off by default.
HIDDEN = {
    info.code: "its rule is not selected" for info in catalogue() if info.level is not Level.ON
}
EXPECTATION = re.compile(r"# expect: (.*)$")


# How JAX prints its own frames, and of how many fixtures one prints so.
@pytest.fixture(scope="module", params=[("auto", 1), ("off", 4)], ids=["auto", "off"])
def raised(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What every hazard that raises prints, with the frames of JAX and without, and where."""
    folder = tmp_path_factory.mktemp("fixtures")
    filtering, every = request.param
    for file in sorted(fixture_folder().glob("[!_]*.py"))[::every]:
        (folder / file.name).write_bytes(file.read_bytes())
    done = quickly("tests.raising", str(folder), filtering)
    assert done.returncode == 0, done.stderr
    return folder, every, json.loads(done.stdout)


def test_the_error_of_each_fixture_is_matched_to_its_own_rule_and_line(
    raised: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, every, printed = raised
    monkeypatch.chdir(folder)
    missed = []
    for one in printed:
        (chain,) = failures(one["text"])
        if not _is_right(explained(chain, isolated=True), one["code"], folder / one["file"]):
            missed.append((one["file"], one["name"]))
    assert len(printed) > (300 if every == 1 else 37)
    assert not missed


def _why_hidden(finding: Finding) -> str:
    """Why a check without settings does not show a finding."""
    if finding.certainty == "presumed":
        return "it is presumed, which nobody asked for"
    if finding.severity == ADVICE:
        return "it is advice, which nobody asked for"
    return HIDDEN.get(finding.code, "")


def _is_right(failure: Failure, code: str, file: Path) -> bool:
    """Whether the finding is where the fixture says that this rule, or the one there, speaks."""
    lines = file.read_text().splitlines()
    if not failure.findings or failure.place is None:
        return False
    if failure.hidden != _why_hidden(failure.findings[0]):
        return False
    found = EXPECTATION.search(lines[failure.findings[0].span.line - 1])
    codes = {one.code for one in failure.findings}
    at_line = failure.findings[0].span.line == failure.place.line
    return bool(found and codes <= {*found[1].split(", ")} and (code in codes or at_line))
