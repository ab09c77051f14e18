import jax
from jax.random import KeyArray  # expect: JAX801

from sampler import Sampler


def drawn(key: KeyArray):
    return Sampler(0).draw(key)


def leaves(tree):
    return jax.tree_leaves(tree), jax.tree_map(abs, tree)  # expect: JAX801
