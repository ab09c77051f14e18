"""The invariants of the design that no other test file holds, by their numbers there."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from enum import Enum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jaxlint.__main__ import main
from jaxlint.analysis import budgets
from jaxlint.diagnostics.findings import Finding, Report
from jaxlint.diagnostics.registry import TOOL_RULES, catalogue, rules
from jaxlint.diagnostics.rule import Rule
from jaxlint.program.declarations import NOTHING_DECLARED
from jaxlint.program.project import Project
from jaxlint.program.reading import Read
from jaxlint.program.relevance import silent
from jaxlint.queries.checking import Request, check, default_rules
from jaxlint.queries.memory import Memory
from jaxlint.queries.runs import Ledger, run_all
from jaxlint.source.files import Source

from .processes import CHECKOUT, LONGEST, environment
from .reading import Reader, once
from .starting import Python, completed

CASES = tuple(sorted((CHECKOUT / "tests" / "cases").rglob("*.py")))
RULES = tuple(sorted(path for path in (CHECKOUT / "rules").glob("*.py") if path.stem[0] != "_"))
MODULES = tuple(sorted((CHECKOUT / "jaxlint").rglob("*.py")))
ENGINE = ("analysis", "knowledge", "program")

each_rule = pytest.mark.parametrize("rule", rules(), ids=lambda rule: str(rule.name))


def below(path: Path, *folders: str) -> bool:
    """Whether a module of jaxlint lies in one of its subpackages."""
    return path.relative_to(CHECKOUT / "jaxlint").parts[0] in folders


def relative(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[str]:
    """Yield the qualified name of everything that a module imports, wherever it does so."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{relative(path)} has a relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def names_called(path: Path) -> set[str]:
    """Return the bare names of what a module calls."""
    calls = (node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call))
    return {
        func.id if isinstance(func, ast.Name) else func.attr
        for func in calls
        if isinstance(func, ast.Name | ast.Attribute)
    }


def strings(path: Path) -> Iterator[str]:
    """Yield the string constants of a module that are not docstrings."""
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and id(node) not in documents:
            yield str(node.value)


@cache
def case_sources() -> tuple[Source, ...]:
    """Return every case file as one project."""
    return tuple(Source(relative(path), path.read_bytes()) for path in CASES)


def places(report: Report) -> set[tuple[str, int, str]]:
    """Return where a report's findings are and which rules speak there."""
    return {(f.path, f.span.line, f.code) for f in report.findings}


def hazards(report: Report) -> set[tuple[str, int, str]]:
    """Return where a report's findings are and of which family.

    Where a budget hides that a loop draws again, the draw before it is left, of which the rule
    for keys outside of loops speaks on the same line.
    """
    return {(path, line, code[:4]) for path, line, code in places(report)}


# --- 1: linting never imports or executes what it lints, and never imports jax -------------------

POISON = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
LINTED = (
    POISON
    + "import jax\nimport helper\n@jax.jit\ndef f(x):\n    if x > 0:\n        return helper.g(x)\n"
)
COMMANDS = [
    ("check", "."),
    ("check", "--isolated", "linted.py"),
    ("explain", "linted.py:6"),
    ("rules",),
    ("rule", "JAX101"),
]
WATCHED = """
import sys
from jaxlint.__main__ import main
try:
    main(sys.argv[1:])
finally:
    heavy = {"jax", "jaxlib", "numpy", "linted", "helper", "conftest", "setup"} & sys.modules.keys()
    print("imported:", *sorted(heavy))
"""


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_1_nothing_linted_is_imported_or_run(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "linted.py").write_text(LINTED)
    for name in ("jax", "numpy", "helper", "conftest", "setup", "sitecustomize", "click"):
        (tmp_path / f"{name}.py").write_text(POISON)
    done = subprocess.run(
        [sys.executable, "-P", "-c", WATCHED, *arguments],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout.splitlines()[-1].strip() == "imported:"
    assert list(tmp_path.glob("*.ran")) == []


# What `python -m` itself imports before it runs jaxlint (`contextlib`, `collections` and so on) is
# out of reach: whoever lints a folder with such names starts `jaxlint` or `python -P -m jaxlint`.
SHADOWS = ("json", "click", "decimal", "pathlib", "libcst", "rich", "traceback", "jax", "linted")


def test_1_a_linted_folder_gives_python_no_modules(project: Path) -> None:
    for name in SHADOWS:
        (project / f"{name}.py").write_text(POISON)
    arguments = ("check", ".", "--output-format", "json")
    done = completed(Python(("-m", "jaxlint"), arguments, project), new=True)
    assert list(project.glob("*.ran")) == []
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["findings"] == []


def test_1_nor_does_it_when_python_is_told_so_already(project: Path) -> None:
    (project / "json.py").write_text(POISON)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "jaxlint", "check", "."],
        cwd=project,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert done.returncode == 0, done.stderr
    assert list(project.glob("*.ran")) == []


