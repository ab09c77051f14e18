"""Which findings are shown: selection, settings, and ignore comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.config.settings import Settings
from jaxlint.diagnostics.filter import Filter, filtered
from jaxlint.diagnostics.findings import Fault, Finding, Report
from jaxlint.diagnostics.registry import RuleInfo, catalogue, find
from jaxlint.diagnostics.rule import Level
from jaxlint.diagnostics.selection import Selection, UnknownSelector, parse
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.source.spans import Span


def info(code: str, level: Level = Level.ON) -> RuleInfo:
    return RuleInfo(code, f"name-of-{code.lower()}", level, "breaks", "error", "page")


def finding(code: str, line: int, end_line: int | None = None) -> Finding:
    rule = find(code)
    assert rule is not None
    span = Span(line, 1, end_line or line, 2)
    return Finding("a.py", span, code, rule.name, "wrong", rule.outcome, "mend it")


def shown(
    text: str, *found: Finding, select: tuple[str, ...] = ("JAX",), ignored: tuple[str, ...] = ()
) -> list[tuple[str, int]]:
    """Return code and line of what is shown of findings in a file of that text."""
    wanted = Filter(Selection(select), lambda path: ignored)
    report = filtered(Report(found, (), 1), {"a.py": text.encode()}, wanted)
    return [(one.code, one.span.line) for one in report.findings]


def unused(text: str, *found: Finding) -> list[str]:
    """Return the messages of the unused ignores in a file of that text."""
    wanted = Filter(Selection(("JAX", "JAX902")))
    report = filtered(Report(found, (), 1), {"a.py": text.encode()}, wanted)
    return [one.message for one in report.findings if one.code == "JAX902"]


# --- selection ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "selector"),
    [
        ("JAX401", "JAX401"),
        ("jax401", "JAX401"),
        (" reused-key ", "JAX401"),
        ("JAX4", "JAX4"),
        ("JAX40", "JAX40"),
        ("JAX", "JAX"),
        ("all", "ALL"),
    ],
)
def test_selectors_have_one_form(text: str, selector: str) -> None:
    assert parse(text) == selector


@pytest.mark.parametrize("text", ["", "J", "JAX4011", "JAX0", "E501", "reused", "JAX4*", "ALL4"])
def test_what_fits_no_rule_is_refused(text: str) -> None:
    with pytest.raises(UnknownSelector, match="unknown code"):
        parse(text)


@pytest.mark.parametrize(
    ("select", "ignore", "level", "expected"),
    [
        (("JAX",), (), Level.ON, True),
        (("JAX",), (), Level.PREVIEW, False),
        (("JAX",), (), Level.OFF, False),
        (("JAX4",), (), Level.PREVIEW, True),
        (("JAX401",), (), Level.OFF, True),
        (("ALL",), (), Level.OFF, True),
        (("JAX2",), (), Level.ON, False),
        ((), (), Level.ON, False),
        (("JAX",), ("JAX4",), Level.ON, False),
        (("JAX401",), ("JAX4",), Level.ON, True),
        (("JAX4",), ("JAX401",), Level.ON, False),
        (("JAX4",), ("JAX4",), Level.ON, False),
        (("JAX4",), ("ALL",), Level.ON, True),
        (("ALL",), ("JAX402",), Level.ON, True),
    ],
)
def test_the_longest_selector_decides(
    select: tuple[str, ...], ignore: tuple[str, ...], level: Level, expected: bool
) -> None:
    assert Selection(select, ignore).includes(info("JAX401", level)) is expected


def test_by_default_the_rules_that_are_on_are_shown() -> None:
    chosen = {rule.code for rule in catalogue() if Selection().includes(rule)}
    assert chosen == {rule.code for rule in catalogue() if rule.level is Level.ON}


@pytest.mark.parametrize(
    ("ignore", "expected"), [((), True), (("JAX1",), True), (("JAX9",), False), (("ALL",), False)]
)
def test_broken_syntax_is_shown_unless_it_is_ignored(
    ignore: tuple[str, ...], expected: bool
) -> None:
    assert Selection(("JAX4",), ignore).includes(info("JAX901")) is expected


def test_settings_ignore_by_path() -> None:
    found = (finding("JAX101", 1), finding("JAX401", 2))
    assert shown("a\nb\n", *found, ignored=("JAX1",)) == [("JAX401", 2)]
    assert shown("a\nb\n", *found, ignored=("ALL",)) == []


def test_per_file_ignores_are_meant_from_the_config_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hazard = "import jax\n@jax.jit\ndef f(x):\n    assert x\n"
    for name in ("tests", "src"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text(hazard)
    settings = Settings(folder=tmp_path, per_file_ignores={"/tests/": ("traced-assert", "JAX103")})
    monkeypatch.chdir(tmp_path / "tests")
    paths = ["a.py", "../src/a.py"]
    found = lint(Job(paths, settings)).report.findings
    assert [one.path for one in found] == [(tmp_path / "src" / "a.py").as_posix()]


# --- ignore comments ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("comment", "hidden"),
    [
        ("# noqa", True),
        ("#NOQA", True),
        ("# noqa: JAX101", True),
        ("# noqa:JAX101,E501", True),
        ("# noqa: E501, JAX101", True),
        ("# noqa: E501 JAX101", True),
        ("# noqa: JAX1", True),
        ("# noqa: JAX102", False),
        ("# noqa: E501", False),
        ("# noqa: it is fine", True),
        ("# type: ignore # noqa: JAX101", True),
        ("# noqa-not", False),
        ("# noqable", False),
        ("# about noqa", False),
        ("# jaxlint: ignore", True),
        ("# jaxlint:ignore", True),
        ("# jaxlint: ignore[JAX101]", True),
        ("# jaxlint: ignore[traced-branch]", True),
        ("# jaxlint: ignore[JAX4, traced-branch]  because it is static", True),
        ("# jaxlint: ignore[JAX1]", True),
        ("# jaxlint: ignore[JAX4]", False),
        ("# jaxlint: ignore[]", False),
        ("# jaxlint: ignore[nonsense]", False),
        ("# jaxlint: ignore[JAX101", False),
        ("# jaxlint: ignore-file", False),
        ("# jaxlint: ignored", False),
        ("# type: ignore", False),
        ("'# noqa'", False),
        ('"""# jaxlint: ignore"""', False),
    ],
)
def test_comments(comment: str, hidden: bool) -> None:
    text = f"if x:  {comment}\n" if comment.startswith("#") else f"x = {comment}\n"
    assert shown(text, finding("JAX101", 1)) == ([] if hidden else [("JAX101", 1)])


