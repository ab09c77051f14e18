"""What is judged anew after an edit: what depends on it, all of that, and nothing else."""

from __future__ import annotations

import ast
import io
import os
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jaxlint.analysis.core.engine import Engine
from jaxlint.analysis.core.world import World
from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.registry import rules
from jaxlint.diagnostics.rule import Rule
from jaxlint.program import ir, questions
from jaxlint.program.declarations import Declarations
from jaxlint.program.positions import Positions
from jaxlint.queries import runs
from jaxlint.queries.checking import Request, check
from jaxlint.queries.disk import Stored
from jaxlint.queries.memory import Keeper, Memory
from jaxlint.source.files import Source

from .reading import Reader

CASES = Path(__file__).parent / "cases"
quick = settings(
    max_examples=int(os.environ.get("JAXLINT_EXAMPLES", "25")),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)

Files = dict[str, str]


def judged(files: Mapping[str, str], keeper: Keeper | None = None, **more: Any) -> Report:
    """What is found in a project, given by the texts of its files."""
    sources = [Source(path, text.encode()) for path, text in files.items()]
    request = Request(**{"rules": rules(), "roots": (".",), **more})
    return check(sources, request, keeper=keeper or Reader())


class Edited:
    """A project that is edited, and judged again after each edit with what is kept of before."""

    def __init__(self, files: Files, keeper: Keeper, made: list[str]) -> None:
        self.files = files
        self.keeper = keeper
        self.made = made
        self.report = judged(files, keeper)

    def anew(self, changes: Mapping[str, str | None] | None = None, **more: Any) -> set[str]:
        """The files that are run again after some changes, None for a file that is removed.

        What is found is what is found with nothing kept.
        """
        self.files = {
            path: text
            for path, text in {**self.files, **(changes or {})}.items()
            if text is not None
        }
        expected = judged(self.files, **more)
        self.made.clear()
        self.report = judged(self.files, self.keeper, **more)
        assert self.report == expected
        return set(self.made)

    def codes(self, path: str) -> list[str]:
        """The codes of what is found in a file."""
        return [one.code for one in self.report.findings if one.path == path]


@pytest.fixture(params=["memory", "folder"])
def edited(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Files], Edited]:
    """Start to edit a project; what is made anew is counted where it is made."""
    monkeypatch.setenv("JAXLINT_CACHE_DIR", str(tmp_path))
    made: list[str] = []
    real = runs._run

    def counted(
        world: World, path: str, chosen: Sequence[Rule[Any]], positions: Positions
    ) -> runs.Run:
        made.append(path)
        return real(world, path, chosen, positions)

    monkeypatch.setattr(runs, "_run", counted)
    keeper = Memory().of("project") if request.param == "memory" else Stored("project")
    return lambda files: Edited(files, keeper, made)


# --- one edit -------------------------------------------------------------------------------------

HELPER = "import jax\n\n\ndef double(x):\n    return x * 2\n"
BRANCHING = HELPER.replace("    return", "    if x > 0:\n        return -x\n    return")
CALLER = """import jax
from helper import double


@jax.jit
def step(x):
    return double(x)
"""
APART = "import jax\n\n\n@jax.jit\ndef apart(x):\n    if x > 0:\n        return x\n    return 1\n"
THREE = {"helper.py": HELPER, "main.py": CALLER, "apart.py": APART}

Start = Callable[[Files], Edited]


def test_nothing_changed_nothing_is_judged(edited: Start) -> None:
    assert edited(THREE).anew() == set()


def test_a_changed_helper_is_judged_anew_with_its_callers(edited: Start) -> None:
    project = edited(THREE)
    assert project.anew({"helper.py": BRANCHING}) == {"helper.py", "main.py"}
    assert project.codes("helper.py") == ["JAX101"]
    assert project.anew({"helper.py": HELPER}) == {"helper.py", "main.py"}
    assert project.codes("helper.py") == []


def test_callers_far_away_are_judged_anew(edited: Start) -> None:
    project = edited(
        {
            **THREE,
            "between.py": "from helper import double as twice\n",
            "far.py": CALLER.replace("helper import double", "between import twice as double"),
        }
    )
    assert project.anew({"helper.py": BRANCHING}) >= {"helper.py", "main.py", "far.py"}


