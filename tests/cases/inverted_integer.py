"""Masks that are turned over."""

import jax
import jax.numpy as jnp
from somewhere import MASK


def kept(noise, loss):
    hidden = jnp.asarray(noise < 0.3, dtype=jnp.int32)
    return jnp.where(~hidden, loss, 0.0)  # expect: JAX323


def kept_by_truth(noise, loss):
    hidden = noise < 0.3
    return jnp.where(~hidden, loss, 0.0), jnp.where(~MASK, loss, 0.0)


@jax.jit
def kept_in_a_trace(x):
    live = (x > 0).astype(int)
    dead = ~live
    return jnp.where(dead, 0.0, x), jnp.any(dead)  # expect: JAX323


@jax.jit
def compared(x):
    live = (x > 0).astype(int)
    return jnp.where(live == 0, 0.0, x), jnp.where(~(live > 0), 0.0, x), jnp.where(live, x, 0.0)


def picked(x):
    chosen = jnp.zeros(4, dtype=jnp.int32).at[1].set(1)
    return x[~chosen], jnp.ones(4)[~chosen]  # expect: JAX323


def both(x):
    flags = jnp.array([0, 1, 1])
    return jnp.logical_and(x > 0, ~flags)  # expect: JAX323


def bits():
    flags = jnp.array([0, 1, 1])
    return ~flags & 3, (~flags).sum()


def counted():
    flags = jnp.array([0, 1, 1])
    return jnp.count_nonzero(~flags), jnp.count_nonzero(flags == 0)  # expect: JAX323


def where_they_are(x):
    flags = jnp.asarray(x > 0, dtype=jnp.int8)
    return jnp.nonzero(~flags), jnp.nonzero(~(x > 0))  # expect: JAX323


def kept_by_a_test(x):
    flags = jnp.array([0, 1, 1])
    return jnp.where(flags == 0, x, 0.0)


def kept_by_logic(x):
    flags = jnp.array([0, 1, 1])
    return jnp.where(jnp.logical_not(flags), x, 0.0)


def kept_by_truths(x):
    flags = jnp.array([False, True, True])
    return jnp.where(~flags, x, 0.0), x[~flags]
