"""A program that imports nothing that would have been any wider."""

import jax

from narrow import rates

jax.config.update("jax_enable_x64", True)

if __name__ == "__main__":
    print(rates())
