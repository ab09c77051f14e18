"""A method is chosen once, and is the same one in each turn."""

import jax
import jax.numpy as jnp
from steps import IDLE, STEPS, State


class Simulation:
    def __init__(self, name, seed):
        self.name = name
        first, last = jax.random.split(jax.random.key(seed))
        self.install()
        self.state = State(jax.random.normal(first, (3,)), last)

    def install(self):
        step = STEPS[self.name](0.1)

        @jax.jit
        def block(state):
            return jax.lax.fori_loop(0, 10, lambda _, held: step(held), state)

        self.block = block

    def run(self, count):
        for _ in range(count):
            self.state = self.block(self.state)


def in_turns(name, state):
    step = STEPS[name](0.1)
    for _ in range(3):
        state = step(state)
    return state


def in_turns_without_a_new_key(name, seed):
    state = State(jnp.zeros(3), jax.random.key(seed))
    step = IDLE[name](0.1)
    for _ in range(3):
        state = step(state)  # expect: JAX402
    return state


def chosen_in_each_turn(names, seed):
    state = State(jnp.zeros(3), jax.random.key(seed))
    for name in names:
        step = IDLE[name](0.1)
        state = step(state)
    return state
