"""Which names a text may change, told without parsing it: none too few, and few too many."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jaxlint.knowledge.host import MUTATING_METHODS
from jaxlint.program.project import Project, Query
from jaxlint.program.text_changes import changed
from jaxlint.source.files import Source
from jaxlint.source.text import text_of

CASES = Path(__file__).parent / "cases"
quick = settings(
    max_examples=int(os.environ.get("JAXLINT_EXAMPLES", "200")),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
CHANGES = (
    # bindings
    "n = 1",
    "n += 1",
    "n <<= 1",
    "n @= 1",
    "n: int = 1",
    "x = n = 1",
    "x = 1; n = 2",
    "if x: n = 2",
    "a, n = 1, 2",
    "*n, a = x",
    "(a, n) = x",
    "[a,\n n,\n b] = x",
    "(a,\n n) = x",
    "(n) = 1",
    "if (n := f()): pass",
    "f(n := 3)",
    "x[(n := 3):]",
    "for n in x: pass",
    "for (a, n) in x: pass",
    "async def f():\n    async for n in x: pass",
    "[0 for n in x]",
    "with f() as n: pass",
    "with f() as (a, n): pass",
    "with (f() as n, g() as b): pass",
    "try: pass\nexcept E as n: pass",
    "del n",
    "del a, (b,\n n)",
    "global n",
    "def f():\n    nonlocal n",
    "def n(): pass",
    "class n: pass",
    "def f[n](): pass",
    "class A[n: int](B): pass",
    "type n = int",
    "type A[n] = int",
    "match x:\n    case n: pass",
    "match x:\n    case [a, *n] if a: pass",
    "match x:\n    case {'a': n, **b}: pass",
    "match x:\n    case A(a, b=n): pass",
    "match x:\n    case A() as n: pass",
    # attributes and elements
    "n.x = 1",
    "n.x: int = 1",
    "a[b].n: int = 1",
    "if x: a: n = 2",
    "n['a']: b = 1",
    "(n): a = 1",
    "a: b = 1; n = 2",
    "a: f(n := 3) = 1",
    "a: b = lambda: n.append(1)",
    "n.x.y += 1",
    "a.n = 1",
    "n[0] = 1",
    "n[f(\n 1)].x = 1",
    "n[0].x[1].y = 1",
    "n.x, b = 1, 2",
    "del n[0]",
    "del a, n.x",
    "for n.x in x: pass",
    "for (a, n[0]) in x: pass",
    "[0 for n.x in x]",
    "[0for n.x in x]",
    "with f() as n.x: pass",
    # methods
    "n.update(a=1)",
    "n.x.append(1)",
    "a.n.append(1)",
    "n . x \\\n . append (3)",
    "(n\n  .x  # why\n  .append(3))",
    "(n).append(3)",
    "(a or n).append(3)",
    "return_ = (n).append(3)",
    "x = lambda: n.append(1)",
    "n[a[0]][b].pop()",
    "n.get('a').append(1)",
    "[n.pop() for a in x]",
    "f(x, n.pop())",
    # other names
    "import n as m",
    "import a.n as m",
    "from a import n as m",
    "from a import n  as  m",
    "from a import n \\\n as m",
    "from a import (b,\n n\n as m)",
    "from a import b as n",
    # by its name in quotes
    "setattr(n, 'x', 1)",
    "setattr(a, 'n', 1)",
    "delattr(a, 'n')",
    "object.__setattr__(a, 'n', 1)",
    "monkeypatch.setattr('a.n', 1)",
    "globals()['n'] = 1",
    "globals()['n'].append(1)",
    "vars(a)['n'] = 1",
    "a.__dict__['n'] += 1",
    # inside of f-strings, and after strings of all kinds
    "f'{n.pop()}'",
    "f'{a:{n.pop()}}'",
    "f'{(n := 3)}'",
    "rf'\\{n.pop()}'",
    "f'{{{n.pop()}'",
    "f'''{\n n.pop()\n}'''",
    "x = '#'; n = 1",
    "x['('] = 3; n = 1",
    "'''(''' ; n = 1",
    "'\\''; n = 1",
    "'''\\''' '''; n = 1",
    "x = rb'\\'('; n = 1",
    "x = u'(' 'b'; n = 1",
    "x = '\\\n('; n = 1",
    "x = [  # (\n 'a(',\n]\nn = 1",
    'f"{x:\'>3}"; n = 1',
    "f'{x!r:>{w}}'; n = 1",
    "f'{a=}'; n = 1",
    "f'{a[\"(\"]}'; n = 1",
    "f'{a[\"b\"]:(>3}'; n = 1",
    'f"""{a} (" """; n = 1',
)
LATER = ('f"{a["("]}"\nn = 1',)  # as from Python 3.12
USES = (
    "f(n)",
    "f(a, n, b=n)",
    "f(n=1)",
    "f(\n    n=1,\n)",
    "n(x)",
    "n(x).y",
    "n.f(x)",
    "n.append",
    "x = n",
    "x = n.y",
    "x = n[0]",
    "x: n",
    "x: n = 1",
    "x.y: a.n = 1",
    "x[0]: a[n, 'n'].n = 1",
    "x: (n) = 1",
    "x: a | n = 1",
    "class A:\n    x: a.n = None",
    "def f(x: a.n = None): pass",
    "x[n] = 1",
    "x = a[n:2]",
    "x.append(n)",
    "x.n(1)",
    "return_ = n",
    "def f(n): pass",
    "def f(a=n, b=[n]): pass",
    "def f(n=1, *, b: n = 2) -> n: pass",
    "def f(a): return n",
    "class A(n): pass",
    "class A(metaclass=n): pass",
    "@n\ndef f(): pass",
    "@n.register(x)\ndef f(): pass",
    "if n == 1: pass",
    "if n != 1 and n <= 2 and 3 >= n: pass",
    "while n: pass",
    "for a in n: pass",
    "[a for a in n]",
    "[n for a in x]",
    "{n: 1, 'n': n}",
    "with n: pass",
    "with n.f(), a as b: pass",
    "assert n, n",
    "del a\nf(n)",
    "a = 1; f(n)",
    "import n",
    "import a.n",
    "from a import n",
    "from n import a",
    "from a import (\n    n,\n)",
    "'n = 1'",
    "'''\nn = 1\n'''",
    "# n = 1",
    "f'n = {n}'",
    "f'{n=} {n:>3} {n!r}'",
    "print(n, end='')",
    "x = y if n else z",
    "x = lambda: n",
    "n_ = 1",
    "an.n_ = 1",
)


