"""A decorator that may be a stand-in: what it decorates is defined in each arm all the same."""

import os

import numpy as np

try:
    import jax.numpy as jnp
    from jax import jit

    FOUND = True
except ImportError:
    jnp = None
    FOUND = False

    def jit(func=None, **options):
        if func is None:
            return lambda one: one
        return func


IN_JAX = FOUND and os.environ.get("IN_JAX") == "1"

if IN_JAX and jnp:

    @jit
    def squash(x):
        return jnp.clip(x, -1, 1)

    @jit
    def squash_slope(g, x):
        squashed = squash(x)
        return g * squashed * (1 - squashed)

else:

    def squash(x):
        return np.clip(np.asarray(x), -1, 1)

    def squash_slope(g, x):
        squashed = squash(x)
        return g * squashed * (1 - squashed)
