"""Predicates of cond that Python knows."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def by_shape(x):
    return lax.cond(x.shape[0] > 2, jnp.sum, jnp.max, x)  # expect: JAX701


@jax.jit
def by_shape_in_python(x):
    return jnp.sum(x) if x.shape[0] > 2 else jnp.max(x)


@jax.jit
def by_value(x):
    return lax.cond(x[0] > 2, jnp.sum, jnp.max, x)


def literal(x):
    return lax.cond(True, jnp.sum, jnp.max, x)  # expect: JAX701


def unknown(x, flag):
    return lax.cond(flag, jnp.sum, jnp.max, x)


@jax.jit
def by_rank(x):
    flat = x.ndim == 1
    return lax.cond(flat, jnp.sum, jnp.max, x)  # expect: JAX701


@jax.jit
def by_rank_and_value(x):
    return lax.cond((x > 0).all(), jnp.sum, jnp.max, x)


@jax.jit
def by_length(xs):
    return lax.cond(len(xs) > 3, jnp.sum, jnp.max, jnp.stack(xs))  # expect: JAX701


@jax.jit
def by_dtype(x):
    whole = jnp.issubdtype(x.dtype, jnp.integer)
    return lax.cond(whole, jnp.sum, jnp.max, x)  # expect: JAX701


@jax.jit
def default_flag(x, train=False):
    return lax.cond(train, jnp.sum, jnp.max, x)  # expect: JAX701


@jax.jit
def passed_flag(x, train):
    return lax.cond(train, jnp.sum, jnp.max, x)


@partial(jax.jit, static_argnames="axis")
def by_array(x, axis):
    return lax.cond(jnp.sum(x, axis=axis)[0] > 0, jnp.sum, jnp.max, x)


def looped(xs):
    return lax.scan(lambda carry, x: (lax.cond(x > 0, jnp.sin, jnp.cos, carry), None), 0.0, xs)
