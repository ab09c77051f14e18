"""Helpers that call each other, the last of which asks what its argument is."""

import jax
import numpy as np


def is_traced(value):
    return isinstance(value, jax.core.Tracer)


def is_of_jax(value):
    if isinstance(value, jax.core.Tracer):
        return True
    return isinstance(value, (list, tuple)) and any(is_of_jax(one) for one in value)


def on_the_host(x):
    if is_traced(x):
        return None
    return np.asarray(x)


def on_the_host_anyhow(x):
    return np.asarray(x)  # expect: JAX107


def validated(x):
    on_the_host_anyhow(x)
    if on_the_host(x) is None or is_traced(x):
        return
    np.asarray(x)


def packed(x):
    return x if is_of_jax(x) else np.asarray(x)


def converted(x):
    np.asarray(x)  # expect: JAX107


def fifth(x):
    validated(x)
    converted(x)
    return packed(x)


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
