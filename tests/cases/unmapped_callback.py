"""JAX212: callbacks on mapped values."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import custom_batching
from jax.experimental import io_callback

LIKE = jax.ShapeDtypeStruct((), np.float32)


def host(x):
    return jax.pure_callback(np.sin, LIKE, x)  # expect: JAX212


def mapped(xs):
    return jax.vmap(host)(xs)


@jax.vmap
def row(x):
    return x + host_of_two(x, 1.0)


def host_of_two(x, y):
    z = x * y
    return jax.pure_callback(np.cos, LIKE, z)  # expect: JAX212


@jax.vmap
def row_of(x):
    return row_of_helper(x)


def row_of_helper(x):
    return io_callback(np.sin, LIKE, jnp.sin(x), ordered=True)  # expect: JAX212


def told_how(x):
    return jax.pure_callback(np.sin, LIKE, x, vmap_method="sequential")  # expect: JAX509


def told_how_the_old_way(x):
    return jax.pure_callback(np.sin, LIKE, x, vectorized=True)


def unordered(x):
    return io_callback(np.sin, LIKE, x)


def never_mapped(x):
    return jax.pure_callback(np.sin, LIKE, x)


def of_a_constant(x, table):
    return x + jax.pure_callback(np.sum, LIKE, table)


def fine(xs, table, options):
    a = jax.vmap(told_how)(xs)
    b = jax.vmap(told_how_the_old_way)(xs)
    c = jax.vmap(unordered)(xs)
    d = jax.jit(never_mapped)(xs)
    e = jax.vmap(of_a_constant, in_axes=(0, None))(xs, table)
    f = jax.vmap(lambda x: jax.pure_callback(np.sin, LIKE, x, **options))(xs)
    return a, b, c, d, e, f


class Simulator:
    like = LIKE

    def step(self, x):
        return jax.pure_callback(np.sin, self.like, x)  # expect: JAX212

    def run(self, xs):
        return jax.vmap(self.step)(xs)


def in_a_scan_in_a_vmap(xs):
    def turn(carry, _):
        return jax.pure_callback(np.sin, LIKE, carry), None  # expect: JAX212

    return jax.vmap(lambda x: jax.lax.scan(turn, x, None, length=2)[0])(xs)


second_axis = jax.vmap(
    lambda x, y: x + jax.pure_callback(np.sin, LIKE, y),  # expect: JAX212
    in_axes=(None, 0),
)


def call_second_axis(x, ys):
    return second_axis(x, ys)


def differentiated_only(x):
    return jax.jit(jax.grad(told_how))(x)  # expect: JAX503


# --- rules that stand for a function under a map --------------------------------------------------


@functools.cache
def sine_by_rule(method):
    @custom_batching.custom_vmap
    def sine(x):
        return jax.pure_callback(np.sin, LIKE, x)

    @sine.def_vmap
    def by_row(size, is_mapped, xs):
        return jax.pure_callback(np.sin, xs, xs, vmap_method=method), True

    return sine


@custom_batching.sequential_vmap
def one_by_one(x):
    return jax.pure_callback(np.cos, LIKE, x)


@custom_batching.custom_vmap
def maps_itself(xs):
    return jax.vmap(lambda x: jax.pure_callback(np.tan, LIKE, x))(xs)  # expect: JAX212


def ruled(xs, grid):
    sines = jax.vmap(lambda x: sine_by_rule("expand_dims")(x))(xs)
    return sines, jax.vmap(one_by_one)(xs), maps_itself(grid)


@custom_batching.custom_vmap
def signed(x):
    return x if x.sum() > 0 else -x  # expect: JAX101
