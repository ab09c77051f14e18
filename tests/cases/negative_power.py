"""Whole numbers to powers below zero."""

import jax
import jax.numpy as jnp
import numpy as np

halves = 2 ** -jnp.arange(4)  # expect: JAX613
counted = jnp.arange(1, 5)
reciprocals = counted**-1  # expect: JAX613
by_a_function = jnp.power(10, -counted)  # expect: JAX613
in_an_array = jnp.array([2, 3]) ** -jnp.arange(2)  # expect: JAX613


def of_floats():
    return 2.0 ** -jnp.arange(4), counted.astype(jnp.float32) ** -1


def by_floats():
    return 2 ** -jnp.arange(4.0), counted**-1.0, jnp.float_power(10, -counted)


def above_zero():
    return 2 ** jnp.arange(4), jnp.power(2, counted)


def on_either_side():
    return 2 ** (counted - 2)


def signs():
    return (-1) ** jnp.arange(4), (-1) ** -jnp.arange(4), 1**-counted


def of_the_host():
    return 2.0 ** -np.arange(4)


def bands(count, base):
    return base ** -jnp.arange(count)  # expect: JAX613


def bands_of_anything(count, base):
    return base ** -jnp.arange(count)


@jax.jit
def weighted(x):
    return bands(4, 10) @ x


@jax.jit
def squared(levels):
    levels = levels.astype(jnp.int32)
    return 2 ** -(levels**2)  # expect: JAX613


@jax.jit
def refused():
    try:
        return counted**-1
    except TypeError:
        return 1.0 / counted
