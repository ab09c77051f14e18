"""A program with 64-bit types, in which Python's types are dtypes that arrays have."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def of_arrays(n):
    x = jnp.zeros(n)
    return x.dtype == float, x.dtype is jnp.float64  # expect: JAX309


def surprise(p):
    return -jnp.log(1 - jnp.clip(p, 1e-8, 1 - 1e-8))
