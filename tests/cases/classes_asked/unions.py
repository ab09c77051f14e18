"""Tests for one of several classes: written as a union, as a tuple, or as both."""

from typing import Optional, Union

import jax
import jax.numpy as jnp
import numpy as np

WHOLE = int | np.integer
NUMBERS = (WHOLE, (float, np.floating))


class Interval:
    width = 3


def steps_or_key(steps):
    if isinstance(steps, int | np.integer) and not isinstance(steps, bool | np.bool_):
        return int(steps)
    return steps


def named_union(steps):
    if isinstance(steps, WHOLE):
        return int(steps)
    return steps


def unions_in_tuples(steps):
    if isinstance(steps, NUMBERS):
        return int(steps)
    return steps


def number_or_none(steps):
    if isinstance(steps, None | int):
        return int(steps)
    return steps


def own_class_or_number(steps):
    if isinstance(steps, Interval | float | int):
        return int(steps)
    return steps


def by_type(steps):
    if issubclass(type(steps), int | float):
        return int(steps)
    return steps


def kept_in_a_variable(steps):
    if whole := isinstance(steps, int | np.integer):
        return int(steps)
    return steps, whole


def union_with_arrays(steps):
    if isinstance(steps, int | jax.Array):
        return int(steps)  # expect: JAX105
    return steps


def tuple_with_arrays(steps):
    if isinstance(steps, (Interval, jax.Array)):
        return int(steps)  # expect: JAX105
    return steps


def all_but_numbers(steps):
    if not isinstance(steps, float | int):
        return int(steps)  # expect: JAX105
    return steps


def not_by_type(steps):
    if not issubclass(type(steps), int | float):
        return int(steps)  # expect: JAX105
    return steps


@jax.jit
def of_a_sum(x):
    steps = jnp.sum(x)
    plain = steps_or_key(steps), named_union(steps), unions_in_tuples(steps)
    others = number_or_none(steps), own_class_or_number(steps), by_type(steps)
    arrays = union_with_arrays(steps), tuple_with_arrays(steps), all_but_numbers(steps)
    return plain, others, arrays, kept_in_a_variable(steps), not_by_type(steps)


@jax.jit
def of_a_parameter(steps):
    plain = steps_or_key(steps), named_union(steps), unions_in_tuples(steps)
    others = number_or_none(steps), own_class_or_number(steps), by_type(steps)
    return plain, others, union_with_arrays(steps), kept_in_a_variable(steps)


@jax.jit
def of_a_key(key):
    first, second = jax.random.split(key)
    return steps_or_key(second), jax.random.normal(first)


def flags(x):
    return jnp.where((x > 0) | (x < -1), x, 0)


print(of_a_sum(jnp.ones(3)), of_a_parameter(2), of_a_key(jax.random.key(0)), flags(jnp.ones(3)))


@jax.jit
def by_union_of_typing(x, n):
    if isinstance(n, Union[int, float]):
        return np.asarray(x)
    return x


@jax.jit
def by_optional(x, n):
    if isinstance(n, Optional[float]):
        return np.asarray(x)
    return x


@jax.jit
def by_union_with_arrays(x, n):
    if isinstance(n, Union[float, jax.Array]):
        return np.asarray(x)  # expect: JAX107
    return x
