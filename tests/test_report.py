"""How results look: exact, so that a change of the output is a change of these tests."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from jaxlint.cli.main import check
from jaxlint.diagnostics.findings import Fault, Finding, Reason, Report
from jaxlint.diagnostics.result import Result
from jaxlint.report import FORMATS, STATISTICS
from jaxlint.report.paint import painted, wants_colour
from jaxlint.source.spans import Span

SOURCE = b"""\
import jax

@jax.jit
def step(x):
    if x > 0:
        return x
"""
FINDING = Finding(
    "src/a.py",
    Span(5, 8, 5, 13),
    "JAX101",
    "traced-branch",
    "`if` tests a traced value",
    "raises TracerBoolConversionError",
    "use jnp.where",
    (
        Reason("src/a.py", Span(3, 2, 3, 9), "`step` is traced by jax.jit"),
        Reason("src/long/b.py", Span(12, 1, 12, 9), "`step` is called here"),
    ),
)


def result(*findings: Finding, source: bytes = SOURCE, faults: tuple[Fault, ...] = ()) -> Result:
    return Result(Report(findings, faults, 2), {"src/a.py": source}, {})


def text(chosen: str, shown: Result) -> str:
    return painted(FORMATS[chosen](shown), colour=False)


def underlined(source: bytes, span: Span) -> list[str]:
    bare = replace(FINDING, span=span, chain=())
    return text("full", result(bare, source=source)).splitlines()[2:-4]


def test_the_formats_are_those_of_the_command() -> None:
    (option,) = [one for one in check.params if one.name == "output_format"]
    assert list(option.type.choices) == list(FORMATS)  # type: ignore[attr-defined]


@pytest.mark.parametrize("chosen", ["full", "concise"])
def test_nothing_found_is_no_text(chosen: str) -> None:
    assert text(chosen, result()) == ""


def test_concise_is_a_line_for_each_finding() -> None:
    line = "src/a.py:5:8: JAX101 `if` tests a traced value\n"
    assert text("concise", result(FINDING, FINDING)) == line * 2


def test_full_shows_place_outcome_advice_and_chain() -> None:
    assert (
        text("full", result(FINDING))
        == """\
JAX101 traced-branch: `if` tests a traced value
 --> src/a.py:5:8
5 |     if x > 0:
  |        ^^^^^
  = outcome: raises TracerBoolConversionError
  = write instead: use jnp.where
  = page: jaxlint rule traced-branch
  = because:
      src/a.py:3:       `step` is traced by jax.jit
      src/long/b.py:12: `step` is called here

