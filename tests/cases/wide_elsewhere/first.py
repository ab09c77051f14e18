"""A program that switches them on first."""

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp

from scheme import advance

if __name__ == "__main__":
    print(advance(jnp.linspace(0.0, 1.0, 9)))
