"""Annotations with names of JAX give JAX nothing; an assignment does."""

import jax


class Sampler:
    def __init__(self, seed):
        self.key: jax.random.KeyArray = jax.random.PRNGKey(seed)

    def draw(self, key: jax.random.KeyArray = None):  # expect: JAX801
        return jax.random.normal(self.key if key is None else key)


jax.tree_leaves = jax.tree.leaves
