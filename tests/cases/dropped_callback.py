"""JAX211: pure_callback without a use of its result."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import pure_callback
from jax.experimental import io_callback

LIKE = jax.ShapeDtypeStruct((), np.float32)


def host(x):
    return np.sin(x)


@jax.jit
def dropped(x):
    jax.pure_callback(host, LIKE, x)  # expect: JAX211
    pure_callback(lambda v: v, LIKE, x, vmap_method="sequential")  # expect: JAX211
    return x


@jax.jit
def used(x):
    y = jax.pure_callback(host, LIKE, x)
    return y + jax.pure_callback(host, LIKE, x)


@jax.jit
def those_that_run(x):
    io_callback(host, LIKE, x)
    jax.debug.callback(host, x)
    return x


def eager(x):
    jax.pure_callback(host, LIKE, x)
    return jnp.sin(x)


def log(x):
    jax.pure_callback(host, LIKE, x)  # expect: JAX211


@jax.jit
def in_a_helper(x):
    log(x)
    return x


def pure_callback_of_mine(f, like, x):
    f(x)


@jax.jit
def another_function(x):
    pure_callback_of_mine(lambda v: v, LIKE, x)
    return x


def body(carry, x):
    pure_callback(host, LIKE, carry)  # expect: JAX211
    return carry + x, None


def in_a_scan(xs):
    return jax.lax.scan(body, 0.0, xs)


@jax.jit
def in_a_branch(x, flag=True):
    if flag:
        jax.pure_callback(host, LIKE, x)  # expect: JAX211
    return x


class Layer:
    def __init__(self, like):
        self.like = like

    def __call__(self, x):
        jax.pure_callback(host, self.like, x)  # expect: JAX211
        return x


@jax.jit
def in_a_method(x):
    return Layer(LIKE)(x)


@jax.jit
def returned(x):
    return jax.pure_callback(host, LIKE, x)


@jax.jit
def thrown_away(x):
    _ = jax.pure_callback(host, LIKE, x)  # expect: JAX211
    return x


@jax.jit
def thrown_away_by_a_name_that_is_read(x):
    _ = jax.pure_callback(host, LIKE, x)
    return x + _


def emit(x):
    return jax.pure_callback(host, LIKE, x)


@jax.jit
def handed_on(x):
    _ = emit(x)  # expect: JAX211
    emit(x)  # expect: JAX211
    return x + emit(x)


def emit_in_order(x):
    return io_callback(host, LIKE, x, ordered=True)


@jax.jit
def handed_on_in_order(x):
    _ = emit_in_order(x)
    emit_in_order(x)
    return x
