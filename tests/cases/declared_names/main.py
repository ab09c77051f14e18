# key_consumers: mylib.draw_batch
# impure: mylib.record_metric
"""Functions of one's own library that draw from a key or have effects."""

import jax
import mylib
from mylib import draw_batch, record_metric


def two_batches(key):
    train = draw_batch(key, 32)
    test = mylib.draw_batch(key, 8)  # expect: JAX401
    return train, test


def two_batches_split(key):
    train_key, test_key = jax.random.split(key)
    return draw_batch(train_key, 32), draw_batch(key=test_key, n=8)


def unknown_consumers(key):
    a = mylib.describe(key)
    b = mylib.describe(key)
    return a, b, jax.random.normal(key)


def in_loop(key, n):
    return [draw_batch(key, i) for i in range(n)]  # expect: JAX402


@jax.jit
def step(w, g):
    w = w - g
    record_metric("w", w)  # expect: JAX205
    return w


def train(w, gs):
    for g in gs:
        w = step(w, g)
        record_metric("w", w)
    return w
