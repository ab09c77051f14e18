"""Which files a text may import, told without parsing it: whatever a run meets was told before."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jaxlint.analysis import sweeps
from jaxlint.diagnostics.registry import rules
from jaxlint.program.declarations import NOTHING_DECLARED
from jaxlint.program.imports import imported, package_of
from jaxlint.program.project import Project
from jaxlint.queries.checking import Request, check
from jaxlint.queries.deep_stack import with_room
from jaxlint.source.files import Source
from jaxlint.source.text import text_of

quick = settings(
    max_examples=int(os.environ.get("JAXLINT_EXAMPLES", "60")),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def project(files: Mapping[str, str]) -> Project:
    """A project of files, given by path."""
    return Project(told(files), (".",))


def told(files: Mapping[str, str]) -> list[Source]:
    """Files as sources."""
    return [Source(path, text.encode()) for path, text in files.items()]


def users(of: str, files: Mapping[str, str]) -> set[str]:
    """The files that may import one, the file itself left out."""
    return project(files).reaching([of]) - {of}


# --- names that a text spells out -----------------------------------------------------------------

FORMS = {
    "import a": {"a"},
    "import a.b.c": {"a", "a.b", "a.b.c"},
    "import a.b as c, d": {"a", "a.b", "d"},
    "import a . b": {"a", "a.b"},
    "import\ta\t,\tb": {"a", "b"},
    "import\fa": {"a"},
    "\fimport a": {"a"},
    "    import a": {"a"},
    "import a  # like import b": {"a"},
    "import a; import b": {"a", "b"},
    "x = 1; import a": {"a"},
    "if x: import a": {"a"},
    "else:import a": {"a"},
    "try:\n    import a\nexcept E:\n    import b": {"a", "b"},
    "def f():\n\timport a": {"a"},
    "import \\\n    a, \\\n    b": {"a", "b"},
    "from a import b": {"a"},
    "from a.b import c as d": {"a", "a.b"},
    "from a import (\n    b,  # or f(x)\n    c,\n)": {"a"},
    "from a import(b)": {"a"},
    "from a import*": {"a"},
    "from a \\\n    import b": {"a"},
    "from . import a": {"p.q", "p"},
    "from .import a": {"p.q", "p"},
    "from.import a": {"p.q", "p"},
    "from.a import b": {"p", "p.q", "p.q.a"},
    "from . a import b": {"p", "p.q", "p.q.a"},
    "from .. import a": {"p"},
    "from ..a.b import c": {"p", "p.a", "p.a.b"},
    "from ...a import b": {"a"},
    '"""Use it so:\n    import a\n"""': {"a"},
    "import ünï": {"ünï"},
    "from é.b import c": {"é", "é.b"},
    "from o\u0304.b import c": {"o\u0304", "o\u0304.b"},
    "important = 1": set(),
    "fromage = 1": set(),
    "x = important": set(),
    "# import a": set(),
}


@pytest.mark.parametrize("text", FORMS)
def test_names_of_each_form(text: str) -> None:
    assert imported(text, "p.q") == FORMS[text]


@pytest.mark.parametrize("text", [form for form in FORMS if form.startswith(("import", "from"))])
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends_are_read_alike(text: str, end: str) -> None:
    data = f"x = 1\n{text}\n".replace("\n", end).encode()
    assert imported(text_of(data), "p.q") == FORMS[text]


def test_a_byte_order_mark_hides_no_import() -> None:
    assert imported(text_of(b"\xef\xbb\xbfimport a"), "") == {"a"}


def test_names_are_read_in_the_encoding_that_the_text_declares() -> None:
    data = "# -*- coding: latin-1 -*-\nimport é\n".encode("latin-1")
    assert imported(text_of(data), "") == {"é"}


def test_a_module_without_a_package_imports_from_the_top() -> None:
    assert imported("from . import a", "") == {""}
    assert imported("from .a import b", "") == {"a"}
    assert package_of("a.py", ("a",)) == ""
    assert package_of("p/a.py", ("p.a",)) == "p"
    assert package_of("p/__init__.py", ("p",)) == "p"
    assert package_of("a.ipynb", ()) == ""


def names_by_syntax(text: str, package: str) -> Iterator[str]:
    """The same names, asked of the syntax tree."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = parts if node.level else []
            yield ".".join([*base, node.module] if node.module else base)


