"""Literal seeds of 2**32 and more."""

import time

import jax
import jax.random as jr
import numpy as np
from jax import random
from jax.random import PRNGKey, key as make_key

BIG = 0x1_0000_0000
SMALL = 0xFFFF_FFFF
RUN_SEED = 12345678901


def power():
    return jr.key(2**32)  # expect: JAX407


def power_and_more():
    return jr.key(2**32 + 7)  # expect: JAX407


def raw():
    return PRNGKey(4294967296)  # expect: JAX407


def digits():
    key = make_key(31415926535)  # expect: JAX407
    return random.normal(key, (3,))


def hexadecimal():
    return random.key(0xDEAD_BEEF_CAFE)  # expect: JAX407


@jax.jit
def in_jitted_code(x):
    return x + jr.normal(jr.key(10**10), x.shape)  # expect: JAX407


def by_keyword():
    return jr.PRNGKey(seed=10_000_000_000)  # expect: JAX407


def by_name():
    return jr.key(RUN_SEED)  # expect: JAX407


def with_an_implementation():
    return jr.key(2**40, impl="rbg")  # expect: JAX407


# The date of a run as a seed has too many digits.
def date():
    return jr.key(202401311200)  # expect: JAX407


def largest():
    return jr.key(2**32 - 1)


def small_constant():
    return jr.key(SMALL)


def date_without_time():
    return jr.PRNGKey(20240131)


def reduced():
    return jr.key(2**40 % 2**32), jr.key(RUN_SEED % 2**31)


def masked():
    return jr.key(BIG & 0xFFFF_FFFF)


def unknown(seed):
    return jr.key(seed)


def from_the_clock():
    return jr.key(time.time_ns() % 2**32)


def of_numpy():
    return np.random.default_rng(2**40)


# The words are given, not a seed.
def wide_words():
    return jr.wrap_key_data(np.array([1, 7], dtype=np.uint32))


def large_sizes(key):
    return jr.uniform(key, (3,), maxval=2.0**40)


# Another library's key.
def other_library(random):
    return random.key(2**40)


def epochs(root):
    for epoch in range(3):
        for batch in range(4):
            yield jr.normal(jr.fold_in(root, epoch + batch))  # expect: JAX407


def key_of(root, epoch, batch):
    return jr.fold_in(root, epoch + batch + 1)  # expect: JAX407


def by_a_helper(root, data, seed):
    for epoch in range(10):
        for batch, _ in enumerate(data):
            yield jr.normal(key_of(root, epoch, batch))
            yield jr.normal(jr.key(seed + epoch + batch))  # expect: JAX407


def apart(root, data, seed):
    for epoch in range(10):
        for batch, _ in enumerate(data):
            yield jr.normal(jr.fold_in(jr.fold_in(root, epoch), batch))
            yield jr.normal(jr.fold_in(root, epoch * len(data) + batch))
            yield jr.normal(jr.key(seed + 1000 * epoch + batch))


def one_after_the_other(root, seed):
    offset = 0
    for epoch in range(10):
        yield jr.normal(jr.fold_in(root, epoch + seed))
        offset = offset + 100
        for batch in range(3):
            yield jr.normal(jr.fold_in(root, offset + batch))


def of_a_key_for_each_epoch(root):
    for epoch in range(10):
        root, own = jr.split(root)
        for batch in range(4):
            yield jr.normal(jr.fold_in(own, epoch + batch))
            yield jr.normal(jr.fold_in(jr.fold_in(own, -epoch), epoch + batch))
