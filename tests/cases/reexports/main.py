"""Names that a package passes on, by star, by another name, and one that shadows jax.random's."""

import jax
import jax.numpy as jnp
from jax import lax

import toolbox
from toolbox import clip, normal


def simulate(x):
    def body(x, t):
        x = toolbox.saturate(x + t, 0.0, 1.0)
        return clip(x, high=t), x

    return lax.scan(body, x, jnp.arange(3.0))


def twice(key):
    a = normal(key, 3)
    b = normal(key, 3)
    c = toolbox.normal(key, 3)
    return a, b, c, toolbox.control.scheduled(1, 2)


@jax.jit
def drawn(key, x):
    a = jax.random.normal(key, x.shape)
    b = jax.random.normal(key, x.shape)  # expect: JAX401
    return a + b