DOTTED = st.lists(st.sampled_from(["a", "b", "jax", "im", "from_"]), min_size=1, max_size=3)
SPACE = st.sampled_from([" ", "  ", "\t", " \\\n ", "\f"])


@st.composite
def statements(draw: st.DrawFn) -> str:
    """A statement that imports, spaced as it may be."""
    gap, dot = draw(SPACE), draw(st.sampled_from([".", " .", ". ", " \\\n."]))
    name = dot.join(draw(DOTTED))
    alias = draw(st.sampled_from(["", " as c", "\tas  c"]))
    if draw(st.booleans()):
        more = draw(st.sampled_from(["", ", b", " ,a.b as d"]))
        return f"import{gap}{name}{alias}{more}"
    level = draw(st.sampled_from(["", ".", "..", ". ."]))
    source = level + draw(st.sampled_from([name, ""])) if level else name
    what = draw(st.sampled_from(["x", "x as y, z", "(x)", "(\n x, # )\n y as z,\n)"]))
    return f"from {source}{gap}import {what}"


PLACES = ("{}", "x = 1; {}", "if x: {}", "def f():\n    {}", "try:\n\t{}\nfinally:\n\tpass")


@quick
@given(st.lists(st.tuples(statements(), st.sampled_from(PLACES)), min_size=1, max_size=4))
def test_no_import_is_missed(some: Sequence[tuple[str, str]]) -> None:
    text = "".join(place.format(statement) + "\n" for statement, place in some)
    wanted = set(names_by_syntax(text, "p.q"))
    assert wanted <= imported(text, "p.q")


# --- the files behind them ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "import pkg\npkg.sub.f()",
        "import pkg.sub",
        "from pkg import sub",
        "from pkg import (  # sub)\n    other,\n    sub,\n)",
        "from pkg.sub import f",
        "from pkg import *\nsub.f()",
        "import pkg as p\np.sub.f()",
        "def f():\n    from pkg import sub",
    ],
)
@pytest.mark.parametrize("mark", [True, False], ids=["package", "namespace"])
def test_a_submodule_is_seen_in_any_form(text: str, mark: bool) -> None:
    files = {"pkg/sub.py": "", "main.py": text}
    if mark:
        files["pkg/__init__.py"] = ""
    assert "main.py" in users("pkg/sub.py", files)


def test_a_package_sees_its_own_modules() -> None:
    files = {
        "pkg/__init__.py": "from . import sub",
        "pkg/sub.py": "",
        "pkg/other.py": "from .sub import f",
    }
    assert users("pkg/sub.py", files) == {"pkg/__init__.py", "pkg/other.py"}


def test_a_script_sees_its_neighbours() -> None:
    files = {"pkg/__init__.py": "", "pkg/helper.py": "", "pkg/main.py": "from helper import f"}
    assert users("pkg/helper.py", files) == {"pkg/main.py"}


def test_those_who_import_importers_are_reached_too() -> None:
    files = {"a.py": "", "b.py": "import a", "c.py": "from b import x", "d.py": "x = 1"}
    found = project(files)
    assert found.reaching(["a.py"]) == {"a.py", "b.py", "c.py"}
    assert found.sees("c.py", "a.py")
    assert not found.sees("d.py", "a.py")
    assert not found.sees("a.py", "c.py")


def test_imports_in_a_circle_end() -> None:
    assert users("a.py", {"a.py": "import b", "b.py": "import c", "c.py": "import a"}) == {
        "b.py",
        "c.py",
    }


# --- what runs meet is what was told --------------------------------------------------------------