def test_a_comment_hides_on_its_own_line_only() -> None:
    text = "a\nb  # noqa\nc\n# jaxlint: ignore\nd\n"
    found = [finding("JAX101", line) for line in (1, 2, 3, 5)]
    assert shown(text, *found) == [("JAX101", 1), ("JAX101", 3), ("JAX101", 5)]


def test_a_comment_counts_on_every_line_of_its_statement() -> None:
    text = "x = call(\n    a,  # noqa\n    b,\n)\ny = 1\nif x and (\n    y\n):  # noqa\n    z\n"
    found = [finding("JAX101", line) for line in (1, 2, 3, 4, 5, 6, 7, 9)]
    assert shown(text, *found) == [("JAX101", 5), ("JAX101", 9)]


def test_a_comment_counts_where_a_finding_ends() -> None:
    text = "def f():\n    a\n    b  # noqa\n"
    assert shown(text, finding("JAX501", 1, end_line=3)) == []
    assert shown(text, finding("JAX501", 1, end_line=2)) == [("JAX501", 1)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_comments_are_found_whatever_ends_lines(end: str) -> None:
    text = end.join(["\ufeffa", "b \x0c", "c  # noqa", ""])
    assert shown(text, finding("JAX101", 3)) == []


@pytest.mark.parametrize(
    "broken",
    ["x = (\n", "'''\n", "if x:\n  a\n b\n", "x = 'open\n", "\x00\n", "$ ?\n", "x = 0777 09\n"],
)
def test_comments_after_broken_source_still_count(broken: str) -> None:
    text = f"a  # noqa\n{broken}b  # noqa\nc\n"
    last = text.count("\n")
    found = (finding("JAX101", 1), finding("JAX101", last - 1))
    assert shown(text, *found) == []


def test_comments_in_other_encodings() -> None:
    data = "# coding: latin-1\nx = '\xe9'  # noqa\n".encode("latin-1")
    report = Report((finding("JAX101", 2),), (), 1)
    assert filtered(report, {"a.py": data}, Filter()).findings == ()


# --- unused ignores -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("comment", "messages"),
    [
        ("# jaxlint: ignore", []),
        ("# jaxlint: ignore[JAX101]", []),
        ("# jaxlint: ignore[JAX101, JAX401]", ["`JAX401` hides no finding here"]),
        (
            "# jaxlint: ignore[reused-kye]",
            ['`reused-kye` fits no rule; the nearest is "reused-key"'],
        ),
        ("# jaxlint: ignore[]", ["this ignore hides no finding"]),
        ("# noqa: JAX401", ["`JAX401` hides no finding here"]),
        ("# noqa: E501, JAX401", ["`JAX401` hides no finding here"]),
        ("# noqa: E501", []),
        ("# noqa", []),
        ("# noqa: JAX401  # jaxlint: ignore[JAX902]", []),
        ("# noqa: JAX401, JAX902", []),
    ],
)
def test_unused_ignores(comment: str, messages: list[str]) -> None:
    assert unused(f"if x:  {comment}\n", finding("JAX101", 1)) == messages


