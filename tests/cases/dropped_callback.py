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