"""
    )


def test_several_lines_are_each_underlined_from_their_first_letter() -> None:
    source = b"x = call(\n    a,\n\n)  # end\n"
    assert underlined(source, Span(1, 5, 4, 2)) == [
        "1 | x = call(",
        "  |     ^^^^^",
        "2 |     a,",
        "  |     ^^",
        "3 | ",
        "  | ^",
        "4 | )  # end",
        "  | ^",
    ]


def test_many_lines_are_shortened() -> None:
    source = b"".join(b"line%d\n" % at for at in range(1, 13))
    assert underlined(source, Span(1, 1, 12, 3)) == [
        " 1 | line1",
        "   | ^^^^^",
        " 2 | line2",
        "   | ^^^^^",
        " 3 | line3",
        "   | ^^^^^",
        " 4 | line4",
        "   | ^^^^^",
        "... |",
        "12 | line12",
        "   | ^^",
    ]


@pytest.mark.parametrize(
    ("line", "span", "expected"),
    [
        ("\tif x:", Span(1, 5, 1, 6), ["    if x:", "       ^"]),
        ("s = '你好'; y", Span(1, 11, 1, 12), ["s = '你好'; y", "            ^"]),
        ("s = '你好'", Span(1, 5, 1, 9), ["s = '你好'", "    ^^^^^^"]),
        ("a = '\x1b[31m'", Span(1, 1, 1, 2), ["a = '\\x1b[31m'", "^"]),
        ("x", Span(1, 2, 1, 2), ["x", " ^"]),
        ("x", Span(1, 40, 1, 50), ["x", " ^"]),
    ],
)
def test_odd_lines(line: str, span: Span, expected: list[str]) -> None:
    assert underlined(line.encode(), span) == [f"1 | {expected[0]}", f"  | {expected[1]}"]


def test_long_lines_are_cut_around_the_span() -> None:
    line = b"a" * 500 + b"(target)" + b"b" * 500
    shown, marks = underlined(line, Span(1, 502, 1, 508))
    assert len(shown) < 180
    assert shown[marks.index("^") : marks.rindex("^") + 1] == "target"


def test_places_beyond_the_source_do_no_harm() -> None:
    assert underlined(b"", Span(9, 1, 9, 2)) == []
    assert underlined(b"x", Span(1, 1, 9, 2)) == ["1 | x", "  | ^"]


def test_a_source_that_is_not_at_hand_does_no_harm() -> None:
    shown = Result(Report((FINDING,), (), 1), {}, {})
    assert "src/a.py:5:8" in text("full", shown)


def test_json_says_everything() -> None:
    told = json.loads(text("json", result(FINDING, faults=(Fault("b.py", "lost"),))))
    assert told["findings"] == [
        {
            "path": "src/a.py",
            "line": 5,
            "column": 8,
            "end_line": 5,
            "end_column": 13,
            "code": "JAX101",
            "name": "traced-branch",
            "url": None,
            "message": "`if` tests a traced value",
            "outcome": "raises TracerBoolConversionError",
            "advice": "use jnp.where",
            "certainty": "shown",
            "severity": "error",
            "chain": [
                {
                    "path": "src/a.py",
                    "line": 3,
                    "column": 2,
                    "end_line": 3,
                    "end_column": 9,
                    "text": "`step` is traced by jax.jit",
                },
                {
                    "path": "src/long/b.py",
                    "line": 12,
                    "column": 1,
                    "end_line": 12,
                    "end_column": 9,
                    "text": "`step` is called here",
                },
            ],
            "fix": None,
        }
    ]
    assert told["faults"] == [{"path": "b.py", "message": "lost"}]
    assert told["summary"] == {"files": 2, "findings": 1, "faults": 1, "held_back": 0}
    assert set(told) == {"schema", "version", "findings", "faults", "summary"}


def test_statistics_name_the_most_frequent_first() -> None:
    other = replace(FINDING, code="JAX401", name="reused-key")
    third = replace(FINDING, code="JAX103", name="traced-assert")
    shown = result(third, FINDING, *[other] * 10)
    assert painted(STATISTICS["full"](shown), colour=False) == (
        "10  JAX401  reused-key\n 1  JAX101  traced-branch\n 1  JAX103  traced-assert\n"
    )
    told = json.loads(painted(STATISTICS["json"](shown), colour=False))
    assert told["statistics"][0] == {"code": "JAX401", "name": "reused-key", "count": 10}
    assert told["summary"]["findings"] == 12
    assert "findings" not in told


@pytest.mark.parametrize("chosen", ["full", "concise"])
def test_colour_changes_nothing_but_colour(chosen: str) -> None:
    coloured = painted(FORMATS[chosen](result(FINDING)), colour=True)
    assert "\x1b[1;31mJAX101" in coloured
    bare = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))
    assert bare == text(chosen, result(FINDING))


def test_json_has_no_colour() -> None:
    shown = result(FINDING)
    assert painted(FORMATS["json"](shown), colour=True) == text("json", shown)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "environment", "colour"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (False, {"FORCE_COLOR": "1"}, True),
        (True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_and_those_who_ask(
    terminal: bool, environment: dict[str, str], colour: bool
) -> None:
    stream = Terminal() if terminal else io.StringIO()
    assert wants_colour(stream, environment) is colour
