"""Functions whose bodies do not show what they do."""

import jax

from elsewhere import backend


def batch(key, n):
    return backend.rows(key, n)


def describe(key):
    return backend.name(key)


def record(name, value):
    backend.put(name, value)


def quiet(value):
    return value


@jax.jit
def timed(value):
    return value


class Sampler:
    def draw(self, key):
        return backend.rows(key, 1)
