"""Updates of whole numbers."""

import jax
import jax.numpy as jnp
from somewhere import TABLE


def edges(shape, top=0.75):
    field = jnp.full(shape, 0)
    return field.at[0].set(0.75).at[-1].set(0.25)  # expect: JAX322


def edges_of_floats(shape):
    field = jnp.full(shape, 0.0)
    return field.at[0].set(0.75).at[-1].set(0.25)


def whole_edges(shape):
    field = jnp.full(shape, 0)
    return field.at[0].set(2.0).at[-1].set(True).at[1].set(3)


@jax.jit
def weighted(x):
    counts = jnp.zeros(4, dtype=jnp.int32)
    return counts.at[0].add(jnp.exp(x))  # expect: JAX322


@jax.jit
def weighted_as_floats(x):
    counts = jnp.zeros(4, dtype=jnp.int32).astype(x.dtype)
    return counts.at[0].add(jnp.exp(x))


@jax.jit
def counted(x):
    counts = jnp.zeros(4, dtype=jnp.int32)
    return counts.at[0].add(jnp.round(x).astype(jnp.int32)).at[1].divide(0.5)


def of_a_table(x):
    return TABLE.at[0].set(0.5), x.at[0].multiply(0.5)


def halved():
    ranks = jnp.arange(5)
    ranks = ranks.at[1].multiply(0.5)  # expect: JAX322
    return ranks.at[2].set(ranks.mean())  # expect: JAX322


def clipped(x, low):
    ranks = jnp.asarray(x, dtype=jnp.int32)
    floor = jnp.linspace(0.0, 1.0, 4)
    ranks = ranks.at[:4].max(floor)  # expect: JAX322
    return ranks.at[:4].max(low)


def labelled(n):
    labels = jnp.array([0, 1, 1, 0])
    labels = labels.at[2].set(-0.5)  # expect: JAX322
    return labels.at[3].set(n // 2)


def of_floats_by_dtype(n):
    ranks = jnp.arange(n, dtype=float)
    return ranks.at[0].set(0.5)


def smoothed(labels, share):
    hot = (labels[:, None] == jnp.arange(5)).astype(jnp.int32)
    floor = jnp.full_like(hot, share / 5)  # expect: JAX322
    whole = jnp.full_like(hot, 2.0)
    named = jnp.full_like(hot, share, dtype=jnp.float32)
    return floor, whole, named, jnp.full_like(hot.astype(float), share)


smoothed(jnp.array([1, 2]), 0.2)


# --- dtypes of other arrays -----------------------------------------------------------------------


@jax.jit
def deposited(position):
    cell = jnp.floor(position).astype(jnp.int32)
    density = jnp.zeros(8, dtype=cell.dtype)
    return density.at[cell].add(position - cell + 0.5)  # expect: JAX322


@jax.jit
def deposited_in_floats(position):
    cell = jnp.floor(position).astype(jnp.int32)
    density = jnp.zeros(8, dtype=(position + 0.5).dtype)
    return density.at[cell].add(position - cell + 0.5)