def test_what_nobody_reaches_is_judged_alone(edited: Start) -> None:
    project = edited(THREE)
    assert project.anew({"apart.py": APART.replace("> 0", "< 0")}) == {"apart.py"}
    assert project.anew({"main.py": CALLER + "\n\nx = 1\n"}) == {"main.py"}


# --- a part of a file -----------------------------------------------------------------------------

SHARED = """import jax

limit = 1
scale = {"x": 1}


def early(x):
    return x


def double(x):
    return early(x) * limit * scale["x"]


@jax.jit
def wrapped(x):
    return x


class Pair:
    def __init__(self, x):
        self.x = x

    def sum(self):
        return self.x + abs(self.x)

    def other(self):
        return 1


class Options:
    def __init__(self):
        self.size = 1

    def resize(self):
        return 3


OPTIONS = Options()
"""


def user(call: str, name: str) -> str:
    """The text of a module that traces what is made of a name of ``shared``."""
    return f"import jax\nfrom shared import {name}\n\n\n@jax.jit\ndef step(x):\n    return {call}\n"


USERS = {
    "shared.py": SHARED,
    "double.py": user("double(x)", "double"),
    "wrapped.py": user("wrapped(x)", "wrapped"),
    "pair.py": user("Pair(x).sum()", "Pair"),
    "star.py": user("x", "*"),
    "limit.py": user("x * limit", "limit"),
    "options.py": user("x * OPTIONS.size", "OPTIONS"),
}
ADDED = "def added(x):\n    return x\n\n\nclass"


@pytest.mark.parametrize(
    ("before", "after", "made"),
    [
        pytest.param("return early", "return 2 * early", "double limit star", id="a function"),
        pytest.param(
            "    return x\n\n\ndef", "    return -x\n\n\ndef", "double star", id="its helper"
        ),
        pytest.param(
            "    return x\n\n\nclass", "    return -x\n\n\nclass", "wrapped star", id="decorated"
        ),
        pytest.param("return self.x +", "return 2 * self.x +", "pair star", id="a method"),
        pytest.param("return 1", "return 2", "star", id="another method"),
        pytest.param("self.x = x", "self.x = 2 * x", "pair star", id="a constructor"),
        pytest.param("return 3", "self.size = 3", "options star", id="who sets a field"),
        pytest.param("class", ADDED, "star", id="a new function"),
        pytest.param("class", ADDED.replace("added", "abs"), "pair star", id="a new name"),
        pytest.param(
            "class",
            "def change():\n    scale['x'] = 2\n\n\nclass",
            "double star",
            id="who changes a global",
        ),
        pytest.param(
            "class",
            "def change():\n    global limit\n    limit += 1\n\n\nclass",
            "double limit options pair star wrapped",
            id="who binds a global",
        ),
        pytest.param(
            "(x):\n    return early",
            "(x, y=1):\n    return early",
            "double limit star",
            id="a header",
        ),
        pytest.param("limit = 1", "limit = 2", "double limit star", id="a constant"),
        pytest.param("limit = 1", "limit = 1\nmore = 2", "star", id="a new constant"),
        pytest.param("import jax", "import jax\nimport math", "star", id="a new import"),
        pytest.param(
            "import jax",
            "import jax, jax.numpy as abs",
            "double limit options pair star wrapped",
            id="an import that the body reads",
        ),
        pytest.param(
            "limit = 1",
            "limit = int(2)",
            "double limit options pair star wrapped",
            id="the outline",
        ),
        pytest.param("import jax", "import jax  # it", "", id="a comment"),
    ],
)
def test_who_reads_a_part_of_a_file_is_judged_anew(
    edited: Start, before: str, after: str, made: str
) -> None:
    """So is who reads a global that is spelled in the part, which may be what changes it."""
    project = edited(USERS)
    assert before in SHARED
    changed = project.anew({"shared.py": SHARED.replace(before, after, 1)})
    assert changed == {f"{one}.py" for one in made.split()} | ({"shared.py"} if made else set())