@pytest.mark.parametrize("text", [*CHANGES, *LATER])
def test_a_change_is_seen(text: str) -> None:
    assert "n" in changed(text)
    assert "n" in changed(f"def f(x):\n    'n'\n    {text.replace(chr(10), chr(10) + '    ')}\n")


@pytest.mark.parametrize("text", CHANGES)
@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_all_these_are_python(text: str) -> None:
    if not text.startswith(("def f[", "class A[", "type ")):
        ast.parse(text)


@pytest.mark.parametrize("text", USES)
def test_a_use_is_no_change(text: str) -> None:
    ast.parse(text)
    assert "n" not in changed(text)


def test_names_of_other_letters_count() -> None:
    assert "größe" in changed("größe.x = 1")
    assert "o\u0304_x" in changed("o\u0304_x = 1")  # a letter and its mark


@pytest.mark.parametrize(
    "text", ["(((", ")))", "'", "f'{", "f'{a:", "'''", "\\", "x = (", "f'''{'"]
)
def test_what_is_no_python_ends(text: str) -> None:
    changed(text)
    changed(text * 2_000)


def test_a_project_asks_the_texts_that_import_a_file() -> None:
    texts = {
        "a.py": "n = 1\n",
        "reads.py": "import a\nprint(a.n)\n",
        "writes.py": "import a\r\n(a\r\n.n) = 2\r\n",
        "far.py": "import reads\nreads.n = 3\n",
    }
    whole = Project([Source(path, text.encode()) for path, text in texts.items()])
    assert whole.ask(Query("a.py", ("n",), changed=True)) == ("writes.py",)
    assert whole.ask(Query("a.py", ("n",))) == ("reads.py", "writes.py")


