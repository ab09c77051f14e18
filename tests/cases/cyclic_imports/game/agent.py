"""Two modules that import each other, and two functions that call each other."""

import jax

from . import world


@jax.jit
def act(state, depth=2):
    return plan(state, 3)


def plan(state, depth):
    if depth == 0:
        return state
    if state > 1.0:  # expect: JAX101
        return state
    return world.imagine(state, depth - 1)