KEYED = """class Keyed:
    def __hash__(self):
        return hash(self.key())

    def __eq__(self, other):
        return self.key() == other.key()

    def key(self):
        return self.size
"""
STATIC = """import functools
import jax
from keyed import Keyed


class Grid(Keyed):
    def __init__(self, size, step):
        self.size = size
        self.step = step

    @functools.partial(jax.jit, static_argnums=0)
    def slope(self, x):
        return x / self.step
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return self.size", "return vars(self)"),
        ("return self.key() ==", "return vars(self) == vars(other) or"),
    ],
)
def test_how_static_arguments_are_told_apart_counts(edited: Start, before: str, after: str) -> None:
    project = edited({"keyed.py": KEYED, "static.py": STATIC})
    assert project.codes("static.py") == ["JAX535"]
    assert "static.py" in project.anew({"keyed.py": KEYED.replace(before, after)})
    assert project.codes("static.py") == []


def test_findings_move_with_their_part(edited: Start) -> None:
    text = SHARED.replace("return early", "if x > 0:\n        return x\n    return early")
    project = edited({**USERS, "shared.py": text})
    (before,) = [one.span.line for one in project.report.findings if one.code == "JAX101"]
    longer = text.replace("def early(x):\n", "def early(x):\n    y = 1\n    x = x + y\n")
    assert project.anew({"shared.py": longer.replace("return 1", "return 3")}) >= {"shared.py"}
    (after,) = [one.span.line for one in project.report.findings if one.code == "JAX101"]
    assert after == before + 2


def test_the_order_of_two_parts_counts(edited: Start) -> None:
    one, other = (
        f"def {name}(key):\n    return jax.random.normal(key)\n" for name in ("one", "other")
    )
    head = "import jax\nimport shared\n\n\ndef step(key):\n    return shared.one(key)"
    files = {
        "shared.py": f"import jax\n\n\n{one}\n\n{other}",
        "both.py": f"{head} + shared.other(key)\n",
        "alone.py": f"{head}\n",
    }
    project = edited(files)
    made = project.anew({"shared.py": f"import jax\n\n\n{other}\n\n{one}"})
    assert made == {"shared.py", "both.py"}


def test_a_function_that_is_missing_is_found_when_it_comes(edited: Start) -> None:
    late = "import jax\nimport shared\n\n\n@jax.jit\ndef step(x):\n    return shared.late(x)\n"
    project = edited({**USERS, "late.py": late})
    branching = "\n\ndef late(x):\n    if x > 0:\n        return x\n    return -x\n"
    assert project.anew({"shared.py": SHARED + branching}) == {"shared.py", "late.py", "star.py"}
    assert project.codes("shared.py") == ["JAX101"]


def test_a_part_that_cannot_be_read_spoils_the_file(edited: Start) -> None:
    project = edited(USERS)
    broken = SHARED.replace("return early", "return (early")
    assert project.anew({"shared.py": broken}) == {*USERS}
    assert project.anew({"shared.py": SHARED}) == {*USERS}


def test_who_imports_but_does_not_use_is_not_judged(edited: Start) -> None:
    project = edited(
        {**THREE, "idle.py": "import jax\nimport helper\n\n\ndef f(x):\n    return x\n"}
    )
    assert "idle.py" not in project.anew({"helper.py": BRANCHING})


@pytest.mark.parametrize(
    ("changes", "made", "undone"),
    [
        ({"new.py": APART}, "new", ""),
        ({"apart.py": None}, "", "apart"),
        ({"helper.py": None}, "main", "helper main"),
        ({"apart.py": None, "moved.py": APART}, "moved", "apart"),
        ({"helper.py": None, "pkg/helper.py": HELPER}, "main pkg/helper", "helper main"),
        ({"double.py": HELPER}, "double", ""),
        (
            {"helper/__init__.py": "import jax\n", "helper/double.py": "import jax\n"},
            "helper/__init__ helper/double main",
            "main",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_other_files_than_before(
    edited: Start, changes: dict[str, str | None], made: str, undone: str
) -> None:
    project = edited({**THREE, "helper.py": BRANCHING})
    before = dict.fromkeys(changes) | {path: project.files.get(path) for path in changes}
    assert project.anew(changes) == {f"{name}.py" for name in made.split()}
    assert project.anew(before) == {f"{name}.py" for name in undone.split()}
    assert project.codes("helper.py") == ["JAX101"]


def test_a_file_that_was_missed_is_found_when_it_comes(edited: Start) -> None:
    project = edited({"main.py": CALLER, "apart.py": APART})
    assert project.anew({"helper.py": BRANCHING}) == {"helper.py", "main.py"}
    assert project.codes("helper.py") == ["JAX101"]


def test_an_import_that_opens_a_way_is_seen(edited: Start) -> None:
    files = {
        "pkg/__init__.py": "import jax\n",
        "pkg/helper.py": BRANCHING,
        "between.py": "import jax\n",
        "main.py": "import between\nimport jax\nimport pkg\n\n\n@jax.jit\ndef step(x):\n"
        "    return pkg.helper.double(x)\n",
    }
    project = edited(files)
    project.anew({"between.py": "import jax\nimport pkg.helper\n"})
    assert project.codes("pkg/helper.py") == ["JAX101"]


# --- edits that leave the code as it was ----------------------------------------------------------

SAID = """import jax

