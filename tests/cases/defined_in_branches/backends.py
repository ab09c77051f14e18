"""One name, defined in the arms of a test: each arm calls the one that it defines."""

import os

import jax
import jax.numpy as jnp
import numpy as np

MODE = os.environ.get("BACKEND", "jax")

if MODE == "jax":

    @jax.jit
    def gate(value):
        return 1 / (1 + jnp.exp(-jnp.clip(value, -50, 50)))

    @jax.jit
    def gate_slope(slope, value):
        gated = gate(value)
        return slope * gated * (1 - gated)

elif MODE == "fast":

    def gate(value):
        return 1 / (1 + np.exp(-np.clip(value, -50, 50)))

else:

    def gate(value):
        return 1 / (1 + np.exp(-np.clip(value, -50, 50)))


if os.environ.get("PLAIN"):

    def half(value):
        return float(value) / 2  # expect: JAX105

else:

    def half(value):
        return value / 2

    class Halving:
        @staticmethod
        @jax.jit
        def of(value):
            return half(value)

        @staticmethod
        @jax.jit
        def number_of(value):
            return float(half(value))  # expect: JAX105


@jax.jit
def half_of_any(value):
    return half(value)


def chosen(mode):
    """What a function returns is one of those that its arms define."""
    if mode == "jax":

        def scale(value):
            return 2.0 * value

        def step(value):
            return scale(value)

    else:

        def scale(value):
            return 2.0 * np.asarray(value)

        def step(value):
            return float(scale(value))

    return jax.jit(step) if mode == "jax" else step


if MODE == "jax":
    print(gate_slope(jnp.ones(3), jnp.arange(3.0)))
print(chosen("jax")(jnp.ones(3)))
