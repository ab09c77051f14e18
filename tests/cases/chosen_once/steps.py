"""Steps of several methods, by their names."""

from typing import NamedTuple

import jax


class State(NamedTuple):
    place: object
    key: object


STEPS = {}


def method(name):
    def add(make):
        STEPS[name] = make
        return make

    return add


@method("drift")
def drift(rate):
    def step(state):
        return state._replace(place=state.place + rate)

    return step


@method("diffusion")
def diffusion(rate):
    def step(state):
        key, sub = jax.random.split(state.key)
        return State(state.place + rate * jax.random.normal(sub), key)

    return step


def idle_diffusion(rate):
    def step(state):
        _, sub = jax.random.split(state.key)
        return State(state.place + rate * jax.random.normal(sub), state.key)

    return step


IDLE = {"drift": drift, "diffusion": idle_diffusion}
