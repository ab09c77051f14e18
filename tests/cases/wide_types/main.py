"""A program with 64-bit types, in which Python's types are dtypes that arrays have."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def of_arrays(n):
    x = jnp.zeros(n)
    return x.dtype == float, x.dtype is jnp.float64  # expect: JAX309


def surprise(p):
    return -jnp.log(1 - jnp.clip(p, 1e-8, 1 - 1e-8))


# In float64 the exponential is a number up to 709.
@jax.grad
def occupied(x):
    near = jnp.where(x > 709.0, 0.0, x)
    return jnp.where(x > 709.0, 0.0, 1.0 / (jnp.exp(near) + 1.0)).sum()


@jax.grad
def growing(x):
    return jnp.where(x > 50.0, x, jnp.log(jnp.exp(x) + 1.0)).sum()  # expect: JAX602
