"""Masks as indices."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def positive(x):
    return x[x > 0]  # expect: JAX110


@jax.jit
def positive_or_zero(x):
    return jnp.where(x > 0, x, 0.0)


def plain_positive(x):
    return x[x > 0]


@jax.jit
def named(x, y):
    mask = (x > 0) & ~jnp.isnan(y)
    return y[mask].mean()  # expect: JAX110


@jax.jit
def named_in_a_reduction(x, y):
    mask = (x > 0) & ~jnp.isnan(y)
    return jnp.mean(y, where=mask) + jnp.sum(y * mask)


@jax.jit
def cleared(x):
    return x.at[x < 0].set(0.0)  # expect: JAX110


@jax.jit
def cleared_by_index(x, i):
    return x.at[i].set(0.0).at[jnp.argmax(x)].set(1.0)


@jax.jit
def rows(x, labels):
    return x[labels == 1, :]  # expect: JAX110


@jax.jit
def rows_by_index(x, labels):
    return x[labels, :] + x[jnp.argsort(labels)]


def keep(values, mask):
    return values[mask]  # expect: JAX110


@jax.jit
def through_a_helper(x):
    return keep(x, x != 0)


def masked_mean(x, mask):
    return jnp.where(mask, x, 0).sum() / mask.sum()


@jax.jit
def helper_that_multiplies(x):
    return masked_mean(x, x != 0)


def body(carry, x):
    return carry + x[x > carry].sum(), None  # expect: JAX110


def scanned(xs):
    return lax.scan(body, 0.0, xs)


# T23: a mask that NumPy made of constants is known.
@jax.jit
def checkerboard(x):
    odd = np.arange(8) % 2 == 1
    return x[odd] + x[np.eye(2, dtype=bool)] + x[:, [True, False]]


# T07
def loss(w):
    return w[w > 0].sum()


slope = jax.grad(loss)


# T04: a flag chooses an entry of a dict; the name of one is compared.
@jax.jit
def entries(params):
    return sum(params[name] for name in params if name == "w")


@jax.jit
def by_comparison_of_names(params, x):
    picked = {name: leaf for name, leaf in params.items() if name != "bias"}
    return x[picked["w"].astype(int)]


def outside(x):
    big = positive_or_zero(x)
    return big[big > 1], big.at[big > 1].set(0.0)


# What is behind a truth test that a tracer fails is run on values that can be read.
@jax.jit
def validated(x):
    try:
        bad = bool(jnp.any(x < 0))
    except jax.errors.TracerBoolConversionError:
        return x
    if bad:
        raise ValueError(x[x < 0][0])
    return x


@jax.jit
def validated_elsewhere(x, check):
    try:
        bad = check()
    except jax.errors.TracerBoolConversionError:
        return x
    if bad:
        raise ValueError(x[x < 0][0])  # expect: JAX110
    return x


# What a function makes of the leaves of one record is a record of the same class.
class Sample(NamedTuple):
    at: jax.Array
    weight: jax.Array

    def heavy(self):
        return self.weight > 0.1


@jax.jit
def heavy_ones(sample):
    doubled = jax.tree.map(lambda leaf: 2 * leaf, sample)
    return doubled.at[doubled.heavy()]  # expect: JAX110


@jax.jit
def heavy_sum(sample):
    doubled = jax.tree.map(lambda leaf: 2 * leaf, sample)
    return jnp.sum(doubled.at, where=doubled.heavy())


def weighed(x):
    sample = Sample(x, jnp.ones(3))
    shifted = jax.tree.map(lambda leaf: leaf + 1, sample)
    return heavy_ones(shifted), heavy_sum(shifted), shifted.at[shifted.heavy()]


# --- masks that NumPy has made ---------------------------------------------------------------------


@jax.jit
def observed_mean(x, observed):
    return jnp.mean(x[observed])  # expect: JAX110


@jax.jit
def late_mean(x, late):
    return jnp.mean(x[late])  # expect: JAX110


@jax.jit
def known_mean(x, known):
    return jnp.mean(x, where=known)


@jax.jit
def mean_of_places(x, places):
    return jnp.mean(x[places])


def series(n):
    values = np.linspace(-1.0, 1.0, n)
    values[values > 0.5] = np.nan
    return values, ~np.isnan(values)


def of_series(n=40):
    values, observed = series(n)
    late = jnp.asarray(np.arange(n) > 20)
    x = jnp.asarray(values)
    kept = x[observed]
    means = observed_mean(x, jnp.asarray(observed)), late_mean(x, late), known_mean(x, observed)
    return kept, means, mean_of_places(x, np.flatnonzero(observed))
