"""Keys in fields that are split and not replaced."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import jax.random as jr
from jax import random
from somewhere import Base


class Mixer:
    def __init__(self, seed):
        self.key = jax.random.key(seed)
        _, sub = jr.split(self.key)
        self.start = jr.normal(sub)

    def forward(self, x):
        _, sub = jax.random.split(self.key)  # expect: JAX415
        return x + jax.random.normal(sub, x.shape)

    def several(self, x):
        _, *subs = jr.split(self.key, 4)  # expect: JAX415
        return [x + jr.normal(sub) for sub in subs]

    def both(self, x):
        one, other = jr.split(self.key)
        return x + jr.normal(one) + jr.normal(other)

    def folded(self, x, step):
        return x + jr.normal(jr.fold_in(self.key, step))


class Stepped:
    def __init__(self, key):
        self.key = key

    def forward(self, x):
        _, sub = jr.split(self.key)
        return x + jr.normal(sub)

    def step(self):
        self.key = jr.fold_in(self.key, 1)


class SteppedBelow(Stepped):
    def again(self, x):
        _, sub = jr.split(self.key)
        return x + jr.normal(sub)


class SteppedFromOutside:
    def __init__(self, key):
        self.rng = key

    def forward(self, x):
        _, sub = jr.split(self.rng)
        return x + jr.normal(sub)


def train(net, key, xs):
    for x in xs:
        key, net.rng = jr.split(key)
        x = net.forward(x)
    return x


class Unseen(Base):
    def forward(self, x):
        _, sub = jr.split(self.key)
        return x + jr.normal(sub)


class NotOfSelf:
    def __init__(self, key):
        self.noise = key

    def forward(self, state, x):
        _, sub = jr.split(state.noise)
        rest, other = jr.split(self.noise)
        return x + jnp.sum(jr.normal(sub)) + jr.normal(other), rest


class Sampler:
    def __init__(self, seed):
        self.rng = jr.key(seed)
        self.noise_key = jr.key(seed + 1)

    def first(self):
        _, sub = jr.split(self.rng)
        return jr.normal(sub)

    def second(self):
        _, sub = jr.split(self.noise_key)  # expect: JAX415
        return jr.normal(sub)

    def third(self):
        (_, sub) = random.split(key=self.noise_key)  # expect: JAX415
        return jr.normal(sub)


class Child(Mixer):
    def more(self, x):
        _, sub = jr.split(self.key)  # expect: JAX415
        return x + jr.normal(sub)


class Dropping(nn.Module):
    def setup(self):
        self.drop_key = jr.key(3)

    def __call__(self, x):
        _, sub = jr.split(self.drop_key)  # expect: JAX415
        return x * jr.bernoulli(sub, 0.5, x.shape)


class State(NamedTuple):
    key: jax.Array

    def noise(self):
        _, sub = jr.split(self.key)
        return jr.normal(sub)


# The functional way to step: a copy of the object has the new key.
@dataclass(frozen=True)
class Stepping:
    source: jax.Array
    count: int

    def stepped(self):
        _, source = jr.split(self.source)
        return replace(self, source=source)

    def noise(self):
        _, sub = jr.split(self.source)
        return jr.normal(sub)


@dataclass(frozen=True)
class Counting:
    source: jax.Array
    count: int

    def counted(self):
        return replace(self, count=self.count + 1)

    def noise(self):
        _, sub = jr.split(self.source)  # expect: JAX415
        return jr.normal(sub)


# --- a class that has a method to take keys from its field ----------------------------------------


class Generator:
    def __init__(self, seed):
        self._key = jax.random.key(seed)

    def take(self):
        self._key, sub = jax.random.split(self._key)
        return sub

    def normal(self, shape):
        return jax.random.normal(self._key, shape)  # expect: JAX415

    def uniform(self, shape):
        return jax.random.uniform(self.take(), shape)

    def bernoulli(self, shape):
        self._key, sub = jax.random.split(self._key)
        return jax.random.bernoulli(sub, 0.5, shape)

    def gumbel(self, shape):
        self.take()
        return jax.random.gumbel(self._key, shape)


class Held:
    def __init__(self, seed):
        self.key = jax.random.key(seed)

    def step(self):
        self.key, _ = jax.random.split(self.key)

    def normal(self, shape):
        return jax.random.normal(self.key, shape)


class Fixed:
    def __init__(self, seed):
        self.key, self.other = jax.random.split(jax.random.key(seed))

    def take(self):
        self.key, sub = jax.random.split(self.key)
        return sub

    def the_same_each_time(self, shape):
        return jax.random.normal(self.other, shape)
