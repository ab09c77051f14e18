"""Lints each case file or folder and compares the findings with its expectation comments."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from jaxlint.diagnostics.registry import catalogue, rules
from jaxlint.diagnostics.rule import Rule

from .case_files import ALL, CASES, FILES, active_rules, linted, texts

TRAPS = tuple(f"T{number:02}" for number in range(1, 31) if number != 11)

ENOUGH = 6
EXPECTATION = re.compile(r"#\s*expect:\s*(.*?)\s*$")
CODE = re.compile(r"JAX\d{3}\Z")

Functions = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A finding by what a case compares: where it is and which rule speaks."""

    path: str
    line: int
    code: str


def comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield each comment of Python source with its line."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def marks(path: str, text: str) -> Iterator[Mark]:
    """Yield what the expectation comments of a file ask for."""
    for line, comment in comments(text):
        found = EXPECTATION.search(comment)
        for code in found.group(1).split(",") if found else ():
            yield Mark(path, line, code.strip())


@cache
def expected(case: Path) -> frozenset[Mark]:
    """Return every expectation of a case."""
    return frozenset(mark for path, text in texts(case).items() for mark in marks(path, text))


def difference(wanted: set[Mark], got: Mapping[Mark, str], sources: Mapping[str, str]) -> str:
    """Return a listing of what is missing and what is unexpected, or an empty text."""
    wrong = [(mark, "missing   ") for mark in wanted - got.keys()]
    wrong += [(mark, "unexpected") for mark in got.keys() - wanted]
    listing = []
    for mark, fault in sorted(wrong):
        line = sources[mark.path].splitlines()[mark.line - 1].strip()
        listing.append(f"{fault} {mark.path}:{mark.line} {mark.code}: {line}")
        listing += [f"           says: {got[mark]}"] if mark in got else []
    return "\n".join(listing)


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case.stem))
def test_findings_are_those_expected(case: Path) -> None:
    sources = texts(case)
    report = linted(case)
    codes = {rule.code for rule in active_rules(case)}
    wanted = {mark for mark in expected(case) if mark.code in codes}
    got = {Mark(f.path, f.span.line, f.code): f.message for f in report.findings}
    wrong = difference(wanted, got, sources)
    assert not report.faults
    assert not wrong, f"{case.name}:\n{wrong}"


def test_each_rule_has_a_case_file_and_each_file_a_rule() -> None:
    assert {path.stem for path in FILES} == {rule.name.replace("-", "_") for rule in rules()}


@pytest.mark.parametrize("case", ALL, ids=lambda case: str(case.stem))
def test_expectations_name_existing_codes(case: Path) -> None:
    wanted = {mark.code for mark in expected(case)}
    assert wanted
    assert all(CODE.match(code) for code in wanted)
    assert wanted <= {info.code for info in catalogue()}


def quiet_functions(path: Path) -> list[Functions]:
    """Return the functions of a file that have no expectation inside."""
    loud = {mark.line for mark in expected(path)}
    nodes = (n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, Functions))
    return [node for node in nodes if loud.isdisjoint(own_lines(node))]


def own_lines(node: Functions) -> range:
    """Return the lines of a function, decorators included."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return range(first, (node.end_lineno or node.lineno) + 1)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: str(rule.name))
def test_each_rule_has_enough_positives_and_near_misses(rule: Rule[Any]) -> None:
    path = CASES / (rule.name.replace("-", "_") + ".py")
    assert sum(mark.code == rule.code for mark in expected(path)) >= ENOUGH
    assert len(quiet_functions(path)) >= ENOUGH


def test_every_trap_of_the_catalogue_has_quiet_code() -> None:
    everything = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
    assert [trap for trap in TRAPS if not re.search(rf"#.*\b{trap}\b", everything)] == []
