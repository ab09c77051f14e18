"""jaxlint and JAX agree on numbers and gradients: a short run of random programs, fixed seeds.

The long run is ``python -m tests.numerics``.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import jax
import pytest

from .oracle import Unjudged, is_wrong
from .programs import HEADER, Program, write
from .verdicts import Comparison, annotated, compare

jax.config.update("jax_platforms", "cpu")  # type: ignore[no-untyped-call]

PROGRAMS = 40


@pytest.fixture(scope="module")
def comparisons() -> list[Comparison]:
    found = []
    for number in range(PROGRAMS):
        with suppress(Unjudged):
            found.append(compare(write(Random(number))))
    return found


def test_jaxlint_says_of_programs_what_comes_of_them(comparisons: list[Comparison]) -> None:
    wrong = [annotated(seen) for seen in comparisons if seen.kind in ("missed", "false")]
    assert not wrong, "\n".join(wrong)


def test_the_programs_are_of_every_kind(comparisons: list[Comparison]) -> None:
    counts = Counter((one.program.family, one.wrong) for one in comparisons)
    for family in ("guard", "root", "composition"):
        assert counts[family, True] and counts[family, False]


@pytest.mark.parametrize(
    ("family", "expression", "wrong"),
    [
        ("guard", "jnp.where(x > 0, jnp.log(x), 0.0)", True),
        ("guard", "jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1.0)), 0.0)", False),
        ("root", "jnp.sqrt(jnp.sum(x**2)) + 1e-3", True),
        ("root", "jnp.sqrt(jnp.sum(x**2) + 1e-3)", False),
        ("composition", "jnp.log(nn.softmax(x))", True),
        ("composition", "nn.log_softmax(x)", False),
    ],
)
def test_what_the_oracle_sees(family: str, expression: str, wrong: bool) -> None:
    text = f"{HEADER}\ndef loss(x, w):\n    return jnp.sum({expression})\n"
    text += "run = jax.value_and_grad(loss)\n"
    assert is_wrong(Program(text, frozenset(), family, ())) is wrong


def test_the_oracle_leaves_other_programs_alone() -> None:
    text = f"{HEADER}\nrun = jax.value_and_grad(lambda x, w: jnp.log(x).sum())\n"
    with pytest.raises(Unjudged):
        is_wrong(Program(text, frozenset(), "guard", ()))
