"""A program that turns types of 64 bits on by a variable of the environment."""

import os

os.environ["JAX_ENABLE_X64"] = "1"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402


@jax.grad
def floored(p):
    return jnp.where(p > 0.0, 1.0 / jnp.maximum(p, 1e-30), 0.0)


@jax.grad
def not_floored(p):
    return jnp.where(p > 0.0, 1.0 / p, 0.0)  # expect: JAX602
