"""Layers of one's own, whose ``init`` may draw of the key that it is given."""

import jax


class Stack:
    def __init__(self, layer):
        self.layer = layer

    def start(self, key):
        seen = jax.random.uniform(key, (1, 3))
        return self.layer.init(key, seen)  # expect: JAX401
