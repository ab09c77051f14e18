# key_consumers: mylib.draws.batch, mylib.sample, main.own_draw, mylib.draws.Sampler.draw
# impure: mylib.draws.record, main.own_record, mylib.draws.timed
"""Functions of the project itself that the settings declare: that counts before what is seen."""

import jax
import mylib
from mylib.draws import Sampler, batch, describe, quiet, record, timed


def two_batches(key):
    train = batch(key, 32)
    test = batch(key, 8)  # expect: JAX401
    return train, test


def two_batches_split(key):
    one, two = jax.random.split(key)
    return batch(one, 32), batch(key=two, n=8)


def by_another_name(key):
    train = mylib.sample(key, 32)
    test = mylib.sample(key, 8)  # expect: JAX401
    return train, test


def by_a_method(sampler: Sampler, key):
    train = sampler.draw(key)
    return train, Sampler().draw(key), Sampler().draw(key)  # expect: JAX401


def not_declared(key):
    return describe(key), describe(key), jax.random.normal(key)


def own_draw(key):
    return key


def twice(key):
    return own_draw(key), own_draw(key)  # expect: JAX401


def own_record(value):
    return value


@jax.jit
def step(w, g):
    w = w - g
    record("w", w)  # expect: JAX205
    own_record(w)  # expect: JAX205
    timed(w)  # expect: JAX205
    quiet(w)
    return w


def train(w, gs):
    for g in gs:
        w = step(w, g)
        record("w", w)
    return w
