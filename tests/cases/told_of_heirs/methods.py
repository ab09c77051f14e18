"""Classes that a base registers as they are made."""

import jax.numpy as jnp

METHODS = {}


class Method:
    name = "base"

    def __init_subclass__(cls, /, kind="plain", **options):
        super().__init_subclass__(**options)
        METHODS[kind] = cls

    def __init__(self, rate):
        self.rate = rate

    def loss(self, x):
        raise NotImplementedError


class Mean(Method, kind="mean"):
    def loss(self, x):
        return self.rate * jnp.mean(x)


class Signed(Method, kind="signed"):
    def loss(self, x):
        return self.rate if jnp.mean(x) > 0 else -self.rate  # expect: JAX101


def make(kind, rate):
    return METHODS[kind](rate)
