"""Functions that another module hands to clocks of a third one."""

import jax
import jax.numpy as jnp


@jax.jit
def smooth(x):
    return jnp.tanh(x) @ x


def plain(x):
    return [one + 1 for one in x]
