"""Conds under vmap."""

import jax
import jax.numpy as jnp
from jax import lax


def step(x):
    return lax.cond(x > 0, jnp.sin, jnp.cos, x)  # expect: JAX702


mapped = jax.vmap(step)


def plain_step(x):
    return lax.cond(x > 0, jnp.sin, jnp.cos, x)


jitted = jax.jit(plain_step)


def chosen(x):
    return jnp.where(x > 0, jnp.sin(x), jnp.cos(x))


mapped_where = jax.vmap(chosen)


def helper(row, limit):
    return lax.cond(row.sum() > limit, jnp.sum, jnp.max, row)  # expect: JAX702


def rows(xs):
    return jax.vmap(lambda row: helper(row, 1.0))(xs)


def shared(x, flag):
    return lax.cond(flag, jnp.sin, jnp.cos, x)


shared_flag = jax.vmap(shared, in_axes=(0, None))


def both(x, flag):
    return lax.cond(flag, jnp.sin, jnp.cos, x)  # expect: JAX702


both_mapped = jax.vmap(both)


@jax.vmap
def decorated(x):
    positive = x > 0
    return lax.cond(positive, lambda y: y, lambda y: -y, x)  # expect: JAX702


@jax.jit
@jax.vmap
def under_jit(x):
    return lax.cond(jnp.isnan(x), lambda y: 0.0 * y, lambda y: y, x)  # expect: JAX702


def one_by_one(xs):
    return lax.map(plain_step, xs)


def scanned(xs):
    return lax.scan(lambda carry, x: (carry + plain_step(x), None), 0.0, xs)


class Model:
    def gate(self, x):
        return lax.cond(x < 0, jnp.zeros_like, jnp.tanh, x)  # expect: JAX702

    def __call__(self, xs):
        return jax.vmap(self.gate)(xs)


def in_python(xs):
    return [plain_step(x) for x in xs]
