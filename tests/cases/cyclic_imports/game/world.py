from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp

from . import agent

if TYPE_CHECKING:
    from jax import Array


def imagine(state: Array, depth: int):
    state = jnp.sin(state)
    bounded = 0.0 < state < 1.0  # expect: JAX104
    if depth > 0:
        state = agent.plan(state, depth)
    return jnp.where(bounded, state, 0.0)
