"""Static arguments that hold what the traced code reads: a change of it traces anew."""

from functools import partial

import jax
import jax.numpy as jnp

import settings
from settings import budget, is_small, precision

_mode = "fast"
_depth = 3
_width = 4
_shift = 1
_gain = 1
_rate = 1


def mode():
    return _mode or "fast"


def set_mode(value):
    global _mode
    _mode = value


def set_depth(value):
    global _depth
    _depth = value


def set_width(value):
    global _width
    _width = value


def set_shift(value):
    global _shift
    _shift = value


def set_gain(value):
    global _gain
    _gain = value


def set_rate(value):
    global _rate
    _rate = value


def in_chunks(x):
    size = max(1, budget() // 8)
    return [x[i : i + size] * 2 for i in range(0, x.shape[0], size)]


@partial(jax.jit, static_argnames=("size",))
def chunked(x, *, size):
    del size
    return jnp.concatenate(in_chunks(x))


def chunked_by_budget(x):
    return chunked(x, size=budget())


@partial(jax.jit, static_argnums=(1,))
def by_mode(x, key):
    del key
    return x * 2 if mode() == "fast" else x


def run_by_mode(x):
    chosen = (mode(), x.ndim)
    return by_mode(x, chosen), by_mode(x, (other := mode(), 3)), other


@partial(jax.jit, static_argnames="depth")
def deepened(x, depth=None):
    return x**_depth if depth else x


def run_deepened(x):
    return deepened(x, depth=_depth)


@partial(jax.jit, static_argnums=1)
def rounded(x, digits):
    return jnp.round(x, settings.precision()) + digits + settings._precision


class Solver:
    def run(self, x):
        return rounded(x, settings._precision), rounded(x, precision())


# One call leaves it out: its trace keeps what it has read.
@partial(jax.jit, static_argnames="width")
def widened(x, width=None):
    del width
    return x * _width  # expect: JAX201


def run_widened(x):
    return widened(x, width=_width), widened(x)


# Not static: no key of the trace.
@jax.jit
def shifted(x, shift):
    return x + _shift - shift  # expect: JAX201


def run_shifted(x):
    return shifted(x, _shift)


# What is made of the global may be the same where that is another.
@partial(jax.jit, static_argnums=1)
def amplified(x, large):
    return x * _gain if large else x  # expect: JAX201


def run_amplified(x):
    return amplified(x, _gain > 3)


@partial(jax.jit, static_argnums=1)
def rated(x, small):
    return x * _rate if small else x  # expect: JAX201


def run_rated(x):
    return rated(x, is_small()), rated(x, _gain)


def main(x):
    first = chunked_by_budget(x), run_by_mode(x), run_deepened(x), Solver().run(x)
    settings.set_budget(16)
    settings.set_precision(3)
    set_mode("slow")
    set_depth(2)
    return first, chunked_by_budget(x), run_by_mode(x), run_deepened(x), Solver().run(x)


if __name__ == "__main__":
    main(jnp.ones(100))
