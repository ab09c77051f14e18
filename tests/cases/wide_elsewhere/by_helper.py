"""A program of which a module that it imports switches them on."""

import jax

import setup_types
from scheme import advance

jax.config.update("jax_enable_x64", True)

if __name__ == "__main__":
    print(advance(setup_types.grid(9)))
