"""A helper that plain code calls in many ways before traced code does."""

from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

TABLE = np.arange(9.0)


def looked_up(cell, scale, shift):
    found = TABLE[cell]  # expect: JAX107
    return found * scale + shift


def rounded(cell, scale, shift):
    found = TABLE[int(cell)]
    return found * scale + shift


def as_tuple(places):
    if isinstance(places, slice):
        return tuple(range(100)[places])
    elif isinstance(places, Sequence):
        return tuple(places)
    elif isinstance(places, jax.Array):
        return tuple(jnp.atleast_1d(places).tolist())
    else:
        raise TypeError("places must be a slice, a sequence or an array")


def as_rows(places):
    if isinstance(places, Sequence):
        return tuple(places)
    elif isinstance(places, jax.Array):
        return tuple(jnp.atleast_1d(places).tolist())  # expect: JAX105
    else:
        raise TypeError("places must be a sequence or an array")


def counted(places):
    found = []
    for place in places:
        found.append(place + 1)
    return tuple(found)
