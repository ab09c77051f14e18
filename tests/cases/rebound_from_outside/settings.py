import jax.numpy as jnp

SCALE = 1.0
OFFSET = 0.0
DEPTH = 3
LIMITS = {"clip": 1.0, "floor": 0.0}
LAYERS = [jnp.tanh]
FACTOR = 1.0


class Options:
    rate = 0.1
    width = 4


def set_depth(depth):
    """Binds a name of its own only."""
    DEPTH = depth
    return DEPTH


def set_factor(factor):
    """Changes the global that others change too: this is the place that findings name."""
    global FACTOR
    FACTOR = factor
