"""Sizes that JAX must know while it traces."""

import dataclasses
import functools
import math
from functools import partial
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random


@jax.jit
def ramp(n):
    return jnp.arange(n)  # expect: JAX108


# T05
@partial(jax.jit, static_argnums=0)
def static_ramp(n):
    return jnp.arange(n)


def plain_ramp(n):
    return jnp.arange(n)


@jax.jit
def padding(x, n):
    return jnp.pad(x, (0, n))  # expect: JAX108


@jax.jit
def padding_to_a_size(x):
    return jnp.pad(x, (0, 16 - x.shape[0]))


@jax.jit
def batches(x, n):
    return x.reshape(n, x.shape[0] // 2)  # expect: JAX108


@jax.jit
def batches_of_two(x):
    n = x.shape[0] // 2
    return x.reshape(n, 2) + x.reshape((n, -1)) + jnp.reshape(x, (-1, 2))


@jax.jit
def computed_by_jnp(x):
    size = jnp.prod(jnp.array(x.shape))
    return jnp.zeros(size)  # expect: JAX108


@jax.jit
def computed_by_math(x):
    return jnp.zeros(math.prod(x.shape)) + jnp.ones(np.prod(x.shape))


# Even a minimum of two shapes is traced inside jit.
@jax.jit
def shorter(x, y):
    return jnp.arange(jnp.minimum(x.shape[0], y.shape[0]))  # expect: JAX108


@jax.jit
def shorter_by_python(x, y):
    return jnp.arange(min(x.shape[0], y.shape[0]))


@jax.jit
def sample(key, x):
    count = x.astype(int).sum()
    return random.uniform(key, shape=(count, 2))  # expect: JAX108


@jax.jit
def sample_like(key, x):
    return random.uniform(key, shape=(x.shape[0], 2))


def one_hot(labels, count):
    return jax.nn.one_hot(labels, count)  # expect: JAX108


@jax.jit
def encoded(labels):
    return one_hot(labels, jnp.max(labels) + 1)


def encoded_outside(labels):
    return jax.nn.one_hot(labels, int(jnp.max(labels)) + 1)


def step(carry, n):
    return carry + jnp.zeros((n,)).sum(), None  # expect: JAX108


def scanned(ns):
    return lax.scan(step, 0.0, ns)


# T30: these arguments may be traced.
@jax.jit
def fills(x, n):
    y = jnp.full((2,), n) + jnp.linspace(0, n, 2) + jnp.roll(x, n) + jnp.take(x, n)
    return y + x[n] + jnp.zeros_like(x) + jnp.repeat(x, 2) + lax.fori_loop(0, n, lambda i, c: c, y)


@jax.jit
def rows(x, k):
    return lax.top_k(x, k), lax.dynamic_slice_in_dim(x, 0, k)  # expect: JAX108


@jax.jit
def rows_from(x, k):
    return lax.top_k(x, 2), lax.dynamic_slice_in_dim(x, k, 2)


# T06: a default that no caller passes stays a Python number.
@jax.jit
def default_size(x, n=4):
    return jnp.zeros(n) + x


# T07
def loss(w, n):
    return jnp.sum(jnp.ones(n) * w)


slope = jax.grad(loss)


class Layer:
    width: int = 4

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return jnp.zeros((self.width, x.shape[-1])) + x


@jax.jit
def masked(x, n):
    return jnp.where(jnp.arange(x.shape[0]) < n, x, 0)


@jax.jit
def shape_argument(x, shape):
    return jnp.broadcast_to(x, shape)  # expect: JAX108


# Equinox traces arrays alone: a Python number in a tree or in a field stays one.
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Modes:
    poloidal: int
    scale: jax.Array


class Surface(eqx.Module):
    modes: Modes


@eqx.filter_jit
def filtered_modes(modes: Modes):
    return jnp.zeros(modes.poloidal) + modes.scale


@eqx.filter_jit
def filtered_surface(surface: Surface):
    return jnp.linspace(0, 1, surface.modes.poloidal * 6 + 1)


@eqx.filter_jit
def filtered_pair(pair):
    return jnp.zeros(pair[1]) + pair[0]


@eqx.filter_jit
def filtered_scale(modes: Modes):
    return jnp.zeros(modes.scale)  # expect: JAX108


@jax.jit
def jitted_modes(modes: Modes):
    return jnp.zeros(modes.poloidal) + modes.scale  # expect: JAX108


@jax.jit
def jitted_pair(pair):
    return jnp.zeros(pair[1]) + pair[0]  # expect: JAX108


def resized(old, scale):
    return filtered_modes(Modes(old.count, scale)), jitted_modes(Modes(old.count, scale))


MODES = Modes(2, jnp.ones(()))
print(filtered_modes(MODES), filtered_surface(Surface(MODES)), filtered_pair((1.0, 3)))
print(jitted_modes(MODES), jitted_pair((1.0, 3)))


# Under filter_jit numbers of Python stay what they are, in a tuple too.
@eqx.filter_jit
def shaped_by_filtered_tuple(key, batch_shape):
    return random.bernoulli(key, 0.5, (*batch_shape, 3))


def filtered_tuple(n: int):
    return shaped_by_filtered_tuple(random.key(0), (n,))


@jax.jit
def shaped_by_traced_tuple(key, batch_shape):
    return random.bernoulli(key, 0.5, (*batch_shape, 3))  # expect: JAX108


def traced_tuple(n: int):
    return shaped_by_traced_tuple(random.key(0), (n,))


# Of one bound ``arange`` makes the end.
@jax.jit
def bounds(n):
    return [
        jnp.arange(n, dtype=int),  # expect: JAX108
        jnp.arange(n, 5),  # expect: JAX108
        jnp.arange(n, stop=5),  # expect: JAX108
        jnp.arange(n, step=2),  # expect: JAX108
        jnp.arange(5, n),  # expect: JAX108
    ]


# What jit finds static by its name stays what it is where a wrapper passes on all but one keyword.
def without_extra(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        kwargs.pop("extra", False)
        return fn(*args, **kwargs)

    return inner


@functools.partial(jax.jit, static_argnames=("number", "extra"))
@without_extra
def spread(number, key, extra=False):
    return jax.random.split(key, number)


@functools.partial(jax.jit, static_argnames="extra")
@without_extra
def spread_over_tracers(number, key, extra=False):
    return jax.random.split(key, number)  # expect: JAX108


def spread_by_star(key):
    given = [3]
    return spread(*(given + [key]), extra=True), spread_over_tracers(*(given + [key]), extra=True)


# What a class is registered with takes it apart, even one that would be a pytree without it.
class Grid(NamedTuple):
    weights: jax.Array
    rows: int

    @jax.jit
    def weighted(self, x):
        return jnp.reshape(x, (self.rows, -1)) * self.weights

    def parts(self):
        return (self.weights,), {"rows": self.rows}


jax.tree_util.register_pytree_node(Grid, Grid.parts, lambda aside, of: Grid(*of, **aside))


class Table(NamedTuple):
    weights: jax.Array
    rows: int

    @jax.jit
    def weighted(self, x):
        return jnp.reshape(x, (self.rows, -1)) * self.weights  # expect: JAX108


jax.tree_util.register_pytree_node(
    Table, lambda table: ((table.weights, table.rows), None), lambda _, of: Table(*of)
)


class Row(NamedTuple):
    weights: jax.Array
    length: int

    @jax.jit
    def weighted(self, x):
        return jnp.reshape(x, (self.length, -1)) * self.weights  # expect: JAX108
