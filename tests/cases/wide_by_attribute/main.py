"""A program that turns types of 64 bits on by an attribute."""

import jax
import jax.numpy as jnp

jax.config.jax_enable_x64 = True


@jax.grad
def floored(p):
    return jnp.where(p > 0.0, 1.0 / jnp.maximum(p, 1e-30), 0.0)


@jax.grad
def not_floored(p):
    return jnp.where(p > 0.0, 1.0 / p, 0.0)  # expect: JAX602
