"""Large arrays that compiled code closes over, or does not."""

import functools

import jax
import jax.numpy as jnp

TABLE = jnp.zeros((4000, 4000))
ROW = jnp.zeros(4000)
LONG = jnp.ones(2_000_000)


@jax.jit
def looked_up(x):
    return TABLE @ x  # expect: JAX708


@jax.jit
def by_a_helper(x):
    return helper(x) + 1.0


def helper(x):
    return jnp.sum(LONG) * x  # expect: JAX708


@functools.partial(jax.jit, static_argnums=0)
def of_a_part(n, x):
    return TABLE[n] + x  # expect: JAX708


def in_a_closure(x):
    weights = jnp.ones((2000, 1000))

    @jax.jit
    def inner(x):
        return weights @ x  # expect: JAX708

    def body(carry, y):
        return carry + jnp.sum(weights) * y, None  # expect: JAX708

    return inner, jax.lax.scan(body, 0.0, x)


@jax.jit
def of_a_lambda(xs):
    return jax.vmap(lambda x: jnp.dot(LONG, x))(xs)  # expect: JAX708


@jax.jit
def small(x):
    return ROW @ x


@jax.jit
def handed_over(table, x):
    return table @ x


@jax.jit
def made_inside(x):
    table = jnp.zeros((4000, 4000))

    def inner(y):
        return table @ y

    return inner(x)


@jax.jit
def of_its_shape(x):
    return x.reshape(4000, -1)


def plain(x):
    return TABLE @ x


def sized(n):
    table = jnp.zeros((n, n))

    @jax.jit
    def inner(x):
        return table @ x

    return inner


def use(x):
    return handed_over(TABLE, x), plain(x)


def drawn(key, other):
    codebook = jax.random.normal(key, (2048, 1024))
    small = jax.random.uniform(other, (16, 16))

    @jax.jit
    def look_up(index, table):
        return codebook[index] + small[index, 0] + table[index]  # expect: JAX708

    return look_up, codebook
