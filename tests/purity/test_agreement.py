"""jaxlint and JAX agree on state and effects: a short run of random programs, with fixed seeds.

The long run is ``python -m tests.purity``.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import jax
import pytest

from . import rows
from .oracle import Blind, Truth, observe
from .program import HEADER
from .programs import write
from .verdicts import Comparison, annotated, compare, compare_rows

jax.config.update("jax_platforms", "cpu")  # type: ignore[no-untyped-call]

PROGRAMS, ROWS = 80, 40
# How many of the hazards may be missed, and how many fine programs may be spoken of.
MISSED, FALSE = 2, 1


@pytest.fixture(scope="module")
def comparisons() -> list[Comparison]:
    return [compare(write(Random(number))) for number in range(PROGRAMS)]


@pytest.mark.parametrize(("kind", "most"), [("missed", MISSED), ("false", FALSE)])
def test_jaxlint_says_of_programs_what_comes_of_them(
    kind: str, most: int, comparisons: list[Comparison]
) -> None:
    wrong = [annotated(seen) for seen in comparisons if seen.kind == kind]
    assert len(wrong) <= most, "\n".join(wrong)


def test_the_programs_are_of_every_kind(comparisons: list[Comparison]) -> None:
    counts = Counter((one.program.axes["family"], one.truth) for one in comparisons)
    for family in ("stale", "effects", "arguments"):
        assert counts[family, Truth.FINE] and counts[family, Truth.DIFFERS]
    assert counts["leaks", Truth.FINE] and counts["leaks", Truth.LEAKS]


def test_jaxlint_says_where_rows_draw_the_same_numbers() -> None:
    compared = [compare_rows(rows.write(Random(number))) for number in range(ROWS)]
    assert {one.truth for one in compared} == {Truth.FINE, Truth.TIED}
    wrong = [annotated(seen) for seen in compared if not seen.agrees]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("body", "truth"),
    [
        ("SEEN.append(jax.jit(lambda x: x + 1)(X))", Truth.FINE),
        ("r = 1.0\nf = jax.jit(lambda x: x * r)\nSEEN += [f(X)]\nr = 2.0", Truth.FINE),
        ("r = 1.0\nf = jax.jit(lambda x: x * r)\nf(X)\nr = 2.0\nSEEN += [f(X)]", Truth.DIFFERS),
        ("f = jax.jit(lambda x: SEEN.append(1) or x)\nf(X)\nf(X)", Truth.DIFFERS),
        ("jax.vmap(lambda x: SEEN.append(1) or x)(XS)", Truth.FINE),
        ("d = {}\njax.jit(lambda a: a.update(n=1))(d)\nSEEN.append(len(d))", Truth.DIFFERS),
        ("jax.jit(lambda x: SEEN.append(x) or x)(X)", Truth.LEAKS),
        ("s = lax.scan(lambda c, x: (c + x, x), 0.0, XS)\nSEEN.append(s[0])", Truth.FINE),
    ],
)
def test_what_the_oracle_sees(body: str, truth: Truth) -> None:
    assert observe(f"{HEADER}\n{body}\n") is truth


def test_the_oracle_leaves_other_errors_alone() -> None:
    with pytest.raises(Blind, match="ZeroDivisionError"):
        observe(f"{HEADER}\n1 / 0\n")