def test_1_checking_finds_something_in_what_is_not_run(tmp_path: Path) -> None:
    report = check([Source("linted.py", LINTED.encode())])
    assert [finding.code for finding in report.findings] == ["JAX101"]


def test_1_only_proofs_import_jax() -> None:
    science = {"jax", "jaxlib", "numpy", "flax", "equinox", "haiku", "optax", "chex"}
    guilty = {
        relative(path)
        for path in (*MODULES, *RULES)
        if not (path in MODULES and below(path, "proof"))
        and science & {name.partition(".")[0] for name in imports(path)}
    }
    assert guilty == set()


def test_1_nothing_runs_code_but_the_proof_and_what_finds_rules_and_domains() -> None:
    running = {"exec", "eval", "__import__", "import_module", "run_path", "run_module", "Popen"}
    guilty = {relative(path) for path in (*MODULES, *RULES) if running & names_called(path)}
    outside = {path for path in guilty if not path.startswith("jaxlint/proof/")}
    # The package and its formats load their own modules when they are asked for.
    own = {"jaxlint/__init__.py", "jaxlint/report/__init__.py"}
    finding = {"jaxlint/diagnostics/registry.py", "jaxlint/analysis/core/interface.py"}
    assert outside == {*finding, *own}


# --- 2: rules know no tree, file or front end; front ends know no rule ---------------------------

ALLOWED = re.compile(
    r"jaxlint\.analysis\.(domains\.\w+\.)?observations\.|jaxlint\.diagnostics\.(rule|findings)\.|typing\.|__future__\."
)


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.stem))
def test_2_a_rule_sees_observations_only(path: Path) -> None:
    assert [name for name in imports(path) if not ALLOWED.match(name)] == []
    assert names_called(path).isdisjoint({"open", "print", "visit", "walk", "read_text", "getattr"})
    attributes = {n.attr for n in ast.walk(tree_of(path)) if isinstance(n, ast.Attribute)}
    assert attributes.isdisjoint({"node", "module", "tree", "children", "path"})


@each_rule
def test_2_a_rule_has_words_for_all_that_its_observation_says(rule: Rule[Any]) -> None:
    tables = [
        value for value in vars(sys.modules[type(rule).__module__]).values() if type(value) is dict
    ]
    for table in tables:
        kinds = {type(key) for key in table if isinstance(key, Enum)}
        assert {*table} == {member for kind in kinds for member in kind} or not kinds


def test_2_no_module_imports_a_rule_by_name() -> None:
    names = {name for path in MODULES for name in imports(path)}
    assert "jaxlint.diagnostics.registry.rules" in names
    assert [name for name in names if name.startswith(("jaxlint.rules.", "rules"))] == []


def test_2_no_front_end_speaks_of_a_rule() -> None:
    words = {word for rule in rules() for word in (rule.code, rule.name)}
    spoken = {
        (relative(path), text)
        for path in MODULES
        for text in strings(path)
        if words & set(re.findall(r"[\w-]+", text))
    }
    assert spoken == set()


# --- 3: unknown is never reported as wrong; a spent budget gives unknown --------------------------