NAMES = ("a", "b", "pkg", "pkg.c", "pkg.d", "pkg.inner", "pkg.inner.e", "ns.f")
PATHS = {
    name: name.replace(".", "/") + ("/__init__.py" if name in ("pkg", "pkg.inner") else ".py")
    for name in NAMES
}
BODY = """
import jax

limit = 1

def double(x):
    if x > limit:
        return x
    return -x

class Box:
    def __init__(self, x):
        self.x = double(x)

{imports}

@jax.jit
def step(x):
    return {uses}
"""
WAYS = (
    ("import {0}", "{0}.{1}(x)"),
    ("import {0} as m", "m.{1}(x)"),
    ("from {0} import {1} as g", "g(x)"),
    ("from {0} import *", "{1}(x)"),
    ("from {0} import other as m", "m.{1}(x)"),
    ("import pkg, ns", "{0}.{1}(x)"),
    ("import a", "a.{0}.{1}(x)"),
    ("from a import pkg as p", "p.{2}.{1}(x)"),
    ("import b as m", "m.m.{1}(x)"),
    ("import {0}\n{0}.limit = 2", "x"),
    ("from {0} import Box as B\nmade = B(3)", "B(x).x"),
)


@st.composite
def modules(draw: st.DrawFn) -> dict[str, str]:
    """The texts of some modules that import each other, by path."""
    found = {}
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=6, unique=True)):
        ways = draw(st.lists(st.tuples(st.sampled_from(WAYS), st.sampled_from(NAMES)), max_size=3))
        words = [(way, target, target.rpartition(".")[2]) for way, target in ways]
        verb = draw(st.sampled_from(["double", "step", "Box"]))
        found[PATHS[name]] = BODY.format(
            imports="\n".join(way[0].format(to, verb, last) for way, to, last in words),
            uses=" + ".join(
                ["double(x)", *(way[1].format(to, verb, last) for way, to, last in words)]
            ),
        )
    return found


@quick
@given(modules())
def test_what_a_run_meets_was_told_by_its_text(files: dict[str, str]) -> None:
    def work(pulse: object) -> None:
        whole = project(files)
        world = sweeps.world_of(whole, NOTHING_DECLARED)
        for path in whole.sources:
            module = whole.module(path)
            assert module is not None
            engine = world.engine(module)
            seen = {one.module.path for one in sweeps.run(engine)}
            asked = {one for query in engine.queries for one in whole.ask(query)}
            for other in seen | (engine.reached - asked):
                assert path in whole.reaching([other])

    with_room(work)


@quick
@given(modules())
def test_a_file_alone_and_with_its_project_is_told_the_same(files: dict[str, str]) -> None:
    sources = told(files)
    whole = check(sources, Request(rules(), roots=(".",)))
    for path in files:
        alone = check(sources, Request(rules(), roots=(".",), focus=[path]))
        assert alone.findings == tuple(one for one in whole.findings if one.path == path)


def test_what_only_others_import_is_not_read_off_them() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/c.py": BODY.format(imports="", uses="x"),
        "a.py": "import pkg",
        "main.py": "import jax\nimport a\n\n@jax.jit\ndef step(x):\n    return a.pkg.c.double(x)\n",
    }
    assert users("pkg/c.py", files) == set()
    assert check(told(files), Request(roots=(".",))).findings == ()
    files["a.py"] = "import pkg.c"
    assert users("pkg/c.py", files) == {"a.py", "main.py"}
    assert [one.path for one in check(told(files), Request(roots=(".",))).findings] == ["pkg/c.py"]


def test_scripts_of_one_name_are_imported_from_beside() -> None:
    step = "import jax\nfrom {0} import scaled\n\n@jax.jit\ndef step(x):\n    return scaled(x)\n"
    fine, traced = "def scaled(x):\n    return x\n", "def scaled(x):\n    return float(x)\n"
    files = {
        "first/scale.py": fine,
        "first/main.py": step.format("scale"),
        "second/scale.py": traced,
        "second/main.py": step.format("scale"),
        "pkg/__init__.py": "",
        "pkg/scale.py": traced,
        "pkg/own.py": step.format("scale"),
    }
    assert [one.path for one in check(told(files), Request(roots=(".",))).findings] == [
        "second/scale.py"
    ]
