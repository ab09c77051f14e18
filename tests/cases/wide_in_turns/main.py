"""Types of 64 bits switched in each turn of a loop, by what the turn makes below."""

import jax
import jax.numpy as jnp


def compared():
    for wide in (False, True):
        jax.config.update("jax_enable_x64", wide)
        times = jnp.array([1.0, 2.0, 3.0])
        print(jax.grad(lambda t: jnp.sum(t * t))(times))


def compared_with_what_was_there():
    weights = jnp.array([1.0, 2.0, 3.0])
    for wide in (False, True):
        jax.config.update("jax_enable_x64", wide)  # expect: JAX606
        times = jnp.array([1.0, 2.0, 3.0])
        print(jax.grad(lambda t: jnp.sum(weights * t))(times))


if __name__ == "__main__":
    compared()
    compared_with_what_was_there()
