"""Tests of kinds, which are asked about many values."""

import jax
from jax.core import Tracer


def is_plain(x):
    """Whether a value is one of Python's."""
    return not isinstance(x, Tracer)


def is_number(x):
    return isinstance(x, float | jax.Array)
