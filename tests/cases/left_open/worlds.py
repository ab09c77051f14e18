"""Worlds, some of which draw where they begin; their base leaves that to them."""

import dataclasses
from typing import Protocol

import jax
import jax.numpy as jnp


class Node:
    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        dataclasses.dataclass(frozen=True)(cls)


class World(Node):
    def init(self, key):
        raise NotImplementedError


class Quiet(World):
    def init(self, key):
        return jnp.zeros(3)

    def sample(self, key):
        return jax.random.uniform(key, (3,))


class Shaken(World):
    def init(self, key):
        return jax.random.normal(key, (3,))


class Rule(Protocol):
    def init(self, key, x): ...


class Meter:
    def process(self, count, rng_key):
        return count + 1

    def draw(self, count, rng_key):
        return count + jax.random.normal(rng_key)
