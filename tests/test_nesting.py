"""Sources that would end the process in libcst's parser are kept away from it, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

import jaxlint.source.limits
from jaxlint.source.limits import too_much

DANGEROUS = {
    "brackets": "x = " + "(" * 3000 + "1" + ")" * 3000,
    "open brackets": "x = " + "[" * 3000,
    "brackets after a mistake": "x = = 1\n" + "(" * 3000,
    "signs": "x = " + "-" * 20000 + "1",
    "signs after a mistake": "x = = " + "-" * 20000 + "1",
    "signs in a file with null bytes": "\0" + "-" * 20000,
    "signs with blank lines between": "x = (" + ("-" * 900 + "\n\n") * 20 + "1)",
    "a sum": "x = " + "+".join(["1"] * 20000),
    "attributes": "x = a" + ".b" * 6000,
    "lambdas": "x = " + "lambda: " * 6000 + "1",
    "conditions": "x = " + "1 if a else " * 6000 + "1",
}
HARMLESS = {
    "nothing": "",
    "fifty brackets": "x = " + "(" * 50 + "1" + ")" * 50,
    "brackets in a string": "x = '" + "(" * 5000 + "'",
    "a long flat list": "x = [\n" + "    -1.5,\n" * 20000 + "]\n",
    "ten thousand lines": "x = a.b(c)[d] + e\n" * 10000,
    "many blocks too many for Python": "".join(" " * i + "if x:\n" for i in range(500)),
    "a mistake": "def f(:\n",
}


@pytest.mark.parametrize("name", DANGEROUS)
def test_dangerous_sources_are_named(name: str) -> None:
    assert too_much(DANGEROUS[name].encode()) == "nests too deeply to be read safely"


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless_sources_pass(name: str) -> None:
    assert too_much(HARMLESS[name].encode()) is None


def test_real_code_passes() -> None:
    for file in Path(jaxlint.source.limits.__file__).parent.rglob("*.py"):
        assert too_much(file.read_bytes()) is None, file
