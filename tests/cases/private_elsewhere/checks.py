"""Private functions, of which another module reads one."""

import jax.numpy as jnp


def _of_modes(modes):
    return jnp.all([mode.ndim == 1 for mode in modes])  # expect: JAX308


def _of_nothing(modes):
    return jnp.all([mode.ndim == 1 for mode in modes])