# What is wrong so far: a small budget makes jaxlint say something that it does not say otherwise.
ADDING = {"CALL_DEPTH": 0, "ELEMENTS": 1}
# Small budgets, by their names; some are spent in two ways.
SPENT = [
    ("CALL_DEPTH", 2),
    ("RECURSION", 1),
    ("STEPS", 20),
    ("STEPS", 100),
    ("CONTEXTS", 2),
    ("CONTEXTS_ABROAD", 1),
    ("TRACED_CONTEXTS_ABROAD", 1),
    ("SHORT_CONTEXTS", 1),
    ("SHORT_DEPTH", 0),
    ("DEPTH_ABROAD", 1),
    ("PLAIN_DEPTH_ABROAD", 0),
    ("MAKING_DEPTH_ABROAD", 0),
    ("ELEMENTS", 3),
    ("OPTIONS", 1),
    ("TURNS", 1),
    ("ITEMS", 1),
    ("DRAWS", 1),
    ("KEY_CONTEXTS", 1),
    ("MAKER_CONTEXTS", 1),
    ("VALUES", 4),
    ("TEXT", 1),
    ("BASES", 2),
    ("CHANGES", 1),
    ("HELPERS", 0),
    ("CALLERS", 0),
    ("CONDITIONS", 1),
    ("MODULE_STEPS", 0),
    ("MEMBERS", 1),
    ("COPIED", 1),
    ("LOOPS", 0),
]
# A run over all cases takes long; budgets that are spent at once hide little of each other.
TOGETHER = 10
GROUPS = [dict(SPENT[start :: len(SPENT) // TOGETHER]) for start in range(len(SPENT) // TOGETHER)]
ADDS = pytest.mark.xfail(strict=True, reason="a spent budget adds findings")
EACH = [pytest.param({name: number}, marks=ADDS) for name, number in ADDING.items()]


class Rerun(Reader):
    """Keeps what was read, and the first runs; of these it gives all but some to make ``anew``."""

    def __init__(self) -> None:
        super().__init__()
        self.anew: frozenset[str] | None = None

    def ledger(self, about: str) -> Ledger:
        """Return the first runs over other modules than those that are to be run anew."""
        first = super().ledger(about)
        anew = first.runs.keys() if self.anew is None else self.anew
        others = {path: run for path, run in first.runs.items() if path not in anew}
        return Ledger(others, first.codes)

    def keep(self, about: str, project: Project, ledger: Ledger) -> None:
        """Keep the runs if they are the first."""
        if not super().ledger(about).runs:
            super().keep(about, project, ledger)


@cache
def _first() -> tuple[Rerun, Report]:
    keeper = Rerun()
    return keeper, check(case_sources(), keeper=keeper)


def reader(anew: frozenset[str] | None = None) -> Rerun:
    """What all checks of the unchanged cases read, and the runs over others than those to run."""
    keeper, _ = _first()
    keeper.anew = anew
    return keeper


def unlimited() -> Report:
    """The findings in all cases with the budgets that users have."""
    return _first()[1]


class Noting(ModuleType):
    """The budgets; which of them are read is noted."""

    read: ClassVar[set[str]] = set()

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute."""
        Noting.read.add(name)
        return super().__getattribute__(name)


@cache
def readers() -> dict[str, frozenset[str]]:
    """The modules whose run, alone, reads a budget: any other is the same without it."""
    project, found = reader().project(case_sources(), ()), dict[str, set[str]]()
    budgets.__class__ = Noting
    try:
        for path in project.sources:
            Noting.read.clear()
            run_all(project, [path], default_rules(), NOTHING_DECLARED)
            for name in Noting.read:
                found.setdefault(name, set()).add(path)
    finally:
        budgets.__class__ = ModuleType
    return {name: frozenset(paths) for name, paths in found.items()}


@pytest.mark.parametrize("spent", [*GROUPS, *EACH], ids=lambda spent: "+".join(spent))
def test_3_spent_budgets_add_no_finding(
    spent: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = unlimited()
    anew = frozenset[str]().union(*(readers()[budget] for budget in spent))
    for budget, number in spent.items():
        monkeypatch.setattr(budgets, budget, number)
    report = check(case_sources(), keeper=reader(anew))
    assert hazards(report) - hazards(everything) == set()
    assert report.faults == ()


def test_3_the_budgets_of_the_test_above_are_all_there_are() -> None:
    assert {name for name in vars(budgets) if name.isupper()} == {*ADDING, *dict(SPENT)}
    assert sorted(one for group in GROUPS for one in group.items()) == sorted(SPENT)


# `x.at[i].set(v)` as a statement, and `(a, b).block_until_ready()`, are spelled like nothing else:
# there the spelling is the evidence.
BY_SPELLING = {"JAX303", "JAX514", "JAX520"}
LIBRARIES = re.compile(rb"\b(jax|numpy|flax|equinox|haiku|optax|chex|numpyro|jaxtyping)\b")


def test_3_of_unknown_libraries_nothing_is_said() -> None:
    strange = [Source(s.path, LIBRARIES.sub(b"mystery", s.data)) for s in case_sources()]
    assert {f.code for f in check(strange).findings} <= BY_SPELLING


# These fail in plain code as well, where no tracer is.
FAILS_ANYWHERE = {"JAX116", "JAX118", "JAX210"}


def test_3_what_is_said_of_a_tracer_has_a_chain() -> None:
    unexplained = {f.code for f in unlimited().findings if not f.chain} - FAILS_ANYWHERE
    assert [code for code in unexplained if code.startswith(("JAX1", "JAX2"))] == []


# --- 5: same input, same output, same order ------------------------------------------------------


def test_5_repetition_does_not_change_the_report() -> None:
    assert check(case_sources(), keeper=reader()) == unlimited()
    assert list(unlimited().findings) == sorted(unlimited().findings)


@pytest.mark.parametrize("path", [path for path in CASES if path.parent.name == "cases"][::4])
def test_5_explaining_twice_says_the_same(path: Path) -> None:
    from jaxlint.queries.explaining import Subject, explain

    source = Source("case.py", path.read_bytes())
    first, second = (explain(Subject([source], "case.py")) for _ in range(2))
    assert first == second


HASHED = """
import json, sys
from dataclasses import astuple
from pathlib import Path
from jaxlint.queries.checking import check
from jaxlint.source.files import Source
report = check([Source(path, Path(path).read_bytes()) for path in sys.argv[1:]])
print(json.dumps([astuple(finding) for finding in report.findings]))
"""


def test_5_neither_the_order_of_files_nor_of_sets_changes_anything() -> None:
    other = "0" if os.environ.get("PYTHONHASHSEED") == "4242" else "4242"
    done = subprocess.run(
        [sys.executable, "-c", HASHED, *map(relative, CASES[::-1])],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": other},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    here = json.dumps([astuple(finding) for finding in unlimited().findings])
    assert json.loads(done.stdout) == json.loads(here)
    assert len(unlimited().findings) > 100


# --- 6: any bytes in, an answer out --------------------------------------------------------------

# Examples are the same in each run; deeper searches raise max_examples.
quick = settings(
    max_examples=int(os.environ.get("JAXLINT_EXAMPLES", "40")),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
# What may keep a file from being read: how deep it is, and what libcst cannot do with it.
UNREAD = re.compile("nested|deep|libcst cannot read")


def sound(*sources: Source) -> None:
    """Assert that checking gives an answer: no defect of jaxlint, every place in the text."""
    report = check(sources, Request(roots=("",)))
    assert [fault for fault in report.faults if not UNREAD.search(fault.message)] == []
    assert all(f.span.line >= 1 and f.span.column >= 1 and f.message for f in report.findings)


def parts() -> tuple[bytes, ...]:
    """Return the lines of the case files, which lines of other files are swapped with."""
    return tuple({line for source in case_sources() for line in source.data.splitlines(True)})


LINES = tuple(sorted(parts()))


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw a case file that was cut, or has lines doubled, moved, lost or taken from others."""
    lines = draw(st.sampled_from(case_sources())).data.splitlines(True)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines)))
        to = draw(st.integers(at, min(len(lines), at + 12)))
        change = draw(st.sampled_from(["cut", "double", "move", "swap", "indent", "foreign"]))
        chunk = lines[at:to]
        if change == "cut":
            del lines[at:to]
        elif change == "double":
            lines[at:at] = chunk
        elif change == "move":
            del lines[at:to]
            place = draw(st.integers(0, len(lines)))
            lines[place:place] = chunk
        elif change == "swap":
            lines[at:to] = chunk[::-1]
        elif change == "indent":
            lines[at:to] = [b"    " + line for line in chunk]
        else:
            lines[at:to] = [draw(st.sampled_from(LINES)) for _ in chunk]
    return b"".join(lines)


