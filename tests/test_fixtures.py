"""The two witnesses: what a fixture proves by running, the linter must see by reading."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Set
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import jaxlint
from jaxlint.diagnostics import registry
from jaxlint.diagnostics.rule import Level
from jaxlint.proof import (
    Elsewhere,
    Fixture,
    Record,
    as_json,
    fixtures,
    is_up_to_date,
    keep_releases,
    read_evidence,
    seen_elsewhere,
)
from jaxlint.queries.checking import Request, check
from jaxlint.source.files import Source

from .harness import records_of, run_harness
from .processes import LONGEST

ROOT = Path(jaxlint.__file__).parent.parent
REFRESH = "python -m jaxlint.proof --record"
# Those that need the same libraries stand together. So many are run in one process, which takes two
# seconds to start, and some more to import these.
FIXTURES = tuple(sorted(fixtures(), key=lambda fixture: fixture.needs))
TOGETHER = 11
EXPECTATION = re.compile(r"# expect: (JAX\d{3}(?:, JAX\d{3})*)$")

each_fixture = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)

FALSE_FIXTURE = """
import jax
from jaxlint.proof import Differs, Raises, hazard, remedy

CODE = "JAX101"

@jax.jit
def double(x):
    return 2.0 * x

@hazard(Raises("TracerBoolConversionError"))
def that_does_not_happen():
    return double(1.0)

@hazard(Differs())
def that_returns_no_pair():
    return double(1.0)

@remedy()
def that_is_wrong():
    return double(1.0), 3.0

@remedy()
def that_compiles_nothing():
    return 1.0, 1.0

@remedy()
def that_is_right():
    return double(1.0), 2.0

@remedy(since="0.4", before="99.0")
def that_is_right_on_the_installed_release():
    return double(1.0), 2.0

@hazard(Differs(), before="0.4")
def that_does_not_happen_any_more():
    return double(1.0), 2.0

@hazard(Differs(), since="99.0")
def that_happens_too_soon():
    return double(1.0), 3.0
