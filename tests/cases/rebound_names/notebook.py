"""A name that is bound several times is, in a function, what it is when the function runs."""

import jax
import jax.numpy as np


def unit(x):
    return x / np.linalg.norm(x)


unit_of = jax.jit(lambda x: unit(x))


def direction(x):
    return unit_of(x)


def directions(x):
    return [direction(x) for _ in range(2)]


directions(np.ones(3))

import numpy as np


def load(rows):
    poses = np.concatenate([rows, rows], 0)
    poses[:, 0] *= 2.0
    return poses


loaded = load(np.ones((2, 2)))


@jax.jit
def from_here_on_plain(x):
    return np.sin(x)  # expect: JAX107


@jax.jit
def bound_again_alike(x):
    return np.cos(x)  # expect: JAX107


import numpy as np


def scale(x):
    return jax.numpy.sum(x * 2)


scaled = jax.jit(scale)
jax.vmap(scaled)(loaded)


def scale(x):
    if jax.numpy.sum(x) > 0:  # expect: JAX101
        return x
    return -x


scaled = jax.jit(scale)
