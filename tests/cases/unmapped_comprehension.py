"""Comprehensions and sums over traced arrays."""

import jax
import jax.numpy as jnp


def norm(x):
    return jnp.sqrt(x @ x)


@jax.jit
def over_rows(xs):
    ys = jnp.sin(xs)
    a = jnp.stack([norm(y) for y in ys])  # expect: JAX704
    b = jnp.array([y[0] for y in ys * 2])  # expect: JAX704
    c = sum(ys)  # expect: JAX704
    d = sum(y @ y for y in ys)  # expect: JAX704
    e = {i: y for i, y in enumerate(a)}
    return a, b, c, d, e


@jax.jit
def over_lists(params, x):
    parts = [x, x + 1]
    total = sum(norm(part) for part in parts)
    total = total + sum(jnp.sum(leaf) for leaf in jax.tree.leaves(params))
    return total + sum(parts) + sum([x[i] for i in range(3)])


@jax.jit
def over_anything(xs):
    return [norm(x) for x in xs]


@jax.vmap
def mapped(x):
    rows = jnp.outer(x, x)
    return sum(rows)  # expect: JAX704


@jax.jit
def at_once(xs):
    return jax.vmap(norm)(xs) + jnp.sum(xs, axis=0)


def helper(x):
    return [norm(row) for row in jnp.atleast_2d(x)]  # expect: JAX704


@jax.jit
def calls(x):
    return helper(x)


def plain(xs):
    return sum(jnp.sin(xs))