# before
@jax.jit
def step(x, y):  # of the line

    if x > y:
        # inside
        return x

    return (
        x  # in brackets
        + float(y)
    )
"""


def lines(project: Edited) -> list[int]:
    """The lines of what is found, and of the reasons."""
    return [
        line
        for one in project.report.findings
        for line in (one.span.line, *(reason.span.line for reason in one.chain))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# first\n\n\n" + SAID,
        SAID.replace("# before\n", ""),
        SAID.replace("# before", "# before\n\n\n# and more: import helper"),
        SAID.replace("  # of the line\n\n", "\n"),
        SAID.replace("        # inside\n", "\n\n\n"),
        SAID + "\n\n# last",
        SAID.rstrip("\n"),
    ],
)
def test_comments_and_blank_lines_between_statements_run_nothing(edited: Start, text: str) -> None:
    project = edited({**THREE, "helper.py": SAID})
    assert project.codes("helper.py") == ["JAX101", "JAX105"]
    assert project.anew({"helper.py": text}) == set()
    assert project.anew({"helper.py": SAID}) == set()


@pytest.mark.parametrize(
    "text",
    [
        SAID.replace("# in brackets", "# in these brackets"),
        SAID.replace("x > y", "x  > y"),
        SAID.replace("    if", "  # wide\n    if").replace("    ", "      "),
        SAID.replace("\n", "\r\n"),
        "# -*- coding: latin-1 -*-\n" + SAID,
        "# -*- coding: nonsense -*-\n" + SAID,
        SAID + '"""\n# no comment\n"""\n',
    ],
)
def test_what_findings_may_quote_counts(edited: Start, text: str) -> None:
    project = edited({**THREE, "helper.py": SAID})
    assert "helper.py" in project.anew({"helper.py": text})
    assert "helper.py" in project.anew({"helper.py": SAID})


def test_a_comment_that_names_what_others_ask_for_changes_nothing(edited: Start) -> None:
    project = edited({"box.py": WIDE, "other.py": "import jax\n"})
    found = project.codes("box.py")
    assert found
    assert project.anew({"other.py": "import jax  # jax_enable_x64\n"}) == set()
    assert project.codes("box.py") == found


def commented(text: str) -> str:
    """A text with a comment and a blank line before each statement, and a comment after it."""
    found = text.split("\n")
    tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
    ends = [one.start[0] for one in tokens if one.type == tokenize.NEWLINE]
    starts = {1, *(1 + line for line in ends)}
    for line in ends:
        found[line - 1] += "  # after"
    return "\n".join(
        f"\n    # before\n{one}" if at in starts else one for at, one in enumerate(found, 1)
    )


@pytest.mark.parametrize("part", range(4))
def test_comments_change_nothing_in_cases(edited: Start, part: int) -> None:
    texts = [text for text in case_texts() if "# " not in text.partition("\n")[0]][part::8]
    files = {f"case{number}.py": text for number, text in enumerate(texts)}
    project = edited(files)
    assert project.report.findings
    assert project.anew({path: commented(text) for path, text in files.items()}) == set()


def test_a_broken_file_is_told_where_it_breaks(edited: Start) -> None:
    project = edited({"helper.py": "def (\n"})
    before = lines(project)
    assert project.anew({"helper.py": "# more\ndef (\n"}) == {"helper.py"}
    assert lines(project) == [before[0] + 1]


# --- what is asked of other texts -----------------------------------------------------------------

