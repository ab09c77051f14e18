"""Arrays that are as wide as their module says, and those that are made when it is called."""

import jax.numpy as jnp

COUNTS = jnp.array([1, 2, 3])
NARROW = jnp.array([0.5, 0.25], dtype=jnp.float32)
HALVED = NARROW / 2
CAST = jnp.ones(3).astype("float32")
RATES = (0.1, 0.2)


def rates():
    return jnp.array(RATES)
