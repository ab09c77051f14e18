"""A single key that is reckoned with, indexed or taken apart."""

import chex
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import plum
from jax import random


def plus_one():
    key = jr.key(0)
    a = jr.normal(key, (3,))
    b = jr.normal(key + 1, (3,))  # expect: JAX409
    return a, b


def raw_plus_step(n):
    key = jr.PRNGKey(0)
    return [jr.normal(key + i, (3,)) for i in range(n)]  # expect: JAX409


def xor(worker):
    key = random.PRNGKey(42)
    return random.uniform(key ^ worker, (3,))  # expect: JAX409


def one_plus():
    return jr.normal(1 + jr.key(0), (3,))  # expect: JAX409


def counted_up(xs):
    key = jr.PRNGKey(0)
    for x in xs:
        x = x + jr.normal(jr.clone(key), x.shape)
        key += 1  # expect: JAX409
    return xs


def child_plus_one(key):
    first, second = jr.split(key)
    return jr.normal(first), jr.normal(second + 1)  # expect: JAX409


@jax.jit
def jitted(step):
    key = jr.PRNGKey(0)
    return jr.normal(key + step)  # expect: JAX409


def indexed():
    key = jr.PRNGKey(41)
    return jr.PRNGKey(key[1])  # expect: JAX409


def indexed_child(key):
    key, sub = jr.split(key)
    return key, jr.normal(sub[0])  # expect: JAX409


def unpacked():
    k1, k2 = jr.PRNGKey(0)  # expect: JAX409
    return k1, k2


def unpacked_by_name():
    key = jr.key(0)
    k1, k2 = key  # expect: JAX409
    return k1, k2


def folded_key_indexed(key):
    own = jr.fold_in(key, 3)
    return jr.normal(own[0])  # expect: JAX409


def folded(n):
    key = jr.key(0)
    return [jr.normal(jr.fold_in(key, i), (3,)) for i in range(n)]


def seed_arithmetic(seed, n):
    return [jr.normal(jr.key(seed + i)) for i in range(n)]


# T19
def batch(key):
    keys = jr.split(key, 4)
    a, b, *rest = keys
    return jr.normal(a), jr.normal(b), jr.normal(keys[2]), rest


# T19
def split_unpacked():
    k1, k2 = jr.split(jr.PRNGKey(0))
    return jr.normal(k1), jr.normal(k2)


def split_indexed(key):
    return jr.normal(jr.split(key)[0]), key


def batch_of_one(key):
    keys = key[None]
    return jax.vmap(jr.normal)(keys), jnp.expand_dims(key, 0)


def first_of_a_slice(key):
    keys = jr.split(key, 6)
    own, rest = keys[0], keys[1:]
    return jr.normal(own), jax.vmap(jr.normal)(rest)


def two_axes(key):
    keys = jr.split(key, (2, 3))
    return jr.normal(keys[0, 1]), jax.vmap(jr.normal)(keys[1])


def words():
    data = jr.key_data(jr.key(0))
    high, low = data
    return high + low, data[0] ^ data[1]


# T20
def compared(key, other):
    return key == other, key is other


# What this is, a key or a batch of keys, only its callers know.
def unknown(keys, i):
    return jr.normal(keys[i])


def draws(key):
    x = jr.normal(key, (2,))
    a, b = x
    return x + 1, x[0], a * b


def keys_in_a_tuple():
    keys = (jr.key(0), jr.key(1))
    first, second = keys
    return jr.normal(keys[0]), jr.normal(second), first


def keys_in_a_dict(key):
    keys = dict(zip(("params", "dropout"), jr.split(key)))
    return jr.normal(keys["params"]), jr.normal(keys["dropout"])


def many_keys_by_vmap(n):
    keys = jax.vmap(jr.key)(jnp.arange(n))
    return jr.normal(keys[0]), keys[1]


def stacked(key):
    a, b = jr.split(key)
    keys = jnp.stack([b, a])
    first, second = keys
    return jr.normal(first), jr.normal(second), keys[0]


# Dictionary keys.
def names(table):
    for key in table:
        table[key] = np.zeros(3)
        print(key + "s", key[0])
    return table


def batches_of_one():
    key = jr.PRNGKey(0)
    rows = jax.vmap(jr.normal)(key[None, :])
    return rows, jnp.tile(key[np.newaxis, ...], (2, 1)), key[jnp.newaxis], key[None][0]


def one_word():
    key = jr.PRNGKey(0)
    return key[0, None], key[:1]  # expect: JAX409


# An annotation may speak of the keys in a batch; arithmetic is on none of them.
@jax.jit
def spawned(key: chex.PRNGKey, x):
    first, second, _ = key
    return jr.uniform(key[2], x.shape) + jr.uniform(first) + jr.uniform(second)


@jax.jit
def spawned_later(key: chex.PRNGKey, x):
    return jr.uniform(key + 1, x.shape)  # expect: JAX409


@jax.jit
def spawned_of_one(x):
    key = jr.key(0)
    return jr.uniform(key[0], x.shape)  # expect: JAX409


# Of functions of one name a decorator may choose by the arguments.
@plum.dispatch
def initialised(rng: jax.Array, size: int):
    first, second = jr.split(rng)
    return initialised(first, second)


@plum.dispatch
def initialised(params: dict, states: dict):
    return params | states


@plum.dispatch
def combined(rng, states):
    return rng | states  # expect: JAX409


def initialised_and_combined():
    return initialised(jr.key(0), 3), combined(jr.key(0), jnp.ones(3))


def word_behind_a_guard(n):
    if n < 1:
        raise ValueError(n)
    key = jr.key(0)
    return key[0]  # expect: JAX409


def word_behind_a_test(n):
    key = jr.key(0)
    if n < 1:
        raise ValueError(n)
    return key[0]


def child_behind_a_guard(key, n):
    if n < 1:
        raise ValueError(n)
    own, other = jr.split(key)
    return jr.normal(own), other[0]  # expect: JAX409


# A word of a child may seed a generator of another library.
def seeded(key):
    child = jr.split(key)[0]
    np.random.seed(child[1])
    generator = np.random.default_rng(child[1])
    other = np.random.RandomState(seed=child[0]).permutation(int(child[0]) % 7)
    return generator, other, jr.normal(jr.PRNGKey(child[1]))  # expect: JAX409
