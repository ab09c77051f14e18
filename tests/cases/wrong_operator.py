"""Operators, their precedence and their operands."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def precedence(x, y):
    z = jnp.abs(x)
    a = z > 1 & z < 3  # expect: JAX311
    b = z >= 0 | z != y  # expect: JAX311
    c = (z > 1) & (z < 3)
    d = (z & 1) == 0
    return a, b, c, d


def bits(n, flags):
    x = jnp.arange(n)
    return x & 3 == 0, flags & 1 == 0, 1 < n & 3 < 5, x > (1 & n)


def masks(n):
    x = jnp.arange(n)
    mask, other = x > 1, jnp.isnan(x / 2)
    a = -mask  # expect: JAX311
    b = mask - other  # expect: JAX311
    return a, b, ~mask, mask ^ other, mask + other, mask - 1, -x, 1 - mask, mask * -1


@jax.jit
def floats(x):
    y = jnp.exp(x)
    a = ~y  # expect: JAX311
    b = y & (y > 1)  # expect: JAX311
    c = jnp.ones(3) << 1  # expect: JAX311
    return a, b, c, ~(y > 1), jnp.arange(3) << 1, ~jnp.arange(3)


def of_numpy(n):
    mask = np.arange(n) > 1
    return ~mask, mask ^ mask, mask & True


def of_unknown(mask, x):
    return -mask, mask - mask, ~x, x & 1.0


def only_reads_a_shape(x):
    y = jnp.asarray(x)
    return y.shape[0], y.ndim


@jax.jit
def only_computes(x):
    y = jnp.abs(x)
    return y * 2.0 + y.sum()


def only_numpy(n):
    y = np.zeros(n)
    return y.sum() + y[0]


def only_a_dict(params):
    names = sorted(params)
    return {name: params[name] for name in names}


def only_a_list(xs):
    found = []
    for x in xs:
        found.append(jnp.sum(x))
    return jnp.stack(found)


@jax.jit
def more_bits(x):
    y = jnp.sqrt(x)
    a = y | 1  # expect: JAX311
    b = y >> 2  # expect: JAX311
    return a, b


# What raises gives no floats to the operator around it.
def inverted_within(n):
    x = jnp.zeros(n)
    return (x > 0.5) & ~x  # expect: JAX311


def inverted_beside(n):
    x, y = jnp.zeros(n), jnp.zeros(n)
    kept = (x > 0.5) & ~(y > 0.5)
    return kept, (x > 0.5) & y  # expect: JAX311
