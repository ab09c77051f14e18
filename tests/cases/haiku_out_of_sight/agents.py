"""Models of Haiku that others hand over: their ``init`` draws nothing of the key itself."""

import haiku as hk
import jax


class Agent:
    def __init__(self, actor: hk.Transformed):
        self.actor = actor

    def start(self, key):
        seen = jax.random.uniform(key, (1, 3))
        return self.actor.init(key, seen)

    def seen_twice(self, key):
        seen = jax.random.uniform(key, (1, 3))
        return seen + jax.random.normal(key, (1, 3))  # expect: JAX401
