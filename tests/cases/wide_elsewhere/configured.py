"""A program that switches types of 64 bits on in a function that its body calls."""

import jax
from scheme import advance


def configure(precise):
    if precise:
        jax.config.update("jax_enable_x64", True)  # expect: JAX606


def never_called():
    jax.config.update("jax_enable_x64", True)


def main():
    configure(True)
    return advance(1.0)


if __name__ == "__main__":
    main()
