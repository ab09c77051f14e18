"""How often plain code calls a helper takes nothing away from what traced code is told."""

import jax
import jax.numpy as jnp

from .helpers import as_rows, as_tuple, counted, looked_up, rounded


def plainly():
    return [
        looked_up(1, 1.0, 2.0),
        looked_up(2, 2.0, 3.0),
        looked_up(3, 3.0, 4.0),
        looked_up(4, 4.0, 5.0),
        looked_up(5, 5.0, 6.0),
        rounded(5, 5.0, 6.0),
    ]


@jax.jit
def step(cell):
    return looked_up(cell, 1.0, 0.0)


def made_plainly(x):
    return [
        as_tuple((1,)),
        as_tuple((1, 2)),
        as_tuple([1, 2, 3]),
        as_tuple(slice(4)),
        as_tuple(jnp.arange(5)),
        as_rows((1,)),
    ]


# What the helper made of the places is asked for again while tracing: it is a tuple by then.
def summed(x, places):
    places = as_tuple(places)
    return jax.lax.fori_loop(0, 3, lambda i, total: total + sum(as_tuple(places)), x)


# A helper that does more is followed no more: nobody knows that what it makes is no array.
def counted_plainly():
    return counted((1,)), counted((1, 2)), counted([3]), counted([3, 4]), counted(range(5))


def summed_by_count(x, places):
    places = counted(places)
    return jax.lax.fori_loop(0, 3, lambda i, total: total + sum(as_tuple(places)), x)


def summed_as_given(x, places):
    return jax.lax.fori_loop(0, 3, lambda i, total: total + sum(as_rows(places)), x)
