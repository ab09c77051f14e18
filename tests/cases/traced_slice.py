"""Slices of arrays, lists and texts by traced bounds."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def first(x, n):
    return x[:n]  # expect: JAX111


@partial(jax.jit, static_argnames="n")
def static_first(x, n):
    return x[:n]


def plain_first(x, n):
    return x[:n]


@jax.jit
def window(x, i):
    return x[i : i + 8].mean()  # expect: JAX111


@jax.jit
def window_of_jax(x, i):
    return lax.dynamic_slice_in_dim(x, i, 8).mean() + x[jax.ds(i, 8)].mean()


@jax.jit
def strided(x, step):
    return x[::step]  # expect: JAX111


# T02, T30
@jax.jit
def static_bounds(x, n):
    half = x.shape[0] // 2
    rest = x[half:] + x[: len(x) // 2] + x[..., :-1] + x[1:, None]
    return rest + x[n] + x[jnp.arange(2) + n] + x.at[n].get()


@jax.jit
def truncated(x, lengths):
    longest = jnp.max(lengths)
    return x[:, :longest]  # expect: JAX111


@jax.jit
def updated(x, n):
    return x.at[n:].add(1.0)  # expect: JAX111


XS = jnp.arange(10.0)


def body(i, total):
    return total + jnp.sum(XS[:i])  # expect: JAX111


def prefix_sums():
    return lax.fori_loop(0, 10, body, 0.0)


def prefix_sums_by_hand():
    total = 0.0
    for i in range(10):
        total += jnp.sum(XS[:i])
    return total


def cut(x, n):
    return x[:n]  # expect: JAX111


@jax.jit
def through_a_helper(x, n):
    return cut(x, n).sum() + plain_first(x, x.shape[0] - 1).sum()


@jax.jit
def by_slice_object(x, n):
    return x[slice(0, n)]  # expect: JAX111


# T04: a list argument keeps its structure.
@jax.jit
def of_a_list(xs):
    head, tail = xs[:1], xs[1:]
    return sum(head) + sum(tail)


# T07
def loss(w, n):
    return jnp.sum(w[:n])


slope = jax.grad(loss)


@jax.jit
def masked(x, n):
    return jnp.where(jnp.arange(x.shape[0]) < n, x, 0.0)
