"""Code behind a call that always raises is never run; behind one that may go on it is."""

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp


def sample(key, shape):
    return jax.random.normal(key, shape)


class Layer(eqx.Module):
    weight: jax.Array

    def __init__(self, size, *, key):
        self.weight = jax.random.normal(key, (size,))


@dataclasses.dataclass
class Settings(Layer):
    size: int


def behind_a_refused_call(key):
    first = sample(key)
    return first + sample(key, (3,)) + jax.random.normal(key, (3,))


def behind_a_refused_object(key):
    layer = Layer(key=key)
    return layer, sample(key, (3,)) + jax.random.normal(key, (3,))


def behind_an_object_of_its_own(key):
    settings = Settings(jnp.ones(3), 4)
    return settings, sample(key, (3,)) + jax.random.normal(key, (3,))  # expect: JAX401


def behind_a_call_that_is_made(key):
    first = sample(key, (3,))
    return first + jax.random.normal(key, (3,))  # expect: JAX401


def behind_a_branch(key, quick):
    if quick:
        return sample(key)
    return sample(key, (3,)) + jax.random.normal(key, (3,))  # expect: JAX401


def behind_one_side(key, quick):
    first = quick and sample(key)
    return first, sample(key, (3,)) + jax.random.normal(key, (3,))  # expect: JAX401


def behind_a_handler(key):
    try:
        first = sample(key)
    except TypeError:
        first = jnp.zeros(3)
    return first + sample(key, (3,)) + jax.random.normal(key, (3,))  # expect: JAX401


class Ranges:
    scale: object = lambda self, x, low, high: (high - low) * x + low

    def drawn(self, key):
        first = self.scale(jax.random.uniform(key), 0.0, 1.0)
        return first, self.scale(jax.random.uniform(key), 1.0, 2.0)  # expect: JAX401


def ranges(key):
    return Ranges().drawn(key)
