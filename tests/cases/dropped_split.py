"""The result of split or fold_in thrown away."""

import random as py_random

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax import random as jr
from jax.random import fold_in, split


def statement(key):
    jr.split(key)  # expect: JAX404
    return jr.normal(key)


def bound(key):
    key, sub = jr.split(key)
    return jr.normal(sub), key


def fold_statement(key, step):
    jr.fold_in(key, step)  # expect: JAX404
    return jr.normal(key)


def fold_bound(key, step):
    key = jr.fold_in(key, step)
    return jr.normal(key)


def imported_name(key):
    split(key, 3)  # expect: JAX404
    fold_in(key, 1)  # expect: JAX404


def full_name():
    key = jax.random.PRNGKey(0)
    jax.random.split(key)  # expect: JAX404
    return key


def one_child_dropped(key):
    jr.split(key)[0]  # expect: JAX404
    return jr.normal(key)


@jax.jit
def in_branch(key, x):
    if x.ndim == 2:
        jax.random.split(key, x.shape[0])  # expect: JAX404
    return x + jax.random.normal(key, x.shape)


def in_loop(key, xs):
    for i, x in enumerate(xs):
        jr.fold_in(key, i)  # expect: JAX404
        x.sum()
    return key


def in_scan(key, x):
    def body(x, i):
        jr.fold_in(key, i)  # expect: JAX404
        return x + 1.0, None

    return lax.scan(body, x, jnp.arange(3))


class Env:
    def reset(self, key):
        jr.split(key)  # expect: JAX404
        return jr.uniform(key, (4,))

    def reset_split(self, key):
        key, sub = jr.split(key)
        return jr.uniform(sub, (4,)), key


def returned(key, n):
    return jr.split(key, n)


def yielded(key):
    while True:
        key, sub = jr.split(key)
        yield sub


def passed_on(key, consume):
    consume(jr.split(key))
    consume(key=jr.fold_in(key, 3))


def collected(key, n):
    keys = []
    for i in range(n):
        keys.append(jr.fold_in(key, i))
    return keys


def timed(key):
    jr.split(key, 1000).block_until_ready()


def in_lambda():
    return lambda key: jr.split(key)


def walrus(key):
    if (children := jr.split(key)).shape[0] == 2:
        return children
    return None


def stored(self, key):
    self.key, self.sub = jr.split(key)


# Other splits, whose results are nobody's key.
def text(line, shards):
    line.split(",")
    np.split(np.arange(4), 2)
    jnp.split(jnp.arange(4), 2)
    shards.split(2)


class Stream:
    """An object whose split changes it."""

    def __init__(self, seed):
        self.rng = py_random.Random(seed)

    def split(self, n):
        self.rng = py_random.Random(n)

    def run(self):
        self.split(3)
        py_random.shuffle([1, 2])


def own_split():
    def split(parts):
        parts.append(1)

    parts = []
    split(parts)
    return parts


# Whether it raises is what is asked.
def is_key(value):
    try:
        jr.split(value)
        return True
    except Exception:
        return False


def only_finishes(key, close):
    try:
        jr.split(key)  # expect: JAX404
        return jr.normal(key)
    finally:
        close()


def is_a_key(given):
    try:
        jax.random.split(given["key"])
    except Exception:
        raise ValueError("no key")
    return given


def is_a_key_too(key):
    try:
        jax.random.split(key)
    except (TypeError, ValueError) as error:
        raise ValueError("no key") from error
    return key


def is_cleaned_up(key):
    try:
        jax.random.split(key)  # expect: JAX404
    finally:
        print("done")
    return key