def test_an_ignore_where_nothing_is_found_is_unused() -> None:
    assert unused("x  # jaxlint: ignore\ny  # noqa\n") == ["this ignore hides no finding"]


def test_unused_ignores_are_off_by_default() -> None:
    assert shown("x  # jaxlint: ignore\n") == []
    assert shown("x  # jaxlint: ignore\n", select=("JAX902",)) == [("JAX902", 1)]
    assert shown("x  # jaxlint: ignore\n", select=("JAX902",), ignored=("JAX9",)) == []


def test_the_place_of_an_unused_ignore_is_the_comment() -> None:
    wanted = Filter(Selection(("JAX902",)))
    report = filtered(Report((), (), 1), {"a.py": b"x = 1  # jaxlint: ignore  # y\n"}, wanted)
    (one,) = report.findings
    assert (one.span, one.path) == (Span(1, 10, 1, 25), "a.py")


def test_an_ignore_of_a_rule_that_is_not_selected_is_used() -> None:
    text = "x  # jaxlint: ignore[JAX101]\n"
    assert shown(text, finding("JAX101", 1), select=("JAX902",)) == []


def test_where_nothing_was_judged_nothing_is_unused() -> None:
    text = "x = (  # jaxlint: ignore\n"
    assert unused(text, finding("JAX901", 2)) == []
    wanted = Filter(Selection(("JAX902",)))
    report = Report((), (Fault("a.py", "lost"),), 1)
    assert filtered(report, {"a.py": text.encode()}, wanted).findings == ()


def test_unused_ignores_are_judged_by_every_rule(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        "import jax\n@jax.jit\ndef f(x):\n"
        "    assert x > 0  # jaxlint: ignore[JAX103]\n    return x  # jaxlint: ignore\n"
    )
    job = Job([str(tmp_path)], Settings(folder=tmp_path), Selection(("JAX902",)))
    assert [one.span.line for one in lint(job).report.findings] == [5]


# --- ranges ---------------------------------------------------------------------------------------

RANGE = """\
one
# jaxlint: off
three
# jaxlint: on
five
x  # jaxlint: off[JAX4]
seven
# jaxlint: off[JAX1]
nine
# jaxlint: on[reused-key]
eleven
# jaxlint: on [JAX4]
thirteen
# jaxlint: on
"""


def test_what_stands_between_off_and_on_is_hidden() -> None:
    every = [finding("JAX401", line) for line in range(1, 16, 2)] + [finding("JAX401", 6)]
    assert [line for _, line in shown(RANGE, *every)] == [1, 5, 13, 15]
    others = [finding("JAX101", line) for line in range(1, 16, 2)]
    assert [line for _, line in shown(RANGE, *others)] == [1, 5, 7, 15]


def test_off_lasts_to_the_end_and_has_to_hide_something() -> None:
    text = "# jaxlint: off[reused-key]\nx\ny\n"
    assert shown(text, finding("JAX401", 3), finding("JAX101", 3)) == [("JAX101", 3)]
    assert unused(text, finding("JAX401", 3)) == []
    assert unused(text, finding("JAX101", 3)) == ["`reused-key` hides no finding here"]
    assert unused("x\n# jaxlint: off\ny\n# jaxlint: on\n") == ["this ignore hides no finding"]


@pytest.mark.parametrize("comment", ["# jaxlint: offset", "# jaxlint: off [", "'# jaxlint: off'"])
def test_what_is_no_switch(comment: str) -> None:
    assert shown(f"{comment}\nx\n", finding("JAX401", 2)) == [("JAX401", 2)]
