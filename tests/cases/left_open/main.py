"""Objects of which only a base class is declared, whose ``init`` draws or does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
from jax import lax

from worlds import Meter, Quiet, Rule, Shaken, World


class Wrapper(World):
    world: World

    def init(self, key):
        return self.world.init(key)

    def sample(self, key):
        return jax.random.uniform(key, (3,))


class Mapped(Wrapper):
    def init(self, key):
        return jax.vmap(self.world.init)(jax.random.split(key, 2))


def begin_twice():
    one = Wrapper(Quiet())
    two = Wrapper(one)
    key = jax.random.key(0)
    return one.init(key), two.init(key)


def begin_and_sample():
    wrapper = Wrapper(Quiet())
    key = jax.random.key(0)
    return wrapper.init(key), wrapper.sample(key)


def begin_mapped():
    wrapper = Wrapper(Mapped(Quiet()))
    key = jax.random.key(0)
    return wrapper.init(key), wrapper.sample(key)


def sample_twice():
    wrapper = Wrapper(Quiet())
    key = jax.random.key(0)
    return wrapper.sample(key), wrapper.sample(key)  # expect: JAX401


@dataclass
class Holder:
    optional: World | None
    shaken: Shaken
    rule: Rule
    anything: Any

    def of_optional(self):
        key = jax.random.key(0)
        return self.optional.init(key), jax.random.uniform(key, (3,))

    def of_bound_method(self):
        begin, key = self.optional.init, jax.random.key(0)
        return begin(key), jax.random.uniform(key, (3,))

    def of_protocol(self, x):
        key = jax.random.key(0)
        return self.rule.init(key, x), jax.random.uniform(key, (3,))

    # What is declared draws, or nothing is: models that are handed around are initialised so.
    def of_shaken(self):
        key = jax.random.key(0)
        return self.shaken.init(key), jax.random.uniform(key, (3,))  # expect: JAX401

    def of_anything(self, x):
        key = jax.random.key(0)
        return self.anything.init(key, x), jax.random.uniform(key, (3,))  # expect: JAX401

    # What is called a sample is drawn, whoever draws it.
    def of_samples(self):
        key = jax.random.key(0)
        return self.optional.sample(key), jax.random.uniform(key, (3,))  # expect: JAX401


class State(NamedTuple):
    meter: Meter
    count: jax.Array


# A key that the declared method never reads is one for others, whoever calls it.
def updated_in_turn(state: State):
    def turn(i, count):
        return state.meter.process(count, rng_key=jax.random.key(0))

    return lax.fori_loop(0, 3, turn, state.count)


def drawn_in_turn(state: State):
    def turn(i, count):
        return state.meter.draw(count, rng_key=jax.random.key(0))  # expect: JAX406

    return lax.fori_loop(0, 3, turn, state.count)


def untold_in_turn(meter, count):
    def turn(i, count):
        return meter.process(count, rng_key=jax.random.key(0))  # expect: JAX406

    return lax.fori_loop(0, 3, turn, count)


# What nothing else is known of is what the parameter that it is passed to calls it.
def handed_on(state):
    return updated_and_drawn(state), drawn_twice(state)


def updated_and_drawn(state: State):
    key = jax.random.key(0)
    first = state.meter.process(state.count, rng_key=key)
    return first, state.meter.draw(state.count, rng_key=key)


def drawn_twice(state: State):
    key = jax.random.key(1)
    first = state.meter.draw(state.count, rng_key=key)
    return first, state.meter.draw(state.count, rng_key=key)  # expect: JAX401
