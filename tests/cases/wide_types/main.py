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


# In float64 a floor above 1e-154 has a square, by which the slope of the quotient is divided.
@jax.grad
def floored(p):
    return jnp.where(p > 0.0, 1.0 / jnp.maximum(p, 1e-30), 0.0)


@jax.grad
def floored_lower(p):
    return jnp.where(p > 0.0, 1.0 / jnp.maximum(p, 1e-160), 0.0)  # expect: JAX602


@jax.grad
def not_floored(p):
    return jnp.where(p > 0.0, 1.0 / p, 0.0)  # expect: JAX602


@jax.grad
def shifted(x):
    return 1.0 / (jnp.sqrt(jnp.sum(x**2) + 1e-40) + 1e-8)


@jax.grad
def shifted_less(x):
    return 1.0 / (jnp.sqrt(jnp.sum(x**2) + 1e-320) + 1e-8)  # expect: JAX603


# In float64 exp(x) ends at 709, and 1 - 1e-12 is not one, but 1 - 1e-17 is.
@jax.grad
def soft(x):
    return jnp.log(1.0 + jnp.exp(x)).sum()  # expect: JAX601


@jax.grad
def below(x):
    shifted = jnp.maximum(x, 1e-12)
    return (shifted + jnp.log1p(-jnp.exp(-shifted))).sum()


@jax.grad
def failing(x):
    return jnp.log(1 - jax.nn.sigmoid(x)).sum()  # expect: JAX601


@jax.grad
def survived(x):
    return jnp.log(1 - jnp.exp(-x * x)).sum()  # expect: JAX601


@jax.grad
def kept_small(x):
    return jnp.log(1 + jnp.exp(jnp.clip(x, -90.0, 90.0))).sum()


# Keys have two words of 32 bits, into which all of the seed goes.
def seeded():
    return jax.random.key(2**32 + 7), jax.random.PRNGKey(202206091600)