@st.composite
def garbled(draw: st.DrawFn) -> bytes:
    """Draw a case file in which a stretch of bytes is replaced by others."""
    data = draw(st.sampled_from(case_sources())).data
    at = draw(st.integers(0, len(data)))
    to = draw(st.integers(at, len(data)))
    return data[:at] + draw(st.binary(max_size=20)) + data[to:]


NAMES = st.sampled_from([
    "x", "y", "n", "f", "g", "key", "self", "xs", "jnp.zeros", "jax.jit", "jax.vmap", "jax.grad",
    "lax.scan", "jax.random.split", "jax.random.normal", "partial", "np.ones", "len", "range",
    "list", "print", "isinstance", "State",
])  # fmt: skip
OPERATORS = ["+", "-", "*", "@", ">", "==", "in", "and", "or", "is"]
ATOMS = st.one_of(
    NAMES,
    st.sampled_from(["0", "1.5", "'a'", "None", "True", "...", "()", "[]", "{}", "b''", "f'{x}'"]),
)


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Combine expressions to larger ones."""
    several = st.lists(inner, max_size=3)
    joined = several.map(", ".join)
    return st.one_of(
        st.tuples(inner, st.sampled_from(OPERATORS), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        st.tuples(inner, joined).map(lambda t: f"({t[0]})({t[1]})"),
        st.tuples(inner, joined).map(lambda t: f"({t[0]})(*({t[1]},), **{{}})" if t[1] else "()"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]})[{t[1]}]"),
        st.tuples(inner, inner).map(lambda t: f"({t[0]}).at[{t[1]}].set(1)"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} if {t[1]} else {t[2]})"),
        st.tuples(inner, inner).map(lambda t: f"[{t[0]} for x, *y in {t[1]} if {t[0]}]"),
        st.tuples(inner, inner).map(lambda t: f"(lambda x, *y, n={t[0]}, **k: {t[1]})"),
        joined.map(lambda text: f"[{text}]"),
        joined.map(lambda text: f"({text},)" if text else "()"),
        st.tuples(inner, inner).map(lambda t: f"{{{t[0]}: {t[1]}, **{t[1]}}}"),
        st.tuples(inner, st.sampled_from(["shape", "T", "append", "sum", "n"])).map(
            lambda t: f"({t[0]}).{t[1]}"
        ),
        inner.map(lambda text: f"(y := {text})"),
    )


EXPRESSIONS = st.recursive(ATOMS, compound, max_leaves=6)
TARGETS = st.sampled_from(["x", "y, *n", "self.x", "x[0]", "x.at", "[x, (y, n)]", "globals()['x']"])
HEADS = [
    "if {}:", "while {}:", "for x, y in {}:", "for n in {}:", "with {} as x:", "def f(x, n=1, *y):",
    "async def g(self, *, key):", "class State({}):", "@({})\ndef f(x):", "@({})\nclass State:",
    "try:\n    {}\nexcept {} as y:", "match {}:\n  case [x, *y] | {{'a': x}}:",
    "try:\n    pass\nfinally:", "for x in {}:\n    break\nelse:", "def g():",
]  # fmt: skip
SIMPLE = [
    "return {}", "{}", "yield {}", "assert {}, x", "raise {}", "global x, y", "nonlocal n",
    "del x[0]", "import jax", "from . import {}", "pass", "x: int = {}", "break",
    "type X = int", "await {}",
]  # fmt: skip


@st.composite
def statements(draw: st.DrawFn, depth: int = 3) -> str:
    """Draw some statements; not all of them mean something, but nearly all of them parse."""
    lines = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 3))
        if kind == 0:
            operator = draw(st.sampled_from(["=", "+="]))
            lines.append(f"{draw(TARGETS)} {operator} {draw(EXPRESSIONS)}")
        elif kind == 1:
            lines.append(filled(draw, draw(st.sampled_from(SIMPLE))))
        elif depth:
            lines.append(filled(draw, draw(st.sampled_from(HEADS))))
            deeper = "    " if lines[-1].startswith(("if", "def", "try")) else "     "
            lines += [deeper + line for line in draw(statements(depth - 1)).splitlines()]
    return "\n".join(lines) or "pass"


def filled(draw: st.DrawFn, template: str) -> str:
    """Put expressions into the holes of a template."""
    return re.sub(r"\{\}", lambda _: draw(EXPRESSIONS), template)


HEADER = """\
import jax, numpy as np
import jax.numpy as jnp
from jax import lax
from functools import partial
"""


@quick
@given(st.binary(max_size=200))
def test_6_any_bytes(data: bytes) -> None:
    sound(Source("any.py", data))


@quick
@given(st.text(max_size=200))
def test_6_any_text(text: str) -> None:
    sound(Source("any.py", text.encode("utf-8", "surrogatepass")))


@quick
@given(damaged())
def test_6_damaged_files(data: bytes) -> None:
    sound(Source("damaged.py", data))


@quick
@given(garbled())
def test_6_garbled_files(data: bytes) -> None:
    sound(Source("garbled.py", data))


@quick
@given(statements())
def test_6_strange_programs(text: str) -> None:
    sound(Source("strange.py", f"{HEADER}{text}\n".encode()))


@quick
@given(st.lists(st.tuples(st.sampled_from(["a.py", "b.py", "p/__init__.py"]), statements())))
def test_6_strange_projects(files: list[tuple[str, str]]) -> None:
    sources = {path: Source(path, f"{HEADER}{text}".encode()) for path, text in files}
    sound(*sources.values())


BAD = {
    "no syntax": b"def (:\n",
    "no text": b"\xff\xfe\x00\x01\x80",
    "null bytes": b"x = 1\x00\n",
    "unknown encoding": b"# coding: klingon\n",
    "wrong encoding": b"# coding: ascii\nx = '\xe9'\n",
    "too deep": b"x = " + b"(" * 5000 + b")" * 5000,
    "too many operators": b"x = " + b"-" * 20000 + b"1",
    "valid, but not to libcst": b"x = not(lambda v: v)(x)\n",
    "empty": b"",
    "only a mark": b"\xef\xbb\xbf",
    "half a file": b"def f(x):\n    if x:",
    "mixed tabs": b"if 1:\n\tx = 1\n        y = 2\n",
}


@pytest.mark.parametrize("name", BAD)
def test_6_one_bad_file_does_not_spoil_the_others(name: str) -> None:
    good = [source for source in case_sources() if "traced_loop" in source.path]
    alone = check(good)
    bad = [Source(f"{folder}bad.py", BAD[name]) for folder in ("", "tests/", "tests/cases/z")]
    together = check([*good, *bad])
    assert [f for f in together.findings if "bad.py" not in f.path] == list(alone.findings)
    assert all("bad.py" in fault.path for fault in together.faults)


# --- 7: a rule, its page, its fixture and its cases share one name --------------------------------

WIDTH = 100
HEADINGS = [
    "What it finds",
    "Why it is bad",
    "Example",
    "Use instead",
    "When it stays quiet",
    "Fix",
]


def test_7_codes_and_names_are_unique() -> None:
    for words in ([info.code for info in catalogue()], [info.name for info in catalogue()]):
        assert len(words) == len(set(words))
    assert all(re.fullmatch(r"JAX[1-8]\d\d", rule.code) for rule in rules())
    assert all(info.code.startswith("JAX9") for info in TOOL_RULES)


def test_7_nothing_lies_about_without_a_rule() -> None:
    names = {rule.name.replace("-", "_") for rule in rules()}
    for folder in ("rules", "fixtures", "tests/cases"):
        files = (CHECKOUT / folder).glob("*.py")
        assert {path.stem for path in files if path.stem[0] != "_"} == names, folder


@each_rule
def test_7_a_name_reads_well(rule: Rule[Finding]) -> None:  # type: ignore[type-var]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)
    assert not rule.name.startswith(("no-", "avoid-", "dont-", "missing-"))


@each_rule
def test_7_a_page_has_the_fixed_headings(rule: Rule[Finding]) -> None:  # type: ignore[type-var]
    page = next(info.page for info in catalogue() if info.code == rule.code)
    found = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert [heading for heading in found if heading != "What follows"] == HEADINGS
    sections = re.split(r"^## .*$", page, flags=re.MULTILINE)
    assert all(section.strip() for section in sections)
    assert len(sections[0].strip().splitlines()) == 1
    assert sections[0].strip().endswith(".")


@pytest.mark.parametrize("text", [info.name for info in catalogue()])
def test_7_a_page_is_shown_whole_and_fits(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    info = next(info for info in catalogue() if info.name == text)
    with pytest.raises(SystemExit) as end:
        main(["rule", text])
    shown = capsys.readouterr().out
    assert end.value.code == 0
    assert shown.splitlines()[0].startswith(f"{info.code} {info.name} (")
    assert f"\n\n{info.page}\n" in shown
    assert [line for line in shown.splitlines() if len(line) > WIDTH] == []


@each_rule
def test_7_a_rule_fills_one_page(rule: Rule[Finding]) -> None:  # type: ignore[type-var]
    path = CHECKOUT / "rules" / f"{rule.name.replace('-', '_')}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 120


def test_7_what_is_said_is_one_line() -> None:
    for finding in unlimited().findings:
        for text in (finding.message, finding.outcome, finding.advice):
            assert text.strip() == text and "\n" not in text, finding
            assert not text.endswith("."), finding
        assert len(finding.message) <= 160, finding


# --- 9: knowledge of jax is data in one place ----------------------------------------------------

QUALIFIED = re.compile(r"(jax|jaxlib|numpy|flax|equinox|haiku|optax|chex|numpyro)(\.\w+)+\.?")


def tables(path: Path) -> Iterator[list[str]]:
    """Yield the displays of a module that hold several qualified names of libraries."""
    for node in ast.walk(tree_of(path)):
        elements: Iterable[ast.expr | None] = ()
        if isinstance(node, ast.List | ast.Set | ast.Tuple):
            elements = node.elts
        if isinstance(node, ast.Dict):
            elements = (*node.keys, *node.values)
        constants = [one.value for one in elements if isinstance(one, ast.Constant)]
        names = [c for c in constants if isinstance(c, str) and QUALIFIED.fullmatch(c)]
        if len(names) > 1:
            yield names


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=relative(path))
        for path in (*MODULES, *RULES)
        if path in RULES or not below(path, "knowledge", "proof")
    ],
)
def test_9_no_table_of_names_outside_of_the_knowledge(path: Path) -> None:
    assert list(tables(path)) == []


# --- reading once --------------------------------------------------------------------------------

# Of so many cases one is read, which are enough to see what is read again.
SOME = 6


def test_what_has_not_changed_is_read_once_and_judged_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources = list(case_sources()[::SOME])
    expected, read = check(sources), list[str]()

    def reading(source: Source, names: tuple[str, ...]) -> Read:
        read.append(source.path)
        return once(source, names)

    monkeypatch.setattr("jaxlint.queries.memory.read_module", reading)
    keeper = Memory().of("project")
    for _ in range(2):
        assert check(sources, keeper=keeper) == expected
    about_jax = {one.path for one in sources} - silent(Project(sources), NOTHING_DECLARED)
    assert len(read) == len({*read}) and about_jax <= {*read}
    changed = [Source(sources[0].path, b"import jax\n"), *sources[1:]]
    afresh = check(changed, keeper=Reader())
    before = len(read)
    assert check(changed, keeper=keeper) == afresh
    assert len(read) == before + 1
