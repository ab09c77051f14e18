"""Functions whose names are bound to what decorators of another module made of them."""

from functools import wraps

import jax
import jax.numpy as jnp

from wrappers import compiled, told


@compiled()
def summed(rows):
    return jax.jit(lambda row: row.sum())(rows)  # expect: JAX501


@compiled()
def weighed(rows):
    return jax.jit(lambda row: 2.0 * row)(rows)  # expect: JAX501


@told
def averaged(rows):
    return jax.jit(lambda row: row.mean())(rows)  # expect: JAX503


@told
def spread(rows):
    return jax.jit(lambda row: row.std())(rows)  # expect: JAX503


@compiled()
def clipped(x):
    if jnp.max(x) > 1.0:  # expect: JAX101
        return x / 2.0
    return x


@told
def clipped_plainly(x):
    if jnp.max(x) > 1.0:
        return x / 2.0
    return x


@compiled(static_argnames=("scale",))
def scaled(x, scale):
    if scale > 1.0:
        return x / scale
    return x


def here(function):
    @wraps(function)
    def run(*args):
        return jax.jit(function)(*args)

    return run


@here
def first(x):
    if jnp.min(x) > 1.0:  # expect: JAX101
        return x / 2.0
    return x


@here
def second(x):
    if jnp.min(x) > 2.0:  # expect: JAX101
        return x / 3.0
    return x


# A decorator makes a function of each that it is given, however many these are.
@compiled()
def one(x):
    return jax.jit(lambda v: v + 1.0)(x)  # expect: JAX501


@compiled()
def two(x):
    return jax.jit(lambda v: v + 2.0)(x)  # expect: JAX501


@compiled()
def three(x):
    return jax.jit(lambda v: v + 3.0)(x)  # expect: JAX501


@compiled(inline=True)
def four(x):
    return jax.jit(lambda v: v + 4.0)(x)  # expect: JAX501


@compiled(inline=False)
def five(x):
    return jax.jit(lambda v: v + 5.0)(x)  # expect: JAX501
