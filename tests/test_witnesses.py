"""The third witness: the outcome that a finding names is the one that the fixture's run recorded.

What a hazard did when it was run stands in the committed evidence. The findings that speak of it
are those on the line that raised, or else those in the definitions that the hazard reaches. What
raised must be named where the outcome names an exception; what did not raise must not be said to.
"""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import rules
from jaxlint.diagnostics.rule import Level
from jaxlint.program.declarations import Declarations
from jaxlint.proof import Fixture, Record, fixtures, read_evidence, seen_elsewhere
from jaxlint.queries.checking import Request, check
from jaxlint.source.files import Source

EXCEPTION = re.compile(r"\b[A-Z]\w*(?:Error|Warning|Exit|Exception)\b")
RAISED = re.compile(r"raised (\w+)$")

FIXTURES = {fixture.name: fixture for fixture in fixtures()}
HAZARDS = [record for record in read_evidence("cpu") if record.kind == "hazard"]


@cache
def findings_of(fixture: Fixture) -> tuple[Finding, ...]:
    """Return what jaxlint says of a fixture."""
    active = [rule for rule in rules() if rule.level is Level.ON or rule.code == fixture.code]
    report = check([Source(fixture.path.name, fixture.path.read_bytes())], Request(active))
    return report.findings


@cache
def tree_of(fixture: Fixture) -> ast.Module:
    return ast.parse(fixture.path.read_text(encoding="utf-8"))


def names_in(node: ast.AST) -> set[str]:
    """Return the names that stand in a node."""
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def concerns(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a module defines, or by a call adds something to."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        methods = (one for one in statement.decorator_list if isinstance(one, ast.Attribute))
        return {statement.name}.union(*map(names_in, methods))
    if isinstance(statement, ast.Assign):
        return set().union(*map(names_in, statement.targets))
    return names_in(statement) if isinstance(statement, ast.Expr) else set()


def imported(statement: ast.stmt) -> set[str]:
    """Return the names that a statement imports."""
    names = statement.names if isinstance(statement, ast.Import | ast.ImportFrom) else ()
    return {(alias.asname or alias.name).partition(".")[0] for alias in names}


def lines_of(statement: ast.stmt) -> set[int]:
    """Return the lines of a statement, decorators included."""
    decorators = getattr(statement, "decorator_list", ())
    first = min([statement.lineno, *(one.lineno for one in decorators)])
    return {*range(first, (statement.end_lineno or first) + 1)}


def reached(fixture: Fixture, function: str) -> set[int]:
    """Return the lines of a function of a fixture and of all that it names, however far."""
    body = tree_of(fixture).body
    known, todo, lines = set().union(*map(imported, body)), [function], set[int]()
    while todo:
        name = todo.pop()
        known.add(name)
        for statement in (one for one in body if name in concerns(one)):
            lines |= lines_of(statement)
            todo += sorted(names_in(statement) - known)
    return lines


def matched(fixture: Fixture, line: int) -> int:
    """Return the line at which a finding shows what a line raised: of a pattern, its ``match``."""
    lines = fixture.path.read_text(encoding="utf-8").splitlines()
    while lines[line - 1].lstrip().startswith("case "):
        line -= 1
    return line


def speaking(record: Record) -> list[Finding]:
    """Return the findings that speak of what a hazard did."""
    fixture = FIXTURES[record.fixture]
    found = findings_of(fixture)
    raised = matched(fixture, record.line) if record.line else None
    there = [finding for finding in found if finding.span.line == raised]
    own = (finding for finding in found if finding.code == fixture.code)
    lines = reached(fixture, record.function)
    return there or [finding for finding in own if finding.span.line in lines]


def disagreement(record: Record, outcome: str) -> str:
    """Return in what an outcome differs from what a hazard did, or an empty text."""
    named = {*EXCEPTION.findall(outcome)}
    raised = RAISED.match(record.observed)
    if raised is None:
        return "names an exception" if named else ""
    if named and raised[1] not in named:
        return "names another exception"
    silent = outcome.startswith("silently") and "refused" not in outcome
    return "says that nothing is raised" if silent and record.expected.startswith("raises") else ""


@pytest.mark.parametrize("record", HAZARDS, ids=lambda one: f"{one.fixture}-{one.function}")
def test_an_outcome_is_the_one_that_was_recorded(record: Record) -> None:
    found = speaking(record)
    assert found, "no finding speaks of this hazard"
    wrong = {(disagreement(record, finding.outcome), finding.outcome) for finding in found}
    assert {pair for pair in wrong if pair[0]} == set(), record.observed


EARLIER = {rule.name: rule.earlier for rule in rules() if rule.earlier is not None}


def is_said_by_the_message(name: str) -> bool:
    """Whether a rule is about names and parameters, of each of which it says since when."""
    return name in {"removed_parameter", "removed_name", "deprecated_name"}


@pytest.mark.parametrize("name", FIXTURES)
def test_what_no_hazard_did_on_an_earlier_release_is_not_said_of_it(name: str) -> None:
    kept = seen_elsewhere(FIXTURES[name])
    hazards = {one.function for one in HAZARDS if one.fixture == name}
    first = kept.releases[:1]
    otherwise = {
        function
        for function, seen in kept.otherwise.items()
        if any(first == some[:1] for some in map(tuple, seen.values()))
    }
    if hazards and hazards <= otherwise and not is_said_by_the_message(name):
        assert name.replace("_", "-") in EARLIER


@pytest.mark.parametrize("name", EARLIER)
def test_the_outcome_is_that_of_the_projects_jax(name: str) -> None:
    fixture, earlier = FIXTURES[name.replace("-", "_")], EARLIER[name]
    source = Source(fixture.path.name, fixture.path.read_bytes())
    own = [rule for rule in rules() if rule.name == name]
    for version in ("==0.4.35", f"=={earlier.before}", f">=0.4.35,<={earlier.before}"):
        report = check([source], Request(own, Declarations(jax=version)))
        told = {one.outcome for one in report.findings}
        since = f"{earlier.outcome}; since JAX {earlier.before} {own[0].outcome}"
        assert (since in told) is (version == "==0.4.35")
        assert (own[0].outcome in told) is (version != "==0.4.35")
