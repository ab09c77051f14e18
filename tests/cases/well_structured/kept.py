"""Tells JAX of a class that another module defines."""

import jax
from scaling import Kept


def remember(cls):
    return jax.tree_util.register_pytree_node(cls, vars, lambda _, by: cls(*by))


remember(Kept)