"""


@cache
def proof(some: tuple[Fixture, ...]) -> list[Record]:
    """What the harness sees of some fixtures on the CPU."""
    codes = (one.code for one in some)
    return records_of(run_harness(*codes, "--device", "cpu", "--json"))


def records(fixture: Fixture) -> list[Record]:
    """What the harness sees of a fixture. It runs some together."""
    start = FIXTURES.index(fixture) // TOGETHER * TOGETHER
    together = proof(FIXTURES[start : start + TOGETHER])
    return [record for record in together if record.fixture == fixture.name]


def marked_lines(fixture: Fixture) -> set[tuple[int, str]]:
    lines = fixture.path.read_text(encoding="utf-8").splitlines()
    return {
        (number, code)
        for number, line in enumerate(lines, start=1)
        if (mark := EXPECTATION.search(line))
        for code in mark[1].split(", ")
    }


def statement_line(fixture: Fixture, raised: int) -> int:
    """Return the line that raised; for a pattern, the line of its ``match``."""
    lines = fixture.path.read_text(encoding="utf-8").splitlines()
    while lines[raised - 1].lstrip().startswith("case "):
        raised -= 1
    return raised


def lines_of(fixture: Fixture, functions: Set[str]) -> set[int]:
    """Return the lines of some functions of a fixture."""
    body = ast.parse(fixture.path.read_text(encoding="utf-8")).body
    some = [one for one in body if isinstance(one, ast.FunctionDef) and one.name in functions]
    return {line for one in some for line in range(one.lineno, (one.end_lineno or 0) + 1)}


def test_each_rule_has_a_fixture_of_its_name_and_each_fixture_a_rule() -> None:
    rules = {(rule.code, rule.name.replace("-", "_")) for rule in registry.rules()}
    assert {(fixture.code, fixture.name) for fixture in FIXTURES} == rules


@each_fixture
def test_a_fixture_proves_on_the_cpu(fixture: Fixture) -> None:
    """What raises has to be raised by the marked lines; other hazards show elsewhere."""
    seen = records(fixture)
    kinds = Counter(record.kind for record in seen)
    if kinds["skipped"]:
        pytest.skip(seen[0].observed)
    assert min(kinds["hazard"], kinds["remedy"]) >= 2
    failed = [one for one in seen if not one.proved]
    assert [(one.function, one.expected, one.observed) for one in failed] == []
    hazards = [one for one in seen if one.kind == "hazard"]
    if all(one.expected.startswith("raises ") for one in hazards):
        raised = {statement_line(fixture, one.line or 0) for one in hazards}
        others = {one.function for one in seen if one.kind == "otherwise"}
        marked = {line for line, _ in marked_lines(fixture)} - lines_of(fixture, others)
        assert raised == marked


@each_fixture
def test_the_linter_flags_exactly_the_marked_lines(fixture: Fixture) -> None:
    active = [one for one in registry.rules() if one.level is Level.ON or one.code == fixture.code]
    report = check([Source(fixture.path.name, fixture.path.read_bytes())], Request(active))
    assert report.faults == ()
    found = {(finding.span.line, finding.code) for finding in report.findings}
    assert found == marked_lines(fixture)


@each_fixture
def test_cpu_evidence_is_up_to_date(fixture: Fixture) -> None:
    evidence = read_evidence("cpu")
    assert is_up_to_date(fixture, evidence), f"{fixture.name} changed since: run {REFRESH}"


def test_cpu_evidence_speaks_of_nothing_else() -> None:
    assert {record.fixture for record in read_evidence("cpu")} == {one.name for one in FIXTURES}


def test_stale_gpu_evidence_is_reported() -> None:
    evidence = read_evidence("gpu")
    stale = [one.name for one in FIXTURES if not is_up_to_date(one, evidence)]
    if stale:
        warnings.warn(
            f"no present GPU evidence for {', '.join(stale)}: run {REFRESH} --device gpu",
            stacklevel=1,
        )


def test_recorded_evidence_is_all_proved() -> None:
    evidence = [*read_evidence("cpu"), *read_evidence("gpu")]
    assert [record for record in evidence if not record.proved] == []


def test_the_harness_reports_what_is_not_so(tmp_path: Path) -> None:
    (tmp_path / "false_fixture.py").write_text(FALSE_FIXTURE)
    broken, needs = "import nothing_of_this_name\n", 'NEEDS = "nothing_of_this_name"\n'
    (tmp_path / "broken_fixture.py").write_text(f'CODE = "JAX102"\n{broken}')
    (tmp_path / "skipped_fixture.py").write_text(f'CODE = "JAX103"\n{needs}{broken}')
    run = run_harness("--fixtures", str(tmp_path), "--json", "--record")
    assert run.returncode == 1
    assert not (tmp_path / "evidence_cpu.json").exists()
    seen = records_of(run)
    skipped = [one for one in seen if one.kind == "skipped"]
    assert [(one.fixture, one.observed) for one in skipped] == [
        ("skipped_fixture", "nothing_of_this_name is not installed here")
    ]
    assert {one.function: one.proved for one in seen if one not in skipped} == {
        "that_does_not_happen": False,
        "that_returns_no_pair": False,
        "that_is_wrong": False,
        "that_compiles_nothing": False,
        "that_is_right": True,
        "that_is_right_on_the_installed_release": True,
        "that_does_not_happen_any_more": True,
        "that_happens_too_soon": False,
        "(module)": False,
    }


def test_what_needs_a_library_is_skipped_without_it_and_its_evidence_kept(tmp_path: Path) -> None:
    needs = 'CODE = "JAX103"\nNEEDS = "nothing_of_this_name"\nimport nothing_of_this_name\n'
    (tmp_path / "skipped_fixture.py").write_text(needs)
    (known,) = fixtures((), tmp_path)
    before = as_json([record(known, "hazard", "bad", "0.9.1")])
    (tmp_path / "evidence_cpu.json").write_text(before)
    run = run_harness("--fixtures", str(tmp_path), "--record")
    assert run.returncode == 0
    assert "skipped   (module)  nothing_of_this_name is not installed here" in run.stdout
    assert "0 of 0 fixture functions proved for 0 rules" in run.stdout
    assert run.stdout.endswith(", 1 skipped\n")
    assert (tmp_path / "evidence_cpu.json").read_text() == before


def test_the_harness_ends_with_2_where_it_cannot_prove(tmp_path: Path) -> None:
    unknown = run_harness("JAX999")
    assert (unknown.returncode, unknown.stderr) == (2, "jaxlint: no fixture for JAX999\n")
    (tmp_path / "jax.py").write_text("raise ImportError('not this jax')")
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{MAIN}"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST)
    assert run.returncode == 2
    assert "jax cannot be imported" in run.stderr


MAIN = "from jaxlint.proof.__main__ import main\nsys.exit(main(['JAX101']))"


def record(fixture: Fixture, kind: str, function: str, jax: str, **others: Any) -> Record:
    """A record of a function of a fixture on a release of JAX."""
    seen: dict[str, Any] = {
        "expected": "",
        "observed": "raised nothing, returned 3",
        "proved": True,
        **others,
    }
    seen |= {"jax": jax, "platform": "cpu", "device": "cpu", "digest": fixture.digest}
    return Record(fixture.code, fixture.name, kind, function, **seen)


def test_what_other_releases_showed_is_kept_for_the_present_text(tmp_path: Path) -> None:
    first, second = FIXTURES[:2]
    for jax in ("0.10.0", "0.9.1"):
        seen = [record(first, "hazard", "bad", jax), record(first, "otherwise", "new", jax)]
        failed = record(second, "remedy", "good", jax, proved=False)
        keep_releases([first, second], [*seen, failed], tmp_path)
    assert seen_elsewhere(second, tmp_path).lines() == []
    assert seen_elsewhere(first, tmp_path).lines() == [
        "Run on a CPU with JAX 0.9.1, 0.10.0: each hazard happens and each remedy works, "
        "these not on all:\n",
        "- `new`: up to JAX 0.10.0: raised nothing",
    ]
    changed = replace(first, digest="another")
    assert seen_elsewhere(changed, tmp_path).releases == ()
    keep_releases([changed], [record(changed, "hazard", "bad", "0.9.1")], tmp_path)
    assert seen_elsewhere(changed, tmp_path).releases == ("0.9.1",)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ({"raised A": ["1", "2"]}, "since JAX 3; up to JAX 2: raised A"),
        ({"raised A": ["3", "4"]}, "up to JAX 2; since JAX 3: raised A"),
        ({"raised A": ["1"], "b": ["2"]}, "since JAX 3; up to JAX 1: raised A; with JAX 2: b"),
        ({"raised A": ["2", "3"]}, "with JAX 1, 4; with JAX 2, 3: raised A"),
        ({"raised A": ["1", "3"]}, "with JAX 2, 4; with JAX 1, 3: raised A"),
    ],
)
def test_since_when_and_up_to_when_something_happens_is_told(
    seen: dict[str, list[str]], told: str
) -> None:
    otherwise = {"new": {text: tuple(some) for text, some in seen.items()}}
    assert Elsewhere("", ("1", "2", "3", "4"), otherwise).lines()[1:] == [f"- `new`: {told}"]


def test_what_is_kept_of_other_releases_names_no_place_on_a_disk(tmp_path: Path) -> None:
    (first, *_) = FIXTURES
    for text in ("raised E: no\nThis is on line:\n  /a/b.py:1", "raised E: no, returned </a/b.py>"):
        seen = replace(record(first, "otherwise", "new", "0.9.1"), observed=text)
        keep_releases([first], [seen], tmp_path)
    assert [*seen_elsewhere(first, tmp_path).otherwise["new"]] == ["raised E: no"]
    kept = [one.otherwise.values() for one in map(seen_elsewhere, FIXTURES)]
    assert [text for some in kept for told in some for text in told if "/" in text] == []


def test_fixtures_that_changed_since_other_releases_ran_them_are_reported() -> None:
    stale = [one.name for one in FIXTURES if not one.needs and not seen_elsewhere(one).releases]
    if stale:
        warnings.warn(
            f"not run on other releases: {', '.join(stale)}: python -m tools evidence-releases",
            stacklevel=1,
        )


def test_the_harness_needs_neither_libcst_nor_jax_to_list() -> None:
    code = (
        "import sys, jaxlint.proof as proof\nproof.fixtures()\n"
        "print(sorted({'jax', 'libcst', 'click', 'rich'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=LONGEST
    )
    assert run.stdout == "[]\n", run.stderr
