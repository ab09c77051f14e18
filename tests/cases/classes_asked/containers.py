"""Tests for lists, tuples and dicts: what leads on where they hold is run for containers alone.

A parameter of traced code may be one, or an array. What is wrong with it behind such a test is
presumed, however the test is written; what is known to be a list is a list.
"""

import jax
import jax.numpy as jnp
import numpy as np


def is_ragged(rows):
    if isinstance(rows, (list, tuple)):
        try:
            whole = np.asarray(rows)  # expect: JAX114
        except (TypeError, ValueError):
            return True
        return whole.ndim != 3
    return False


def total(rows):
    if is_ragged(rows):
        raise ValueError("ragged")
    return jnp.sum(rows)


def scored(case):
    _, rows = case
    return jax.jit(lambda given: total(given))(rows)  # expect: JAX503


def in_an_arm(rows):
    return np.stack(rows) if isinstance(rows, list) else rows  # expect: JAX107


def in_an_operand(rows):
    return isinstance(rows, tuple | list) and float(rows[0])  # expect: JAX105


def by_a_variable(rows):
    is_table = isinstance(rows, dict)
    if is_table:
        return float(rows["first"])  # expect: JAX105
    return rows


def none_else_goes_on(rows):
    if not isinstance(rows, list):
        return rows
    return float(rows[0])  # expect: JAX105


@jax.jit
def of_parameters(a, b, c, d):
    return in_an_arm(a), in_an_operand(b), by_a_variable(c), none_else_goes_on(d)


def stacked(rows):
    if isinstance(rows, (list, tuple)):
        rows = jnp.stack(rows)
    return np.asarray(rows)  # expect: JAX107


def first(rows):
    return float(rows[0])  # expect: JAX105


def of_the_other_sort(rows):
    if isinstance(rows, list):
        return first(rows)
    return first(rows)


def of_a_list(row):
    rows = [row, row]
    if isinstance(rows, list):
        return float(rows[0])  # expect: JAX105
    return rows


def others_are_refused(rows):
    if not isinstance(rows, list):
        raise TypeError("a list is wanted")
    return float(rows[0])  # expect: JAX105


@jax.jit
def certainly(a, b, c, d):
    return stacked(a), of_the_other_sort(b), of_a_list(c), others_are_refused(d)


def of_numbers(rows):
    if isinstance(rows, (list, np.ndarray)):
        return np.asarray(rows)
    return rows


def of_each(rows):
    if isinstance(rows, (list, tuple)):
        return [jnp.asarray(row) for row in rows]
    return jnp.asarray(rows)


@jax.jit
def quietly(a, b):
    return of_numbers(a), of_each(b)
