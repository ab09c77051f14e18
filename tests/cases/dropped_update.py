"""The result of `x.at[...].set(...)` and its kin thrown away."""

import jax
import jax.numpy as jnp
import pytest
import numpy as np
import pandas as pd
from jax import lax


def one_hot(i, n):
    x = jnp.zeros(n)
    x.at[i].set(1.0)  # expect: JAX303
    return x


def one_hot_bound(i, n):
    x = jnp.zeros(n)
    x = x.at[i].set(1.0)
    return x


def counts(labels, n):
    total = jnp.zeros(n)
    for label in labels:
        total.at[label].add(1)  # expect: JAX303
    return total


def counts_bound(labels, n):
    total = jnp.zeros(n)
    for label in labels:
        total = total.at[label].add(1)
    return total


@jax.jit
def masked(x):
    y = jnp.exp(x)
    y.at[5:].multiply(0.5)  # expect: JAX303
    y.at[0].divide(2.0)  # expect: JAX303
    y.at[1].power(2)  # expect: JAX303
    y.at[2].min(0.0)  # expect: JAX303
    y.at[3].max(0.0, mode="drop")  # expect: JAX303
    y.at[4].apply(jnp.sin)  # expect: JAX303
    return y


# A parameter of a jitted function.
@jax.jit
def shifted(x):
    x.at[:, 0].set(0.0)  # expect: JAX303
    return x


@jax.jit
def shifted_returned(x):
    return x.at[:, 0].set(0.0)


def chained(n):
    x = jnp.zeros(n)
    x.at[0].set(1.0).at[1].set(2.0)  # expect: JAX303
    return x


def chained_bound(n):
    return jnp.zeros(n).at[0].set(1.0).at[1].set(2.0)


def simulate(x):
    def body(i, path):
        path.at[i].set(x[i])  # expect: JAX303
        return path

    return lax.fori_loop(0, 3, body, jnp.zeros(3))


def simulate_returned(x):
    return lax.fori_loop(0, 3, lambda i, path: path.at[i].set(x[i]), jnp.zeros(3))


class Buffer:
    def __init__(self, n):
        self.data = jnp.zeros(n)

    def add(self, i, x):
        self.data.at[i].set(x)  # expect: JAX303

    def add_bound(self, i, x):
        self.data = self.data.at[i].set(x)


def clear(x: jax.Array):
    x.at[0].set(0.0)  # expect: JAX303
    return x


def in_dict():
    params = {"w": jnp.zeros((2, 2))}
    params["w"].at[0].add(1.0)  # expect: JAX303
    return params


def in_dict_bound():
    params = {"w": jnp.zeros((2, 2))}
    params["w"] = params["w"].at[0].add(1.0)
    return params


# The value is used, or at least waited for.
def used(x):
    y = jnp.asarray(x)
    consume(y.at[0].set(1.0))
    y.at[0].set(1.0).block_until_ready()
    _ = y.at[0].set(1.0)
    parts = [y.at[i].set(0.0) for i in range(3)]
    return parts, (lambda: y.at[0].get())()


def consume(x):
    return x.sum()


def unknown(x, frame):
    x.at[0].add("item")
    frame.at[0, "tags"].add("new")
    return x


# A cell of this table holds a set, which changes in place.
def other_libraries():
    frame = pd.DataFrame({"tags": [{"a"}, {"b"}]})
    frame.at[0, "tags"].add("c")
    np.add.at(np.zeros(3), [0], 1.0)
    return frame


# References of kernels are changed by it.
def store(slots_ref, out_ref, gmem_ref, ref, rows):
    def body(i, carry):
        slot = slots_ref[2]
        out_ref.at[slot][...] = rows
        out_ref.at[i].T[...] = rows.T
        out_ref.at[i].set(rows)
        ref.at[slot].set(rows)
        gmem_ref.at[i, slot].set(rows)
        return carry

    lax.fori_loop(0, 4, body, None)


def stored(rows):
    def body(i, carry):
        rows.at[i].set(0.0)  # expect: JAX303
        return carry

    return lax.fori_loop(0, 4, body, rows)


def refused_updates(x, make_quantity):
    length = make_quantity([1.0, 2.0])
    with pytest.raises(NotImplementedError):
        length.at[0].power(2)
    with pytest.raises(TypeError):
        x.at[0].set("first")
    x.at[1].set(2.0)  # expect: JAX303
    return x


# The place of an update may have a name.
def through_a_place(table, slot, row):
    rows = table.at[slot]
    rows.set(row)  # expect: JAX303
    kept = table.at[slot].set(row)
    other = table.at[0]
    return kept + other.set(row)


through_a_place(jnp.zeros((3, 2)), 1, jnp.ones(2))
