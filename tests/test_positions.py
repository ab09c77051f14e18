"""Where the nodes of a tree stand is what libcst itself says of it."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from jaxlint.program.writing import Ranges

from .case_files import ALL, python_files

CHECKOUT = Path(__file__).parent.parent
FILES = [
    *(file for case in ALL[::4] for file in python_files(case)),
    *sorted((CHECKOUT / "jaxlint" / "program").rglob("*.py")),
]
ODD = {
    "empty": b"",
    "newline": b"\n",
    "no newline": b"x = 1",
    "spaces and no newline": b"if x:\n  y\n   # a\n# b",
    "crlf": b"def f(a, *, b=(1,\r\n  2)):\r\n    '''x\r\n    y'''\r\n\r\n    return a  # c\r\n",
    "cr": b"x = [\r 1,\r]\ry = x",
    "mixed": b"x = (1 +\r\n 2)\ny = '''\r\n'''\n",
    "tabs and form feeds": b"class A:\n\t@ d \n\tdef f(self): pass ; x\n\x0c\ny = (lambda: x)\n",
    "mark": b"\xef\xbb\xbfx = 1\n",
    "latin": "# coding: latin-1\nx = 'é', y\n".encode("latin-1"),
    "backslash": b"x = 1 + \\\n  2 ; assert \\\n y\n",
    "wide": "é = '🎉', x\n".encode(),
    "text": b"x = f'a{b!r:>{c}}' 'd' f'''\n{e}\n'''\n",
    "else": b"try:\n  a\nexcept* (B) as c : pass\nelse :\n  for x in y :\n    z\n  else: w\n",
}


def assert_same(data: bytes) -> None:
    tree = cst.parse_module(data)
    wrapper = MetadataWrapper(tree, unsafe_skip_copy=True)
    found = wrapper.resolve(PositionProvider)
    ranges = Ranges(tree)
    assert len(found) > 0
    for node, wanted in found.items():
        assert CodeRange(*ranges.of(node)) == wanted, (node, wanted)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_of_files(path: Path) -> None:
    assert_same(path.read_bytes())


@pytest.mark.parametrize("name", ODD)
def test_of_odd_sources(name: str) -> None:
    assert_same(ODD[name])
