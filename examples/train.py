"""One step of training, with three mistakes. `jaxlint check examples/train.py` finds them."""

import jax
import jax.numpy as jnp
from jax import random


def clip(gradient, limit):
    norm = jnp.linalg.norm(gradient)
    if norm > limit:
        return gradient * (limit / norm)
    return gradient


def loss(weights, batch, key):
    noise = random.normal(key, batch.shape)
    kept = random.bernoulli(key, 0.9, batch.shape)
    return jnp.mean(((batch + 0.1 * noise) * kept) @ weights)


@jax.jit
def step(weights, batch, key):
    value, gradient = jax.value_and_grad(loss)(weights, batch, key)
    print("loss", value)
    return weights - 0.1 * clip(gradient, 1.0)
