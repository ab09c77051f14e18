"""Classes that take their objects apart themselves: children, and what is computed beside them."""

import jax
import jax.numpy as jnp
import numpy as np

LEAVES = ("gain",)


@jax.tree_util.register_pytree_node_class
class Layout:
    gain: jax.Array
    counts: jax.Array
    wide: jax.Array
    named: jax.Array

    _LEAVES = ("gain", "wide")
    _ASIDE = ("named",)

    def __init__(self, gain, counts, wide, named):
        self.gain, self.counts, self.wide, self.named = gain, counts, wide, named

    def tree_flatten(self):
        leaves = tuple(getattr(self, name) for name in self._LEAVES)
        counts = tuple(int(n) for n in np.asarray(self.counts))
        aside = tuple(getattr(self, name) for name in self._ASIDE)
        return leaves, (*aside, counts, self.gain.shape, len(self.wide))

    @classmethod
    def tree_unflatten(cls, aside, leaves):
        gain, wide = leaves
        return cls(gain, np.asarray(aside[1]), wide, aside[0])


@jax.jit
def of_layout(layout: Layout, x):
    if np.min(layout.counts) > 1:
        x = x + 1.0
    if layout.named > 1:
        x = x + 2.0
    if layout.gain > 1:  # expect: JAX101
        x = x + 3.0
    return x + np.sum(np.asarray(layout.wide))  # expect: JAX107


@jax.tree_util.register_pytree_node_class
class Scaled:
    values: jax.Array
    scale: jax.Array

    def __init__(self, values, scale):
        self.values, self.scale = values, scale

    def tree_flatten(self):
        small = self.values / self.scale
        return (small, jnp.log(self.scale)), (self.values.dtype, float(self.scale.ndim))

    @classmethod
    def tree_unflatten(cls, aside, leaves):
        return cls(leaves[0], jnp.exp(leaves[1]))


@jax.jit
def of_scaled(scaled: Scaled, x):
    if scaled.scale > 1:  # expect: JAX101
        x = x / scaled.scale
    return x + np.asarray(scaled.values)  # expect: JAX107


# Which fields are children does not show here, so nothing is said of what is computed beside them.
@jax.tree_util.register_pytree_node_class
class Hidden:
    gain: jax.Array
    limit: jax.Array

    def __init__(self, gain, limit):
        self.gain, self.limit = gain, limit

    def tree_flatten(self):
        leaves = [getattr(self, name) for name in LEAVES]
        return leaves, (float(self.gain.mean()), self.limit)

    @classmethod
    def tree_unflatten(cls, aside, leaves):
        return cls(leaves[0], aside[1])


@jax.jit
def of_hidden(hidden: Hidden, x):
    if hidden.limit > 1:
        x = x + 1.0
    if hidden.gain > 1:  # expect: JAX101
        x = x + 2.0
    return x
