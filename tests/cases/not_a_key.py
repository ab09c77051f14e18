"""What is no key, where a sampler or split wants one."""

from functools import partial

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
from jax import random
from jax.random import normal, split

SEED = 0
SHAPE = (3, 4)


def number():
    return jr.normal(0, (3,))  # expect: JAX410


def number_by_name():
    return jr.uniform(SEED, (3,))  # expect: JAX410


def fraction():
    return jr.bernoulli(0.5)  # expect: JAX410


def by_keyword(shape):
    return random.uniform(shape=shape, key=42)  # expect: JAX410


def text():
    return jr.split("params")  # expect: JAX410


def number_split():
    a, b = split(1234)  # expect: JAX410
    return a, b


def shape_first(key):
    return normal((3, 4), key)  # expect: JAX410


def shape_first_by_name(key):
    return normal(SHAPE, key)  # expect: JAX410


def words_in_a_list():
    return jr.normal([0, 42], (3,))  # expect: JAX410


def generator():
    rng = np.random.default_rng(0)
    return jr.normal(rng, (3,))  # expect: JAX410


def random_state(x):
    rng = np.random.RandomState(0)
    return jr.permutation(rng, x)  # expect: JAX410


def whole_batch(key):
    keys = jr.split(key)
    return jr.normal(keys, (3,))  # expect: JAX410


def whole_batch_inline(key):
    return jr.uniform(jr.split(key, 4), (4,))  # expect: JAX410


@jax.jit
def whole_batch_jitted(key, x):
    keys = jr.split(key, 2)
    return x + jr.normal(keys, x.shape)  # expect: JAX410


def batch_split_again(key):
    keys = jr.split(key, 8)
    return jr.split(keys, 2)  # expect: JAX410


def starred_rest_is_a_list(key):
    key, *subs = jr.split(key, 3)
    return key, jr.normal(subs, (3,))  # expect: JAX410


def key_of_the_seed():
    return jr.normal(jr.key(SEED), (3,))


def vmapped(key):
    first, second = jr.split(key)
    noise = jax.vmap(jr.normal)(jr.split(first, 4))
    return noise, jax.vmap(lambda k: jr.uniform(k, (3,)))(jr.split(second, 4))


def vmapped_partial(key):
    return jax.vmap(partial(jr.normal, shape=(3,)))(jr.split(key, 4))


def vmapped_split(key):
    keys = jax.vmap(jr.split)(jr.split(key, 4))
    return jax.vmap(lambda pair: jr.normal(pair[0]) + jr.normal(pair[1]))(keys)


def one_of_the_batch(key, i):
    keys = jr.split(key, 4)
    return jr.normal(keys[0]), jr.normal(keys[i])


def one_by_one(key):
    return [jr.normal(k) for k in jr.split(key, 4)]


def split_into_one(key):
    (sub,) = jr.split(key, 1)
    return jr.normal(sub)


def squeezed(key):
    return jr.normal(jr.split(key, 1).squeeze(0)), key


def raw_words():
    return jr.normal(np.array([0, 42], dtype=np.uint32), (3,))


def wrapped(words):
    return jr.normal(jr.wrap_key_data(words), (3,))


def optional(key=None):
    if key is None:
        key = jr.key(0)
    return jr.normal(key, (3,))


def seed_or_key(rng):
    if isinstance(rng, int):
        rng = jr.key(rng)
    return jr.normal(rng, (3,))


def generator_makes_the_seed():
    rng = np.random.default_rng(0)
    return jr.normal(jr.key(int(rng.integers(1000))), (3,))


def numbers_elsewhere(key):
    return jr.randint(key, (3,), 0, 10), jr.bernoulli(key=jr.key(1), p=0.5)


def keys_of_a_dict(key, rngs):
    rngs = {"params": key, **rngs}
    return jr.normal(rngs["params"], (3,))


def scanned(key):
    return jax.lax.scan(lambda c, k: (c + jr.normal(k), None), 0.0, jr.split(key, 4))


# NumPy's functions of the same names.
def of_numpy(random):
    return random.normal(0, 1, (3,)), np.random.normal(0, 1, (3,))


class Environments:
    def __init__(self, size=None):
        self.size = size

    def reset(self, key):
        if self.size is not None:
            key = jr.split(key, self.size)
        return jax.vmap(jr.normal)(key)


def reset_all(key):
    return Environments().reset(jr.split(key, 3))


# pmap takes the leading axis off, as vmap does.
drawn = jax.pmap(lambda key: jr.normal(key, (3,)))
drawn_by_all = jax.pmap(lambda key: jr.normal(key), in_axes=None, axis_size=2)  # expect: JAX410


@partial(jax.pmap, axis_name="devices", in_axes=(None, 0, None))
def losses(theta, key, data):
    keys = jr.split(key, 3)
    turn = partial(lambda theta, pair: jr.normal(pair[0]) + theta + pair[1], theta)
    return jax.lax.map(turn, (keys, data))


def mapped(key, theta, data):
    one, two, three = jr.split(key, 3)
    same = drawn_by_all(jr.split(three, 4))
    return drawn(jr.split(one, 4)), losses(theta, jr.split(two, 4), data), same


# What was tested before the batch was made says nothing of it.
def behind_a_guard(key, n):
    if n < 1:
        raise ValueError(n)
    keys = jr.split(key, n + 1)
    return jr.normal(keys, (n,))


def behind_a_guard_of_known_length(key, n):
    if n < 1:
        raise ValueError(n)
    keys = jr.split(key, 4)
    return jr.normal(keys, (n,))  # expect: JAX410


def behind_an_early_return(key, x, noisy):
    if not noisy:
        return x
    return x + jr.normal(jr.split(key), x.shape)  # expect: JAX410


def two_keys(key):
    return jr.split(key)


def made_by_a_helper_behind_a_guard(key, n):
    if n < 1:
        raise ValueError(n)
    return jr.normal(two_keys(key), (n,))  # expect: JAX410


def guard_behind_it(key, n):
    keys = jr.split(key, 4)
    if keys.shape[0] != n:
        raise ValueError(n)
    return jr.normal(keys, (n,))


def asked_behind_it(key, several):
    if key is None:
        raise ValueError
    if several:
        key = jr.split(key, 4)
    if not several:
        return jr.normal(key, (3,))
    return jax.vmap(jr.normal)(key)


# A class that is mapped over makes its objects in the rows.
class Layer:
    def __init__(self, key):
        self.weights, self.bias = (jr.normal(part, (3,)) for part in jr.split(key))


def several_layers(key):
    return jax.vmap(Layer)(jr.split(key, 4))


class Noise:
    def __init__(self, key):
        self.numbers = jr.normal(key, (3,))  # expect: JAX410


def jitted_noise(key):
    return jax.jit(Noise)(jr.split(key, 4))


# --- batches that as many maps split as they have axes --------------------------------------------


def split_each(key, num=2):
    split = jax.random.split
    for _ in range(key.ndim - 1):
        split = jax.vmap(split, in_axes=(0, None), out_axes=1)
    return split(key, num)


def split_whole(key, num=2):
    return jax.random.split(key, num)  # expect: JAX410


def of_batches(key):
    keys = jax.random.split(key, 5)
    return split_each(keys, 3), split_whole(keys, 3)


def is_key(key):
    try:
        jax.random.split(key)
    except ValueError:
        return False
    return True


asked = is_key(jax.random.split(jax.random.key(0), 5))
