"""A star brings what the other file calls `x`; this one's own comes after the switch."""

import jax
import jax.numpy as jnp

from base import *

if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
    x = jnp.linspace(0.0, 1.0, 5)
    print(scaled(x))
