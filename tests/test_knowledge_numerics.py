"""The functions of numbers that are known, and their slopes, against JAX."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge.numerics import (
    BETWEEN,
    BINARY,
    DOUBLE,
    RISING,
    SAMPLED,
    SINGLE,
    UNARY,
    Given,
    held,
    of_width,
    operation,
    slopes,
)

NUMBERS = (-200.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 200.0)
ALIKE = frozenset(("sum", "mean", "max", "min", "var", "std", "norm"))
WITHOUT_SLOPE = frozenset(("isnan", "isinf", "isfinite", "logical_not", "~", "any", "all"))
OF_TRUTH = frozenset(("~", "logical_not", "&", "|", "logical_and", "logical_or"))
UNLIKE_NAMES: dict[str, Callable[..., Any]] = {
    "neg": jnp.negative,
    "~": jnp.logical_not,
    "norm": lambda x: jnp.linalg.norm(jnp.atleast_1d(x)),
    "rsqrt": jax.lax.rsqrt,
    "same": jnp.asarray,
}
OPERATORS: dict[str, Callable[..., Any]] = {
    "+": jnp.add,
    "-": jnp.subtract,
    "*": jnp.multiply,
    "/": jnp.divide,
    "**": jnp.power,
    ">": jnp.greater,
    ">=": jnp.greater_equal,
    "<": jnp.less,
    "<=": jnp.less_equal,
    "==": jnp.equal,
    "!=": jnp.not_equal,
    "&": jnp.logical_and,
    "|": jnp.logical_or,
}


def function(op: str) -> Callable[..., Any]:
    """Return what JAX has under the name of an operation of one number."""
    if op in UNLIKE_NAMES:
        return UNLIKE_NAMES[op]
    home = jax.nn if op in ("sigmoid", "relu", "softplus", "logsumexp") else jnp
    found: Callable[..., Any] = getattr(home, op)
    return found


def operator(op: str) -> Callable[..., Any]:
    """Return what JAX has under the name of an operation of two numbers."""
    return OPERATORS[op] if op in OPERATORS else function(op)


def same(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6)


@pytest.mark.parametrize("op", sorted(UNARY))
def test_a_function_gives_what_jax_gives(op: str) -> None:
    known = UNARY[op]
    for number in NUMBERS:
        x = jnp.array([number, number]) if op in ALIKE else jnp.float32(number)
        assert same(known.value(number), _total(op, function(op)(x))), number


@pytest.mark.parametrize("op", sorted(UNARY.keys() - WITHOUT_SLOPE))
def test_a_slope_is_what_jax_gives(op: str) -> None:
    known, slope = UNARY[op], jax.grad(lambda x: function(op)(jnp.atleast_1d(x)).sum())
    for number in NUMBERS:
        assert same(known.slope(number), float(slope(number))), number


def _total(op: str, given: jax.Array) -> float:
    """What two equal numbers give, as one of them gives it."""
    if op == "sum":
        return float(given) / 2
    return float(given) / math.sqrt(2) if op == "norm" else float(given)


@pytest.mark.parametrize("op", sorted(BETWEEN.keys() & UNARY.keys()))
def test_a_bounded_function_stays_between_its_bounds(op: str) -> None:
    low, high = BETWEEN[op]
    given = [UNARY[op].value(number) for number in NUMBERS]
    assert all(low <= number <= high for number in given if not math.isnan(number))


@pytest.mark.parametrize("op", sorted(RISING))
def test_a_rising_function_rises(op: str) -> None:
    given = [UNARY[op].value(number) for number in NUMBERS]
    known = [number for number in given if not math.isnan(number)]
    assert known == sorted(known)


@pytest.mark.parametrize("op", sorted(BINARY))
def test_an_operation_gives_what_jax_gives(op: str) -> None:
    known = operator(op)
    for one in NUMBERS:
        for other in NUMBERS:
            given = known(jnp.float32(one), jnp.float32(other))
            assert same(BINARY[op](one, other), float(given)), (one, other)


@pytest.mark.parametrize("op", ["+", "-", "*", "/", "**", "maximum", "minimum"])
def test_the_slopes_of_an_operation_are_what_jax_gives(op: str) -> None:
    slope = jax.grad(operator(op), argnums=(0, 1))
    for one in NUMBERS:
        for other in NUMBERS:
            mine, theirs = slopes(op, one, other), slope(one, other)
            # The slope in the exponent is not followed.
            count = 1 if op == "**" else 2
            for left, right in zip(mine[:count], theirs[:count], strict=True):
                assert same(left, float(right)), (one, other)


@pytest.mark.parametrize(
    ("name", "op"),
    [
        ("jax.numpy.exp", "exp"),
        ("jax.lax.logistic", "sigmoid"),
        ("jax.scipy.special.expit", "sigmoid"),
        ("jax.numpy.linalg.norm", "norm"),
        ("jax.lax.max", "maximum"),
        ("jax.numpy.max", "max"),
        ("jax.lax.select", "where"),
        ("jax.numpy.add", "+"),
        ("jax.numpy.fft.fft", ""),
        ("numpy.exp", ""),
        ("math.exp", ""),
    ],
)
def test_names_of_operations(name: str, op: str) -> None:
    assert operation(name) == op


GIVEN = {"jax.random.truncated_normal": (-1.5, 0.5), "jax.random.randint": (-3, 8)}


@pytest.mark.parametrize("name", SAMPLED)
def test_a_sampler_stays_between_its_bounds(name: str) -> None:
    sampler = getattr(jax.random, name.removeprefix("jax.random."))
    parameters = list(inspect.signature(sampler).parameters)
    ends, given = [], {}
    for number, bound in enumerate(SAMPLED[name]):
        if not isinstance(bound, Given):
            ends.append(bound)
            continue
        assert parameters[bound.position] == bound.name
        if bound.default is None:
            given[bound.name] = GIVEN[name][number]
        ends.append(GIVEN[name][number] if bound.default is None else bound.default)
    for wide in (False, True):
        with jax.enable_x64(wide):
            shape = {"a": 0.1, "b": 0.1} if name.endswith("beta") else given
            drawn = sampler(jax.random.key(7), shape=(100_000,), **shape)
            assert ends[0] <= drawn.min() < drawn.max() <= ends[1]


def test_no_normal_number_is_larger_than_the_one_of_the_largest_bits() -> None:
    """As JAX makes them: the inverse error function of a uniform number below one."""
    low, high = SAMPLED["jax.random.normal"]
    for wide, dtype in ((False, jnp.float32), (True, jnp.float64)):
        with jax.enable_x64(wide):
            ends = jnp.nextafter(jnp.array([-1, 1], dtype), jnp.array(0, dtype))
            least, most = jnp.sqrt(2).astype(dtype) * jax.lax.erf_inv(ends)
            assert low < least < -5 and 5 < most < high


@pytest.mark.parametrize("floor", [1e-18, 1e-20, 1e-37, 1e-40, 1e-153, 1e-155, 1e-300, 1e-320])
@pytest.mark.parametrize("op", ["log", "sqrt", "reciprocal"])
def test_the_slope_at_a_floor_is_infinite_in_the_width_in_which_it_is_in_jax(
    op: str, floor: float
) -> None:
    for wide, width in ((False, SINGLE), (True, DOUBLE)):
        with jax.enable_x64(wide), of_width(width):
            slope = jax.grad(function(op))(jnp.asarray(floor))
            mine = UNARY[op].slope(held(floor))
            assert math.isfinite(mine) == math.isfinite(float(slope)), wide


BY_HAND: dict[str, Callable[..., Any]] = {
    "log_softmax": lambda x: jnp.log(jax.nn.softmax(jnp.stack([x, 0 * x])))[1],
    "log_sigmoid": lambda x: jnp.log(jax.nn.sigmoid(-x)),
    "log_cosh": lambda x: jnp.log(jnp.cosh(x)),
    "softplus": lambda x: jnp.log(1 + jnp.exp(x)),
    "logsumexp": lambda x: jnp.log(jnp.sum(jnp.exp(jnp.stack([x, x])))),
    "softmax": lambda x: jnp.exp(x) / jnp.sum(jnp.exp(jnp.stack([x, x]))),
    "sigmoid": lambda x: 1 / (1 + jnp.exp(x)),
    "tanh": lambda x: (jnp.exp(x) - jnp.exp(-x)) / (jnp.exp(x) + jnp.exp(-x)),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_what_is_composed_by_hand_breaks_at_larger_numbers_in_float64(name: str) -> None:
    """As JAX601 says: near 100 in float32, near 750 in float64."""
    slope = jax.grad(BY_HAND[name])
    assert not jnp.isfinite(slope(jnp.asarray(110.0)))
    with jax.enable_x64(True):
        assert jnp.isfinite(slope(jnp.asarray(110.0)))
        assert not jnp.isfinite(slope(jnp.asarray(750.0)))


def test_in_float64_one_minus_an_exponential_of_what_is_near_zero_is_not_zero() -> None:
    slope = jax.grad(lambda x: jnp.log(1 - jnp.exp(x)))
    assert not jnp.isfinite(slope(jnp.asarray(-1e-8)))
    with jax.enable_x64(True):
        assert jnp.isfinite(slope(jnp.asarray(-1e-8)))
        assert not jnp.isfinite(slope(jnp.asarray(-1e-17)))
