"""A program that switches on types of 64 bits when what it imports has made its arrays."""

import jax
import jax.numpy as jnp

from scheme import advance

jax.config.update("jax_enable_x64", True)  # expect: JAX606


if __name__ == "__main__":
    print(advance(jnp.linspace(0.0, 1.0, 9)))
