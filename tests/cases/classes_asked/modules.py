"""Tests of the module that a value's class is of: those of tracers are JAX's."""

import jax
import jax.numpy as jnp
import numpy as np


def is_of_jax(array):
    return type(array).__module__.startswith(("jax", "jaxlib"))


def library_of(array, library="auto"):
    if library != "auto":
        return library
    return "jax" if is_of_jax(array) else "numpy"


def first_to_zero(matrix):
    if library_of(matrix) == "jax":
        return matrix.at[0].set(0.0)
    copied = np.asarray(matrix).copy()
    copied[0] = 0.0
    return copied


def halves(matrix):
    if type(matrix).__module__.split(".")[0] == "numpy":
        return np.asarray(matrix) / 2
    return matrix / 2


def by_name(matrix):
    if "jax" in matrix.sum().__class__.__module__:
        return matrix
    return np.asarray(matrix)


def other_way_about(matrix):
    if type(matrix).__module__.startswith("jax"):
        return np.asarray(matrix)  # expect: JAX107
    return matrix


def of_another(matrix, other):
    if type(other).__module__ == "numpy":
        return np.asarray(matrix)  # expect: JAX107
    return matrix


@jax.jit
def all_of_them(matrix):
    return first_to_zero(matrix), halves(matrix), by_name(matrix), other_way_about(matrix)


jax.vmap(lambda row: of_another(row, np.ones(2)))(jnp.ones((2, 3)))
