"""A class that others derive from, in files that speak of structures and mean no pytree."""

import jax


class Scaling:
    def __init__(self, by):
        self.by = by

    @jax.jit  # expect: JAX507
    def scaled(self, x):
        return x * self.by


class Kept:
    def __init__(self, by):
        self.by = by

    @jax.jit
    def scaled(self, x):
        return x * self.by
