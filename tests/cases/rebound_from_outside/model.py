import jax
import jax.numpy as jnp

import settings
from settings import LIMITS, OFFSET, Options


@jax.jit
def forward(x):
    for _ in range(settings.DEPTH):
        x = x * settings.SCALE  # expect: JAX201
    return x


# `from settings import OFFSET` made a variable of this module, which nobody binds again.
@jax.jit
def shifted(x):
    return x + OFFSET


# But the dict and the class are the very ones that tune.py changes.
@jax.jit
def clipped(x):
    x = jnp.minimum(x, LIMITS["clip"])  # expect: JAX201
    return x * Options.rate  # expect: JAX201


@jax.jit
def activated(x):
    for layer in settings.LAYERS:  # expect: JAX201
        x = layer(x)
    return x + Options.width


@jax.jit
def multiplied(x):
    return x * settings.FACTOR  # expect: JAX201


def forward_plain(x):
    return x * settings.SCALE + LIMITS["clip"]
