"""Arrays of these sizes: the size that is bound where the body has run is not the one in use."""

import jax.numpy as jnp

import sizes


def by_level(x):
    return jnp.zeros(sizes.levels + 1).at[1].set(x)


def by_level_imported(x):
    from sizes import levels

    return jnp.zeros(levels + 1).at[1].set(x)


def by_layer(x):
    return jnp.zeros(sizes.layers).at[2].set(x)  # expect: JAX306


def by_layer_imported(x):
    from sizes import layers

    return jnp.zeros(layers).at[2].set(x)  # expect: JAX306
