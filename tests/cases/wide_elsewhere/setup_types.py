"""Types of 64 bits, for whoever imports this."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def grid(n):
    return jnp.linspace(0.0, 1.0, n)
