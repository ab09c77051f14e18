"""A module that is a script as well."""

import jax.numpy as jnp


def scaled(x):
    return 2.0 * x


if __name__ == "__main__":
    x = jnp.linspace(0.0, 1.0, 5)
    print(scaled(x))
