"""A folder of the project that is called like JAX, which is not what `import jax` means."""

import jax
import jax.numpy as jnp


def doubled(tree):
    return jax.tree_map(lambda leaf: 2 * leaf, tree)  # expect: JAX801


@jax.jit
def first(x):
    if jnp.any(x > 0):  # expect: JAX101
        return x[0]
    return x
