"""The parts of a text: what may change without the rest of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.program.parts import NO_PARTS, Parts, parts_of
from jaxlint.program.texts import Text, digest_of

SOURCES = Path(__file__).parent.parent / "jaxlint" / "program"


def parts(text: str) -> Parts:
    """The parts of a text that has no comments."""
    return parts_of(text, "", lambda part: part)


def text_at(path: Path) -> Text:
    """The text of a file."""
    data = path.read_bytes()
    return Text(data, digest_of(data), {})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x, y=1, *, z: int = 2) -> int:\n    return x\n", {"f": "def"}),
        ("async def f():\n    pass\n", {"f": "async def"}),
        ("@jit\ndef f(x):\n    return x\n", {"f": "    return"}),
        ("def f(x=make()):\n    return x\n", {"f": "    return"}),
        ("def f(x: kind()):\n    return x\n", {"f": "    return"}),
        ("def f(\n    x,\n    y=lambda: 1,\n):\n    return x\n", {"f": "    return"}),
        ("def f(x=make()): return x\n", {}),
        ("def f(\n    x=make(),\n): return x\n", {}),
        ("def __getattr__(name):\n    return 1\n", {"__getattr__": "    return"}),
        ("def f(x):\n    return x\n\n\nf = g(f)\n", {}),
        ("def f(x):\n    return x\n\n\ndef f(x):\n    return 2\n", {}),
        ("if x:\n    def f(x):\n        return x\n", {}),
        ("def f(x):\n    return x\n\n\nif x:\n    import f\n", {}),
        ("def f(x):\n    return x\n\n\ndef g():\n    global f\n    f = 1\n", {"g": "def"}),
        ("def f(x):\n    return x\n\n\nif x: global f; f = 1\n", {}),
        ("from a import *\n\n\ndef f(x):\n    return x\n", {}),
        ("from a import b\n\n\ndef f(x):\n    return x\n", {"b": "from", "f": "def"}),
        ("from a import (\n    b,\n    c as d,\n)\n", {"b,d": "from a import (\n    b"}),
        ("import a.b\nimport c.d as e\n", {"a": "import a.b", "e": "import c.d"}),
        ("import a.b\nimport a.c\n", {}),
        ("from __future__ import annotations\n", {}),
        ("try:\n    import a\nexcept ImportError:\n    b = None\n", {}),
        ("a = 1\nb: int = -2\nc = d = {'x': (1 << 9, [None])}\n", {"a": "a", "b": "b", "c,d": "c"}),
        ("a = b\nc = f()\nd = 1 + x\ne, f = 1, 2\ng.h = 1\ni[0] = 1\n", {}),
        ("a: f() = 1\nb: int\nc = f'{a}'\n__version__ = '1'\n__all__ = ['a']\n", {}),
        ("a = 1; b = 2\nc = 3\n", {"c": "c"}),
        ("a = (\n    1\n); b = 2\n", {}),
        ("a = 1\na = 2\n", {}),
        ("class A:\n    x = 1\n\n    def f(self):\n        return 1\n", {"A.f": "        return"}),
        ("class A:\n    @j\n    def f():\n        @g\n        def h(): 1\n", {"A.f": "        @g"}),
        ("class A:\n    def f():\n        pass\n\n    @f.s\n    def f(x):\n        pass\n", {}),
        ("class A:\n    def tree_flatten(self):\n        return (self.x,), None\n", {}),
        ("class A:\n    def f(self): return 1\n", {}),
        ("class A:\n    def f(self):\n        pass\nclass A: ...\n", {}),
        ("def f(:\n", {}),
    ],
)  # fmt: skip
def test_what_is_a_part(text: str, found: dict[str, str]) -> None:
    told = parts(text)
    assert [one.name for one in told.parts] == [*found]
    for one in told.parts:
        assert one.digest.startswith(found[one.name])
        assert one.digest not in told.outline


def test_a_part_leaves_the_outline_alone() -> None:
    text = "import a\n\ndef f(x):\n    return x\n\nclass A:\n    def g(self):\n        return 1\n"
    told = parts(text)
    assert parts(text.replace("return x", "y = 2\n    return y")).outline == told.outline
    assert parts(text.replace("return 1", "return 2")).outline == told.outline
    assert parts(text + "def h():\n    pass\n").outline == told.outline
    assert parts(text.replace("g(self)", "g(self, x)")).outline != told.outline
    assert parts("limit = 1\n" + text.replace("import a", "import b")).outline == told.outline
    assert parts(text + "limit = f\n").outline != told.outline
    assert [one.after for one in told.parts] == [0, 0, 1]


@pytest.mark.parametrize("path", sorted(SOURCES.glob("*.py")), ids=lambda path: path.stem)
def test_each_line_is_found_again(path: Path) -> None:
    text = text_at(path)
    for line in range(1, text.text.count("\n") + 1):
        assert text.line_of(*text.place_of(line)) == line
    assert Parts.of_written(text.parts.written()) == text.parts


def test_where_there_is_no_part_a_line_is_some_line() -> None:
    assert NO_PARTS.number("gone", 3) == 3
