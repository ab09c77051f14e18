"""Indices that are filled up, and updates that leave out what lies outside."""

import jax
import jax.numpy as jnp
import numpy as np

PAD = -1


@jax.jit
def by_where(x, there):
    places = jnp.where(there, jnp.arange(3), -1)
    return x.at[places].add(1.0, mode="drop")  # expect: JAX328


def table(pairs, most):
    filled = np.full((most, 2), PAD, dtype=np.int32)
    filled[: len(pairs)] = pairs
    return jnp.asarray(filled)


def degrees(pairs, n):
    return jnp.zeros(n).at[pairs[:, 0]].add(1.0, mode="drop")  # expect: JAX328


def of_table(pairs, most, n):
    return degrees(table(pairs, most), n)


@jax.jit
def read_there(x, mask):
    places = jnp.flatnonzero(mask, size=3, fill_value=-1)
    return x[None].at[0].get().at[places].get(mode="fill", fill_value=0.0)  # expect: JAX328


@jax.jit
def taken(x, there):
    places = jnp.where(there, jnp.arange(3), PAD)
    return jnp.take(x * 2.0, places, mode="fill", fill_value=0.0)  # expect: JAX328


@jax.jit
def padded(x, places):
    places = jnp.pad(places, (0, 2), constant_values=-1).astype(jnp.int32)
    return jnp.zeros(3).at[places].set(x, mode="drop")  # expect: JAX328


def whole(n):
    rows = jnp.full((n,), -1)
    return jnp.ones(3).at[rows].multiply(2.0, mode="drop")  # expect: JAX328


@jax.jit
def by_the_length(x, there):
    places = jnp.where(there, jnp.arange(3), x.shape[0])
    return x.at[places].add(1.0, mode="drop")


@jax.jit
def exchanged(x, there):
    places = jnp.where(there, jnp.arange(3), -1)
    places = jnp.where(places < 0, 3, places)
    return x.at[places].add(1.0, mode="drop")


# The last row is there for what is not.
def with_a_last_row(there):
    places = jnp.where(there, jnp.arange(3), -1)
    return jnp.zeros(4).at[places].add(1.0)[:-1]


@jax.jit
def told_not_to_wrap(x, there):
    places = jnp.where(there, jnp.arange(3), -1)
    return x.at[places].add(1.0, mode="drop", wrap_negative_indices=False)


@jax.jit
def clamped(x, there):
    places = jnp.maximum(jnp.where(there, jnp.arange(3), -1), 0)
    return x.at[places].add(1.0, mode="drop")


@jax.jit
def of_numbers_that_are_no_places(x, there):
    signs = jnp.where(there, 1, -1)
    return x.at[jnp.arange(3)].add(signs, mode="drop")


def all_of_them(x, there, pairs):
    by_where(x, there), read_there(x, there), taken(x, there), padded(x, pairs[:, 0])
    by_the_length(x, there), exchanged(x, there), told_not_to_wrap(x, there), clamped(x, there)
    return of_table(pairs, 8, 3), of_numbers_that_are_no_places(x, there)
