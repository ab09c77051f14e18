"""``jaxlint explain --trace``: what was done on a line, in words; what is expected stands there.

A line that ends in ``# trace: A; B`` is to have each of these texts somewhere in its trace, one
after ``not`` nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaxlint.__main__ import main

SOURCE = """\
import jax
import jax.numpy as jnp


def helper(x, flag):  # trace: flag is bound to static True
    if flag:
        y = x * 2  # trace: `flag` holds; called in `step`, traced by jax.jit; y is bound to traced
        return y
    return x  # trace: `flag` does not hold; x is unknown; not x is traced


@jax.jit
def step(x, y):
    helper(x, True)  # trace: x is traced; parameter `x` of `step` is traced; not y is
    same = x > 0  # trace: form: kind bool; same is bound to traced; not 0 is static
    if same:  # trace: observed: branch tested; JAX101 traced-branch; (reported)
        return y
    if y > 0:  # jaxlint: ignore[JAX101]  # trace: the comment on line 18 hides it
        return x
    assert x.sum() > 0  # trace: observed: assert tested; JAX103 traced-assert
    return x.shape[0]  # trace: x.shape[0] is static; not observed


def chosen(n):
    return n + 1 if n > 2 else 0  # trace: where `n > 2` holds; not on the path where


@jax.jit
def sampled(key):
    first = jax.random.normal(key)  # trace: a key is drawn from; not observed
    return first + jax.random.normal(key)  # trace: observed: key reuse; JAX401


@jax.jit
def tested(tree):
    if tree:  # trace: observed: branch tested; dropped: what it rests on was never certain
        return 1
    return [leaf for leaf in tree["leaves"]]


kept = []


@jax.jit
def keeps(x):
    kept.append(x)  # trace: JAX208; no hazard by JAX207 outer-write
    return x


def plain(n):
    total = 0  # trace: total is bound to static 0
    for step in range(n):
        total += step  # trace: in `plain`, plain code; not traced by
    helper(total, False)  # trace: helper is function
    return jax.jit(lambda v: v + 1)(total)  # trace: function under jax.jit
"""
MARK = re.compile(r"# trace: (.*)$")


def marked() -> Iterator[tuple[int, list[str]]]:
    for line, text in enumerate(SOURCE.splitlines(), 1):
        found = MARK.search(text)
        if found:
            yield line, found[1].split("; ")


@pytest.mark.parametrize(("line", "wanted"), [*marked()])
def test_a_line(
    line: int, wanted: list[str], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(MARK.sub("", SOURCE))
    told = traced(f"{project / 'a.py'}:{line}", capsys)
    missing = [one for one in wanted if not one.startswith("not ") and one not in told]
    wrong = [one for one in wanted if one.startswith("not ") and one.removeprefix("not ") in told]
    assert (missing, wrong) == ([], []), told


def traced(place: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["explain", "--trace", place])
    told = capsys.readouterr()
    assert (ended.value.code, told.err) == (0, "")
    return told.out


def test_contexts_are_told_one_by_one_and_in_order(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(
        "import jax\n\n\ndef double(x):\n    y = x + x\n    return y\n\n\n"
        "@jax.jit\ndef step(x):\n    return double(x)\n"
    )
    path = project / "a.py"
    shown = path.as_posix()
    assert traced(f"{path}:5", capsys) == (
        f"{path}:5 is run in 2 contexts\n"
        "\n1. in `double`, plain code\n"
        "   5:9 x is unknown\n"
        "   5:13 x is unknown\n"
        "   5:9 x + x is unknown\n"
        "       term: op +\n"
        "   5:5 y is bound to unknown\n"
        "       term: op +\n"
        "\n2. in `double`, traced by jax.jit\n"
        f"   {shown}:11: called in `step`, traced by jax.jit\n"
        "   why it is traced:\n"
        f"     {shown}:9: `step` is traced by jax.jit\n"
        f"     {shown}:11: `double` is called here\n"
        "   5:9 x is traced, array or pytree\n"
        "       term: op (argument)\n"
        f"       {shown}:10: parameter `x` of `step` is traced\n"
        f"       {shown}:11: passed to `double` as `x`\n"
        "   5:13 x is traced, array or pytree\n"
        "       term: op (argument)\n"
        "   5:9 x + x is traced, array or pytree\n"
        "       term: op +\n"
        "   5:5 y is bound to traced, array or pytree\n"
        "       term: op +\n"
    )


def test_settings_and_selection_hide(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / "a.py"
    path.write_text("import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return 1\n")
    for settings, hidden in (
        ('ignore = ["JAX101"]', "its rule is not selected"),
        ('per-file-ignores = {"a.py" = ["JAX1"]}', "the settings ignore its rule in this file"),
    ):
        (project / "jaxlint.toml").write_text(settings)
        assert f"(not reported: {hidden})" in traced(f"{path}:6", capsys)


def test_what_another_module_does_with_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "shared.py").write_text("def choose(x):\n    return x if x > 0 else -x\n")
    (project / "main.py").write_text(
        "import jax\nfrom shared import choose\n\n\n@jax.jit\ndef f(x):\n    return choose(x)\n"
    )
    told = traced(f"{project / 'shared.py'}:2", capsys)
    assert "is run in 2 contexts" in told
    assert f"{(project / 'main.py').as_posix()}:7: called in `f`, traced by jax.jit" in told


def test_a_line_that_nothing_runs(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text("x = 1\n\n# nothing here\n")
    with pytest.raises(SystemExit) as ended:
        main(["explain", "--trace", f"{project / 'a.py'}:3"])
    assert ended.value.code == 0
    assert capsys.readouterr().err.startswith("jaxlint: nothing is known of the values on line 3")
