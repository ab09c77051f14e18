"""One run after the other, each on a record that the same call makes anew."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Pair(NamedTuple):
    left: jax.Array
    right: jax.Array


def pair_of(start):
    return Pair(start, jax.tree.map(jnp.copy, start))


@partial(jax.jit, donate_argnums=0)
def added_up(pair, x):
    return Pair(pair.left + x, pair.right + pair.left), x.sum()


def drawn_from(key):
    return jax.random.normal(key, (3,))


def run(seed, steps=3):
    pair = pair_of(drawn_from(jax.random.key(seed)))
    for _ in range(steps):
        pair, total = added_up(pair, jnp.ones(3))
    return pair, total


def run_on_what_is_gone(steps=3):
    pair = pair_of(drawn_from(jax.random.key(2)))
    for _ in range(steps):
        _, total = added_up(pair, jnp.ones(3))  # expect: JAX314
    return total


run(0)
run(1)
run_on_what_is_gone()
