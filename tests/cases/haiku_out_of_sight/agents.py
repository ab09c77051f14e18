"""Models of Haiku that others hand over: their ``init`` draws of children of the key."""

import haiku as hk
import jax


class Agent:
    def __init__(self, actor: hk.Transformed):
        self.actor = actor

    def start(self, key):
        seen = jax.random.uniform(key, (1, 3))
        return self.actor.init(key, seen)  # expect: JAX401

    def start_beside_a_child(self, key, seen):
        first, _ = jax.random.split(key)
        return self.actor.init(key, seen), jax.random.uniform(first)  # expect: JAX403

    def seen_twice(self, key):
        seen = jax.random.uniform(key, (1, 3))
        return seen + jax.random.normal(key, (1, 3))  # expect: JAX401
