"""jaxlint and JAX agree on what tracers refuse: a short run of random programs, with fixed seeds.

The long run is ``python -m tests.tracing``.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import jax
import pytest

from .oracle import Blind, observe
from .programs import write
from .verdicts import annotated, compare

jax.config.update("jax_platforms", "cpu")  # type: ignore[no-untyped-call]

PROGRAMS = 120

# Programs on which jaxlint is wrong, and why.
OPEN: dict[int, str] = {}


@pytest.mark.parametrize("number", range(PROGRAMS))
def test_jaxlint_says_of_a_program_what_jax_does(
    number: int, request: pytest.FixtureRequest
) -> None:
    if number in OPEN:
        request.applymarker(pytest.mark.xfail(strict=True, reason=OPEN[number]))
    seen = compare(write(Random(number)))
    assert seen.agrees, annotated(seen)


def test_the_programs_are_of_every_kind() -> None:
    seen = [observe(write(Random(number))) for number in range(PROGRAMS)]
    errors = Counter(one.error for one in seen if one is not None)
    assert PROGRAMS / 4 < sum(errors.values()) < 3 * PROGRAMS / 4
    assert len(errors) >= 5


@pytest.mark.parametrize(
    ("last", "line", "error"),
    [
        ("bool(jnp.float32(1.0))", None, ""),
        ("jax.jit(lambda x: 1 if x else 2)(1.0)", 2, "TracerBoolConversionError"),
        ("jax.jit(lambda x: jnp.zeros(x))(1)", 2, "TypeError"),
        ("jnp.zeros(2).at[0].set(1.0)[0]", None, ""),
    ],
)
def test_what_the_oracle_sees(last: str, line: int | None, error: str) -> None:
    seen = observe(f"import jax, jax.numpy as jnp\n{last}\n")
    assert (seen and (seen.line, seen.error)) == ((line, error) if line else None)


def test_the_oracle_leaves_other_errors_alone() -> None:
    with pytest.raises(Blind, match="ZeroDivisionError"):
        observe("1 / 0\n")