LIMIT = """import jax

limit = 1


@jax.jit
def clip(x):
    return x * limit
"""
SETTING = "import box\n\n\ndef loosen():\n    box.limit = 2\n"
READING = "import box\n\n\ndef show():\n    print(box.limit)\n"
METHOD = """import jax


class Pair:
    def __init__(self, x):
        self.x = x

    @jax.jit
    def total(self):
        return self.x


def run():
    return Pair(1.0).total()
"""
REGISTERING = """import jax
from box import Pair

jax.tree_util.register_pytree_node(Pair, lambda p: ((p.x,), None), lambda _, x: Pair(*x))
"""
WIDE = """import jax.numpy as jnp


def f(n):
    x = jnp.zeros(n)
    return x.dtype == float
"""
SWITCHING = 'import jax\n\njax.config.update("jax_enable_x64", True)\n'
REMOVED = "import jax\n\n\ndef f(tree):\n    return jax.tree_map(abs, tree)\n"
PATCHING = "import jax\n\njax.tree_map = jax.tree_util.tree_map\n"
RULELESS = """import jax


@jax.custom_vjp
def soft(x):
    return x


def run(x):
    return soft(x)
"""
RULING = """import jax
from box import soft


def forward(x):
    return x, x


def backward(kept, g):
    return (g,)


soft.defvjp(forward, backward)
"""
DRAWING_TWICE = """import jax
import other


def run(source, key):
    first = jax.random.normal(key)
    return (first, other.weights(source, key)) if source.path else first
"""
LOADING = """import jax


def weights(source, key):
    return 0.0 if source.path else jax.random.normal(key)
"""
FORGETTING = f"{LOADING}\n\ndef forget(source):\n    source.path = None\n"


@pytest.mark.parametrize(
    ("box", "idle", "telling", "quiet"),
    [
        (LIMIT, READING, SETTING, True),
        (METHOD, "from box import Pair\n", REGISTERING, False),
        (WIDE, "import jax\n", SWITCHING, False),
        (REMOVED, "import jax\n", PATCHING, False),
        (RULELESS, "from box import soft\n", RULING, False),
        (DRAWING_TWICE, LOADING, FORGETTING, True),
    ],
    ids=["global", "pytree", "wide", "patch", "rule", "field"],
)
def test_an_answer_that_changes_judges_who_asked(
    edited: Start, box: str, idle: str, telling: str, quiet: bool
) -> None:
    project = edited({"box.py": box, "other.py": idle, "apart.py": APART})
    before = project.codes("box.py")
    assert (not before) is quiet
    assert project.anew({"other.py": telling}) >= {"box.py"}
    assert bool(project.codes("box.py")) is quiet
    assert "apart.py" not in project.made
    assert project.anew({"other.py": idle}) >= {"box.py"}
    assert project.codes("box.py") == before


# --- what cannot be read --------------------------------------------------------------------------


def test_a_file_that_breaks_and_is_mended(edited: Start) -> None:
    project = edited({**THREE, "helper.py": BRANCHING})
    assert project.codes("helper.py") == ["JAX101"]
    assert project.anew({"helper.py": BRANCHING + "def (\n"}) == {"helper.py", "main.py"}
    assert project.codes("helper.py") == ["JAX901"]
    assert project.anew({"helper.py": BRANCHING}) == {"helper.py", "main.py"}
    assert project.codes("helper.py") == ["JAX101"]


def test_a_file_that_was_broken_from_the_start(edited: Start) -> None:
    project = edited({**THREE, "helper.py": "def ("})
    assert project.anew({"helper.py": BRANCHING}) == {"helper.py", "main.py"}
    assert project.codes("helper.py") == ["JAX101"]


def test_a_broken_file_that_hides_another_of_its_name(edited: Start) -> None:
    project = edited({**THREE, "src/helper.py": BRANCHING})
    more = {"roots": (".", "src")}
    project.anew({"helper.py": "def ("}, **more)
    assert project.anew({"helper.py": BRANCHING}, **more) == {"helper.py", "main.py"}


# --- imports in a circle --------------------------------------------------------------------------

CIRCLE = {
    "a.py": """import jax
import b

g = b.wrapped


def f(x):
    if x > 0:
        return x
    return 1
""",
    "b.py": "import jax\nimport a\n\nwrapped = jax.jit(a.f)\n",
    "c.py": "import jax\nimport b\n\n\ndef run(x):\n    return b.wrapped(x)\n",
}


@pytest.mark.parametrize("entry", sorted(CIRCLE))
def test_a_circle_is_told_alike_wherever_it_is_entered(edited: Start, entry: str) -> None:
    project = edited(CIRCLE)
    assert project.codes("a.py") == ["JAX101"]
    project.anew({entry: CIRCLE[entry] + "# changed\n"})
    assert project.codes("a.py") == ["JAX101"]
    assert project.anew(focus=[entry]) == set()