# --- against the syntax tree ----------------------------------------------------------------------


def changes(text: str) -> Iterator[str]:
    """The names that a text changes, asked of its syntax tree."""
    tree = ast.parse(text)
    declared = {n.target for n in ast.walk(tree) if isinstance(n, ast.AnnAssign) and not n.value}
    for node in ast.walk(tree):
        if node in declared:
            continue
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            if not isinstance(node.ctx, ast.Load):
                yield from along(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in MUTATING_METHODS:
                yield from along(node.func.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            yield from (node.name,) if node.name else ()
        elif isinstance(node, ast.MatchMapping):
            yield from (node.rest,) if node.rest else ()
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names
        elif isinstance(node, ast.alias) and node.asname:
            yield from (node.name.rpartition(".")[2], node.asname)


def along(node: ast.expr) -> Iterator[str]:
    """The names along the way to what is changed."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            yield node.attr
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


@st.composite
def operands(draw: st.DrawFn, depth: int = 2) -> str:
    """An expression that may stand on the left of an assignment."""
    gap = draw(st.sampled_from(["", "", " ", " \\\n "]))
    text = draw(st.sampled_from(["n", "m", "fn", "case_"]))
    for _ in range(draw(st.integers(0, depth))):
        inner = draw(expressions(depth - 1)) if depth else "0"
        text += gap + draw(st.sampled_from([".x", ".n", f"[{inner}]", "['(']", f"[\n{inner}:]"]))
    return text


@st.composite
def expressions(draw: st.DrawFn, depth: int = 2) -> str:
    """An expression."""
    if depth <= 0:
        return draw(st.sampled_from(["n", "m.n", "1", "1e5", "'n ('", "b'#'", "r'\\''", "f'{n}'"]))
    forms = (
        "{a}({b}, k={b})",
        "{a}.append({b})",
        "{a}.n . pop ()",
        "({b}).update(n=1)",
        "[{b}, {b}]",
        "{{{b}: {b}}}",
        "({b} if {a} == {b} else {b})",
        "(lambda n=1: {b})",
        "[{b} for {a} in {b} if {b}]",
        "f'{{{a}.pop()!r:>{{w}}}} (' ",
        "(n := {b})",
        '"""{b}("""',
        "{a}",
        "(\n# ) (\n{b})",
    )
    form = draw(st.sampled_from(forms))
    return form.format(a=draw(operands(depth - 1)), b=draw(expressions(depth - 1)))


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Some statements."""
    forms = (
        "{a} = {b}",
        "{a}, ({a2}, *c) = {a2} = {b}",
        "{a} += {b}",
        "{a}: {b} = {b}",
        "{b}",
        "del {a}, ({a2})",
        "for {a} in {b}: {a2} = {b}",
        "with {b} as {a}, {b} as ({a2}, d): {b}",
        "if {b}: {b}",
        "x = 1; {a} = {b}; y = 2",
        "def n(a={b}, *, k={b}): return {b}",
        "class m({b}): {a} = {b}",
        "try: {b}\nexcept {b} as n: {b}",
        "match {b}:\n case [n, *m] if {b}: {b}\n case {{'n': m}}: {b}",
        "from a import (n as m,\n b)",
        "@{b}\ndef f(): global n",
    )
    some = draw(st.lists(st.sampled_from(forms), min_size=1, max_size=4))
    return "\n".join(
        form.format(a=draw(operands()), a2=draw(operands()), b=draw(expressions())) for form in some
    )


@quick
@given(programs())
def test_no_change_is_missed(text: str) -> None:
    try:
        wanted = set(changes(text))
    except SyntaxError:
        return
    assert wanted <= changed(text)


@pytest.mark.parametrize("path", sorted(CASES.glob("**/*.py")), ids=lambda path: str(path.stem))
def test_no_change_is_missed_in_a_case(path: Path) -> None:
    text = text_of(path.read_bytes())
    assert set(changes(text)) <= changed(text)
