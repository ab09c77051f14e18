"""Functions whose result is as long as the values say."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.ops import segment_sum


@jax.jit
def hits(x):
    return jnp.nonzero(x > 0)  # expect: JAX109


@jax.jit
def bounded_hits(x):
    return jnp.nonzero(x > 0, size=4, fill_value=0)


def plain_hits(x):
    return jnp.nonzero(x > 0)


@jax.jit
def where_one(x):
    rows = jnp.where(x > 0)[0]  # expect: JAX109
    return rows


@jax.jit
def where_three(x):
    return jnp.where(x > 0, x, 0.0) + jnp.where(x < 9, x, 9.0)


@jax.jit
def where_bounded(x):
    return jnp.where(x > 0, size=4)


@jax.jit
def distinct(labels):
    values, counts = jnp.unique(labels, return_counts=True)  # expect: JAX109
    return values * counts


@jax.jit
def distinct_bounded(labels, n_labels=10):
    values, counts = jnp.unique(labels, return_counts=True, size=n_labels)
    return values * counts


def grouped(x, groups):
    return segment_sum(x, groups)  # expect: JAX109


@jax.jit
def grouped_under_jit(x, groups):
    return grouped(x, groups)


@jax.jit
def grouped_bounded(x, groups):
    return segment_sum(x, groups, 4) + segment_sum(x, groups, num_segments=x.shape[0])


@jax.jit
def repeated(x, counts):
    return jnp.repeat(x, counts)  # expect: JAX109


@jax.jit
def repeated_by_a_number(x, counts):
    twice = jnp.repeat(x, 2, axis=0) + x.repeat(2)
    return twice + jnp.repeat(x, counts, total_repeat_length=8)


@jax.jit
def counted(labels):
    return jnp.bincount(labels)  # expect: JAX109


@jax.jit
def counted_bounded(labels):
    return jnp.bincount(labels, length=5)


def body(carry, x):
    return carry + jnp.argwhere(x).sum(), None  # expect: JAX109


def scanned(xs):
    return lax.scan(body, 0, xs)


@jax.jit
def shared(x, y):
    return jnp.intersect1d(x, y), jnp.extract(x > 0, x), x.nonzero()  # expect: JAX109


@jax.jit
def members(x, y):
    return jnp.isin(x, y), jnp.searchsorted(x, y), jnp.argsort(x), jnp.histogram(x, bins=4)


# T07
def loss(w):
    return w[jnp.nonzero(w > 0)[0]].sum()


slope = jax.grad(loss)


# T23: positions of a NumPy constant are NumPy's business.
@jax.jit
def constant_positions(x):
    rows = np.nonzero(np.array([1, 0, 1]))[0]
    return x[rows]


def outside(x):
    found = jnp.unique(counted_bounded(x))
    return jnp.flatnonzero(found)


# A method of the project's own class is none of an array.
class Selection:
    def __init__(self, rows):
        self.rows = rows

    def compress(self, values):
        return values[self.rows], len(values)


@jax.jit
def selected(one, values):
    if isinstance(one, Selection):
        values, _ = one.compress(values)
        return values
    return one.compress(values > 0)  # expect: JAX109


@jax.jit
def selected_early(one, values):
    if not isinstance(one, Selection):
        return values
    values, _ = one.compress(values)
    return values
