"""Jitted functions that loops give other shapes."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(x):
    return sum(map(jnp.sum, jax.tree.leaves(x)))


@partial(jax.jit, static_argnums=1)
def padded(x, length):
    return jnp.sum(x[:length])


@partial(jax.jit, static_argnames="axes")
def summed(x, axes):
    return jnp.sum(x, axis=axes)


def plain(x):
    return x.sum()


def test_slices(x, tokens):
    for i in range(1, 100):
        total(x[:i])  # expect: JAX709
    for i in range(len(x)):
        total(x[i:])  # expect: JAX709
    for t, token in enumerate(tokens):
        prefix = tokens[:, : t + 1]
        total(prefix)  # expect: JAX709
    for i in range(100):
        total(np.asarray(x)[: i + 1])  # expect: JAX709


def test_sizes(n):
    for i in range(1, n):
        total(jnp.zeros(i))  # expect: JAX709
    for i in range(1, n):
        total(np.ones((3, 2 * i)))  # expect: JAX709


def test_lists(xs):
    seen = []
    for x in xs:
        seen.append(x)
        total(seen)  # expect: JAX709
    for x in xs:
        some = [x]
        some.append(x)
        total(some)
    return total(seen)


def test_of_one_shape(x, n, size):
    for i in range(n):
        total(x[i])
        total(x[i : i + 8])
        total(x[i * size : (i + 1) * size])
        total(x[:size])
        total(jnp.zeros(size))
        total(jnp.full((3,), i))
        total(i)
        prefix = x[:size]
        total(prefix)
    return total(x[:n])


def test_few(x):
    for i in range(1, 4):
        total(x[:i])


def test_static(x):
    for _ in range(100):
        padded(x, 8)


def test_static_by_name(x, order):
    for i in range(1, 100):
        summed(x, order[:i])
    for i in range(1, 100):
        summed(x[:i], order)  # expect: JAX709


def test_not_compiled(x):
    for i in range(1, 100):
        plain(x[:i])


@jax.jit
def test_traced(x):
    for i in range(1, 100):
        total(x[:i])


def anywhere(x):
    for i in range(1, 100):
        total(x[:i])
