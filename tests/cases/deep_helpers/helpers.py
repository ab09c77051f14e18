"""Helpers that call each other, the last of which asks what its argument is."""

import jax
import numpy as np


def is_traced(value):
    return isinstance(value, jax.core.Tracer)


def validated(x):
    if is_traced(x):
        return
    np.asarray(x)


def converted(x):
    np.asarray(x)  # expect: JAX107


def fifth(x):
    validated(x)
    converted(x)
    return x


def fourth(x):
    return fifth(x) * 2


def third(x):
    y = fourth(x)
    return y + 1


def second(x):
    y = third(x)
    return y + 1


def first(x):
    y = second(x)
    return y + 1
