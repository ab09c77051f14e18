"""Whole numbers to powers below zero."""

import jax
import jax.numpy as jnp
import numpy as np

halves = 2 ** -jnp.arange(4)  # expect: JAX613
halves_of_floats = 2.0 ** -jnp.arange(4)
halves_by_floats = 2 ** -jnp.arange(4.0)
doubles = 2 ** jnp.arange(4)
signs = (-1) ** jnp.arange(4)
signs_back = (-1) ** -jnp.arange(4)
of_the_host = 2.0 ** -np.arange(4)
counted = jnp.arange(1, 5)
reciprocals = counted**-1  # expect: JAX613
reciprocals_of_floats = counted.astype(jnp.float32) ** -1
reciprocals_by_a_float = counted**-1.0
by_a_function = jnp.power(10, -counted)  # expect: JAX613
by_floats = jnp.float_power(10, -counted)
shifted = 2 ** (counted - 2)


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
