"""Draws whose bounds leave one value."""

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
from jax import random
from jax.random import randint, uniform

SIDES = 1
FACES = 6


def coin(key):
    return jax.random.randint(key, (), minval=0, maxval=1)  # expect: JAX414


@jax.jit
def by_position(key):
    return randint(key, (3,), 0, SIDES)  # expect: JAX414


def wrong_way_round(key):
    first, second = jr.split(key)
    return jr.randint(first, (3,), FACES, 1), uniform(second, minval=1, maxval=0)  # expect: JAX414


def equal_bounds(key):
    return uniform(key, (3,), minval=2.0, maxval=2.0)  # expect: JAX414


def below_zero(key):
    return randint(key, (3,), -1, 0)  # expect: JAX414


def of_one(key):
    first, second = jr.split(key)
    order = random.permutation(first, 1)  # expect: JAX414
    return order, random.choice(second, SIDES, (3,))  # expect: JAX414


def mapped(keys):
    return jax.vmap(lambda key: randint(key, (), 0, maxval=1))(keys)  # expect: JAX414


def from_one_up(key):
    return uniform(key, (3,), minval=1.0)  # expect: JAX414


# Near by: two values and more, and what is not known.
def two_sides(key):
    return randint(key, (), minval=0, maxval=2), randint(jr.fold_in(key, 1), (), -1, 1)


def of_floats(key):
    first, second, third = jr.split(key, 3)
    small = uniform(first, (3,), minval=-0.1, maxval=0.1)
    return small, uniform(second, (3,), minval=0.0, maxval=1.0), uniform(third, (3,))


def scrambled(key, state, scramble_time=0, count=1):
    def scramble(key):
        return randint(key, (3,), minval=0, maxval=scramble_time)

    return scramble(key), jr.choice(jr.fold_in(key, 1), count)


def bounds_of_a_caller(key, low, high):
    return randint(key, (3,), low, high), randint(jr.fold_in(key, 1), (3,), 0, high)


def bounds_of_arrays(key, high):
    return randint(key, (2,), jnp.array([0, 0]), jnp.array([1, 5])), jr.choice(
        jr.fold_in(key, 1), jnp.arange(3)
    )


def of_numpy(rng):
    return rng.integers(0, 1), np.random.randint(0, 1)


def of_many(key, rows):
    first, second, third = jr.split(key, 3)
    return jr.permutation(first, 5), jr.choice(second, 2, (3,)), jr.choice(third, rows)


# One number uses no key: what else is drawn from it is not tied to that.
def loot(key):
    coal = randint(key, (), 1, 4)
    return coal, randint(key, (), 1, 2)  # expect: JAX414


def tied_loot(key):
    coal = randint(key, (), 1, 4)
    return coal, randint(key, (), 1, 3)  # expect: JAX401


# No call without these bounds gives anything.
def without_bounds(key):
    first, second, third = jr.split(key, 3)
    by_name = randint(key=first, shape=(3,)), randint(key=second, shape=(3,), maxval=0)
    return by_name, randint(third, (3,), 0)
