"""Results of pure methods and functions, dropped or used."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax


def sorted_scores(n):
    scores = jnp.arange(n)
    scores.sort()  # expect: JAX304
    return scores


def sorted_kept(n):
    scores = jnp.arange(n)
    scores = scores.sort()
    return scores


@jax.jit
def cast(x):
    y = jnp.exp(x)
    y.astype(jnp.int32)  # expect: JAX304
    y.round()  # expect: JAX304
    y.reshape(-1)  # expect: JAX304
    return y.astype(jnp.int32).round().reshape(-1)


@jax.jit
def maybe_a_tree(tree):
    tree.copy()
    return tree


class Model:
    def __init__(self, n):
        self.weights = jnp.zeros(n)
        self.names = ["b", "a"]

    def clip(self):
        self.weights.clip(0.0, 1.0)  # expect: JAX304
        self.names.sort()
        return self

    def run(self):
        self.clip()
        self.weights = self.weights.clip(0.0, 1.0)


def of_numpy(n):
    table = np.arange(n)
    table.sort()
    table.round()
    return table


def of_unknown(x):
    x.sort()
    x.clip(0, 1)
    return x


def waited(x):
    y = jnp.exp(x)
    y.block_until_ready()
    y.sum().block_until_ready()
    y.block_until_ready  # expect: JAX304
    return y


@jax.jit
def functions(x, y):
    jnp.append(x, y)  # expect: JAX304
    jnp.delete(x, 0)  # expect: JAX304
    lax.stop_gradient(y)  # expect: JAX304
    lax.dynamic_update_slice(x, y, (0,))  # expect: JAX304
    jnp.append(x[1:] + 1, y)
    jnp.linalg.cholesky(x)
    x = jnp.append(x, y)
    return lax.stop_gradient(x)


def own_append(xs, x):
    xs.append(x)
    return xs


def expected():
    x = jnp.arange(3)
    with pytest.raises(TypeError):
        x.reshape(7)
    try:
        x.reshape(7)
    except TypeError:
        return None
    return x


def helper(values):
    values.squeeze()  # expect: JAX304
    return values


helped = helper(jnp.ones((1, 2)))
jnp.ones(3).sort()
helped.sort()


# A transformation makes a new function and leaves the old one as it is.
class Env:
    def step(self, state):
        return state + 1


env = Env()
jax.jit(env.step)  # expect: JAX304
jax.vmap(env.step)  # expect: JAX304
fast_step = jax.jit(env.step)
jax.jit(env.step)(1.0)
jax.jit(env.step).lower(1.0)


# Without its sign it is no decorator, and the function under it stays as it is.
partial(jax.jit, static_argnums=0)  # expect: JAX304


def repeated(n, x):
    return jnp.tile(x, n)


class Layer:
    jax.jit  # expect: JAX304

    def scale(self, x):
        return x * 2

    @partial(jax.jit, static_argnums=0)
    def shift(self, x):
        return x + 1


def made_inside(x):
    partial(jax.vmap, in_axes=(0, None))  # expect: JAX304

    def add(row, shift):
        return row + shift

    to_rows = partial(jax.vmap, in_axes=(0, None))
    partial(print, "rows")
    return to_rows(add)(x, 1.0)


try:
    jax.pmap
except AttributeError:
    print("it is gone")


def refused():
    with pytest.raises(TypeError):
        jax.jit(3)
    try:
        jax.vmap(env.step, in_axes=2.0)
    except TypeError:
        return False
    return True


# A mask is boolean already.
def unused(pairs):
    mask = jnp.all(pairs == 0, axis=1) & jnp.any(pairs > 1, axis=1)
    mask.astype(bool)  # expect: JAX304
    mask.astype(int)  # expect: JAX304
    return mask


def shuffled(key, walkers):
    keys = jax.random.split(key, 3)
    jax.random.permutation(keys[0], walkers)  # expect: JAX304
    walkers = jax.random.permutation(keys[1], walkers)
    order = jax.random.permutation(keys[2], 8)
    return walkers[order]