LARGE = {
    "pkg/__init__.py": "from pkg.a import run\nfrom pkg.b import step\n",
    "pkg/a.py": CIRCLE["a.py"]
    .replace("import b\n", "from pkg import b\n")
    .replace("g = b.wrapped\n", "def run(x):\n    return b.wrapped(x)\n"),
    "pkg/b.py": "import jax\nfrom pkg import a\n\nwrapped = step = jax.jit(a.f)\n",
    "main.py": "import pkg\n\n\ndef main(x):\n    return pkg.run(x) + pkg.step(x)\n",
}


@pytest.mark.parametrize("entry", sorted(LARGE))
def test_the_bodies_of_a_large_circle_are_run_once_in_one_order(
    edited: Start, entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MANY", 3)
    bodies: list[str] = []
    real = World._run_body

    def counted(world: World, module: ir.Module) -> Engine:
        bodies.append(module.path)
        return real(world, module)

    monkeypatch.setattr(World, "_run_body", counted)
    project = edited({})
    assert project.anew(LARGE, focus=[entry]) >= {entry}
    assert {*bodies} >= LARGE.keys() - {"main.py"}
    assert max(Counter(bodies).values()) == 2  # once with and once without what is kept
    bodies.clear()
    project.anew()
    assert project.codes("pkg/a.py") == ["JAX101"]
    assert project.anew({entry: LARGE[entry] + "# changed\n"}) == set()


def test_a_change_of_code_in_a_large_circle_is_one_for_all(
    edited: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MANY", 3)
    project = edited({**LARGE, "apart.py": THREE["apart.py"]})
    project.anew()
    changed = LARGE["pkg/b.py"] + "\n\ndef other(x):\n    return x\n"
    assert project.anew({"pkg/b.py": changed}) == LARGE.keys()
    # With one file less they are no large circle any more, and a new one then makes them one again.
    freed = LARGE["pkg/b.py"].replace("from pkg import a", "a = None")
    assert project.anew({"pkg/b.py": freed}) == LARGE.keys()
    assert project.anew({"pkg/b.py": LARGE["pkg/b.py"]}) == LARGE.keys()


# --- what is asked for ----------------------------------------------------------------------------


def test_other_rules_and_settings_judge_all_anew(edited: Start) -> None:
    project = edited(THREE)
    every = project.files.keys()
    assert project.anew(rules=rules()[:3]) == every
    assert project.anew(declarations=Declarations(impure=("helper.double",))) == every
    assert project.anew(declarations=Declarations(jax="==0.4.30")) == every
    assert project.anew(roots=(".", "src")) == every


def test_what_is_kept_of_some_files_serves_others(edited: Start) -> None:
    project = edited(THREE)
    assert project.anew(focus=["main.py"]) == set()
    assert project.anew({"helper.py": BRANCHING}, focus=["apart.py"]) == set()
    assert project.anew(focus=["helper.py"]) == {"helper.py", "main.py"}
    assert project.anew() == set()


def test_a_file_alone_runs_only_what_reaches_into_it(edited: Start) -> None:
    project = edited({})
    assert project.anew({**THREE}, focus=["main.py"]) == {"main.py"}
    assert project.anew(focus=["helper.py"]) == {"helper.py"}
    assert project.anew() == {"apart.py"}


# --- any project, any edits -----------------------------------------------------------------------

NAMES = ("a", "b", "case", "pkg", "pkg.c", "pkg.d")
PATHS = {name: name.replace(".", "/") + ".py" for name in NAMES} | {"pkg": "pkg/__init__.py"}
SMALL = 7_000


@cache
def case_texts() -> tuple[str, ...]:
    """The texts of case files that are not long."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(CASES.glob("**/*.py")))
    return tuple(text for text in texts if len(text) < SMALL)


@cache
def functions(text: str) -> tuple[str, ...]:
    """The functions at the top of a text, and the names it binds there."""
    tree = ast.parse(text)
    return tuple(one.name for one in tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef))


OWN = """
limit = 1
scale = {{"x": 1}}


def double(x):
    if x > 0:
        return x * limit * scale["x"]
    return -x


def twice(x):
    return x + x


class Pair:
    def __init__(self, x):
        self.x = double(x)

    def sum(self):
        return self.x + twice(self.x)
"""
IMPORTS = (
    "import {0}",
    "import {0} as m",
    "from {0} import {1}",
    "from {0} import {1} as g",
    "from {0} import *",
    "from . import {2}",
    "from .{2} import {1}",
    "import pkg",
)
USES = (
    "{0}.{1}(x)",
    "m.{1}(x)",
    "{1}(x)",
    "g(x)",
    "{2}.{1}(x)",
    "m.m.{1}(x)",
    "pkg.{2}.double(x)",
    "m.limit * x",
    "m.Pair(x)",
    "jax.jit({1})(x)",
    "jax.tree_map({1}, x)",
)
# Imports, and uses of what they bind.
MATCHING = (
    ("import {0}", "{0}.twice(x)"),
    ("import {0} as m", "m.Pair(x).sum()"),
    ("from {0} import twice", "twice(x)"),
    ("from {0} import Pair as g", "g(x).sum()"),
    ("from {0} import limit", "limit * x"),
)
EFFECTS = (
    "",
    "",
    "",
    "{0}.limit = 2",
    "def change():\n    {0}.limit += 1",
    "def change():\n    {0}.scale['x'] = 2",
    "def change():\n    m.scale.update(x=2)",
    "jax.tree_util.register_pytree_node_class({0}.Pair)",
    "jax.config.update('jax_enable_x64', True)",
    "jax.tree_map = None",
    "made = {0}.{1}(3)",
    "made = m.made",
    "@jax.jit\ndef inner(x):\n    return {1}(x)",
    "def (",
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """The text of a module: its own or that of a case, with uses of other modules."""
    base = OWN.format() if draw(st.booleans()) else draw(st.sampled_from(case_texts()))
    verbs = ("double", "step", "Pair", *functions(draw(st.sampled_from(case_texts())))[:4])
    lines, uses = [], []
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from(NAMES))
        words = name, draw(st.sampled_from(verbs)), name.rpartition(".")[2]
        effect, use = draw(st.sampled_from(EFFECTS)), draw(st.sampled_from(USES))
        bound = draw(st.sampled_from(IMPORTS))
        if draw(st.booleans()):
            bound, use = draw(st.sampled_from(MATCHING))
        lines += [bound.format(*words), effect.format(*words)]
        uses.append(use.format(*words))
    future = "from __future__ import annotations\n" if "__future__" in base else ""
    body = base.replace(future, "") if future else base
    calls = "\n".join(f"    y = {use}" for use in uses) or "    y = x"
    step = f"\n\n@jax.jit\ndef step(x):\n{calls}\n    return y\n"
    return future + "import jax\n" + body + "\n" + "\n".join(lines) + step


STATEMENTS = (
    "y = 1",
    "return None",
    "print(x)",
    "global limit; limit = 3",
    "from a import double",
    "self.x = 2",
    "import jax; jax.jit(lambda z: z if z > 0 else -z)(1.0)",
    "yield",
)


# What changes inside the functions of OWN, or beside them, and what others find by that.
INSIDE = (
    ("    return x + x", "    if x > 0:\n        return x\n    return x + x"),
    ("    return x + x", "    print(x)\n    return x + x"),
    ("    return x + x", "    return x + limit"),
    ("        return self.x +", "        self.x = x = 1\n        return self.x +"),
    ("        return self.x +", "        print('sum')\n        return self.x +"),
    ("    if x > 0:", "    if limit > 0:"),
    ("    return -x", "    if x > 1:\n        return x\n    return -x"),
    ("    return -x", "    print(x)\n    return -x"),
    ("        self.x = double(x)", "        self.x = x"),
    (
        "        self.x = double(x)",
        "        self.x = double(x)\n\n    def set(self):\n        self.x = 1",
    ),
    ("\n\nclass Pair", "\n\ndef bump():\n    global limit\n    limit += 1\n\n\nclass Pair"),
    ("\n\nclass Pair", "\n\ndef fill():\n    scale['x'] = 3\n\n\nclass Pair"),
    ("\n\nclass Pair", "\n\ndef abs(x):\n    return x\n\n\nclass Pair"),
)


@st.composite
def edited_functions(draw: st.DrawFn, text: str) -> str:
    """A text in which a function is changed, copied, moved or left out."""
    lines = text.split("\n")
    try:
        nodes = [*ast.walk(ast.parse(text))]
    except SyntaxError:
        return text
    every = [one for one in nodes if isinstance(one, ast.FunctionDef)]
    kind = draw(st.sampled_from(["change", "change", "copy", "move", "drop", "new"]))
    if kind == "new" or not every:
        return (
            f"{text}\n\ndef {draw(st.sampled_from(['added', 'double', 'range']))}(x):\n    pass\n"
        )
    chosen = draw(st.sampled_from(every))
    first, body = chosen.lineno - 1, chosen.body[0]
    if kind == "change" and body.lineno > chosen.lineno:
        indent = " " * body.col_offset
        more = [indent + one for one in draw(st.sampled_from(STATEMENTS)).split("; ")]
        return "\n".join([*lines[: body.lineno - 1], *more, *lines[body.lineno - 1 :]])
    before, own = lines[:first], lines[first : chosen.end_lineno]
    rest = lines[chosen.end_lineno :]
    if kind == "drop":
        return "\n".join([*before, " " * chosen.col_offset + "pass", *rest])
    if chosen.col_offset:
        return text
    if kind == "copy":
        copied = [own[0].replace(chosen.name, f"{chosen.name}_again", 1), *own[1:]]
        return "\n".join([*before, *own, "", *copied, *rest])
    return "\n".join([*before, "pass", *rest, "", *own])


@st.composite
def histories(draw: st.DrawFn) -> tuple[Files, list[dict[str, str | None]]]:
    """A project and edits of it."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
    files = {PATHS[name]: draw(texts()) for name in names}
    edits: list[dict[str, str | None]] = []
    for _ in range(draw(st.integers(1, 4))):
        kinds = ["text", "comment", "swap", "break", "file", *["function"] * 2, *["inside"] * 4]
        kind = draw(st.sampled_from(kinds))
        one, other = (draw(st.sampled_from(sorted(files))) for _ in range(2))
        if kind == "text":
            edits.append({one: draw(texts())})
        elif kind == "inside":
            old, new = draw(st.sampled_from(INSIDE))
            known = [path for path in sorted(files) if old in files[path]] or [one]
            inner = draw(st.sampled_from(known))
            edits.append({inner: files[inner].replace(old, new)})
        elif kind == "function":
            edits.append({one: draw(edited_functions(files[one]))})
        elif kind == "swap":
            edits.append({one: files[other], other: files[one]})
        elif kind == "comment":
            before = files[one].split("\n")
            at, more = (
                draw(st.integers(0, len(before))),
                draw(st.sampled_from(["", "# c", "  # c"])),
            )
            edits.append({one: "\n".join([*before[:at], more, *before[at:]])})
        elif kind == "break":
            edits.append({one: files[one] + "\ndef (\n"})
            edits.append({one: files[one]})
        else:
            edits.append({PATHS[draw(st.sampled_from(NAMES))]: draw(st.sampled_from([None, ""]))})
    return files, edits


def states(files: Files, edits: Sequence[Mapping[str, str | None]]) -> Iterator[Files]:
    """What a project is at first and after each edit."""
    now: dict[str, str | None] = {**files}
    for edit in ({}, *edits):
        now |= edit
        yield {path: text for path, text in now.items() if text is not None}


@quick
@given(histories())
def test_what_is_kept_changes_nothing(history: tuple[Files, list[dict[str, str | None]]]) -> None:
    keeper = Memory().of("project")
    for files in states(*history):
        assert judged(files, keeper) == judged(files)


@quick
@given(histories())
def test_what_is_kept_in_the_folder_changes_nothing(
    tmp_path_factory: pytest.TempPathFactory, history: tuple[Files, list[dict[str, str | None]]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAXLINT_CACHE_DIR", str(tmp_path_factory.mktemp("kept")))
        for files in states(*history):
            assert judged(files, Stored("project")) == judged(files)


@quick
@given(histories())
def test_one_file_alone_is_told_what_all_are(
    history: tuple[Files, list[dict[str, str | None]]],
) -> None:
    *_, files = states(*history)
    whole = judged(files)
    for path in files:
        alone = judged(files, focus=[path])
        assert alone.findings == tuple(one for one in whole.findings if one.path == path)


@quick
@given(histories())
def test_so_it_is_with_large_circles(
    history: tuple[Files, list[dict[str, str | None]]],
) -> None:
    keeper = Memory().of("project")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(questions, "MANY", 2)
        for files in states(*history):
            whole = judged(files)
            assert judged(files, keeper) == whole
        for path in files:
            alone = judged(files, focus=[path])
            assert alone.findings == tuple(one for one in whole.findings if one.path == path)
