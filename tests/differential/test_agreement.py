"""jaxlint and JAX agree on random programs over keys: a short run with fixed seeds.

The long run is ``python -m tests.differential``.
"""

from __future__ import annotations

from random import Random

import jax
import pytest
from _pytest.mark.structures import ParameterSet

from .minimal import Minimal
from .minimal import programs as minimal_programs
from .oracle import observe
from .programs import write
from .verdicts import annotated, compare

jax.config.update("jax_platforms", "cpu")  # type: ignore[no-untyped-call]

PROGRAMS = 150
CHECKED = 25

# Random programs on which jaxlint is wrong, and why: ``minimal`` has each reason by itself.
OPEN: dict[int, str] = {}

# Random programs on which the checker of JAX is stricter than the oracle, and why.
STRICTER = {5: "a key is stacked and drawn from: the stack is not used"}


def marked(value: object, name: str, reason: str) -> ParameterSet:
    """A parameter, expected to fail if there is a reason to."""
    marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
    return pytest.param(value, id=name, marks=marks)


NUMBERS = [marked(number, str(number), OPEN.get(number, "")) for number in range(PROGRAMS)]
MINIMAL = [marked(program, program.name, program.reason) for program in minimal_programs()]


@pytest.mark.parametrize("number", NUMBERS)
def test_jaxlint_says_of_a_program_what_its_runs_show(number: int) -> None:
    seen = compare(write(Random(number)), checker=False)
    assert seen.agrees, annotated(seen)


@pytest.mark.parametrize("program", MINIMAL)
def test_jaxlint_says_of_a_minimal_program_what_its_runs_show(program: Minimal) -> None:
    seen = compare(program.text, checker=False)
    assert seen.agrees, annotated(seen)


def test_the_programs_are_of_both_kinds() -> None:
    reused = sum(observe(write(Random(n)), checker=False).reused for n in range(PROGRAMS))
    assert PROGRAMS / 4 < reused < 3 * PROGRAMS / 4


def test_the_oracle_says_what_the_checker_of_jax_says() -> None:
    for number in range(CHECKED):
        # The checker knows keys by object: two of one seed are two for it.
        text = write(Random(number), constant=0.0)
        runs = observe(text)
        assert (runs.reused == runs.checked) == (number not in STRICTER), text


@pytest.mark.parametrize(
    ("body", "reused"),
    [
        ("jr.normal(key); jr.uniform(key)", True),
        ("jr.split(key); jr.normal(key)", False),
        ("_ = jr.split(key); jr.normal(key)", True),
        ("jr.normal(jr.fold_in(key, 1)); jr.normal(jr.fold_in(key, 2)); jr.normal(key)", False),
        ("jr.normal(jr.fold_in(key, 1)); jr.normal(jr.fold_in(key, 1))", True),
        ("jr.normal(jr.fold_in(key, 1)); [jr.normal(k) for k in jr.split(key, 3)]", False),
        ("jr.normal(key); jr.normal(jr.clone(key)); jr.normal(jr.clone(key))", False),
        ("jr.normal(key) if flag else jr.uniform(key)", False),
        ("[jr.normal(key) for _ in range(n)]", True),
        ("jax.vmap(jr.normal)(jr.split(key, 3))", False),
        ("k = jr.split(key, 3); jax.vmap(jr.normal)(k); jr.normal(k[1])", True),
        ("jax.vmap(lambda x: x + jr.normal(key))(jnp.zeros(3))", False),
        ("lax.scan(lambda c, _: (c, jr.normal(key)), 0.0, None, length=3)", True),
        ("lax.scan(lambda k, _: (jr.split(k)[0], 0.0), key, None, length=3)", False),
        ("lax.cond(flag, jr.normal, jr.uniform, key)", False),
        ("while True: jr.normal(key); break", False),
    ],
)
def test_what_counts_as_a_reuse(body: str, reused: bool) -> None:
    imports = "import jax, jax.numpy as jnp, jax.random as jr\nfrom jax import lax\n"
    text = f"{imports}def main(key, flag, other, n):\n    {body}\n"
    assert observe(text, checker=False).reused is reused
