"""What a short function says of a value counts, as far away as it is called."""

import jax

from .helpers import first


@jax.jit
def step(x):
    return first(x)
