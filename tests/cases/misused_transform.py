"""Transformations that are given something else than a function."""

import functools
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def total(x):
    return jnp.sum(x)


def called(x):
    y = total(x)
    _ = jax.jit(total(x))  # expect: JAX508
    _ = jax.jit(total)(x)
    _ = jax.grad(y)  # expect: JAX508
    _ = jax.vmap(jnp.zeros(3))  # expect: JAX508
    _ = jax.value_and_grad(3.0)  # expect: JAX508
    _ = jax.jit(partial(total, x))


def makes(k):
    def made(x):
        return k * x

    return made


def call_that_makes(x, f):
    _ = jax.jit(makes(2))(x)  # expect: JAX503
    _ = jax.jit(f(x))
    return jax.jit(f)


def branches(x, p):
    lax.cond(p, total(x), jnp.max(x))  # expect: JAX508
    lax.cond(p, total, jnp.max, x)
    lax.cond(p, lambda: total(x), lambda: jnp.max(x))
    lax.switch(0, [total(x), total(x)])  # expect: JAX508
    lax.switch(0, [total, total], x)
    lax.scan(jnp.sin(x), 0.0, x)  # expect: JAX508
    lax.map(jnp.sin(x), x)  # expect: JAX508
    lax.map(jnp.sin, x)
    # The old form: an operand for each branch.
    lax.cond(p, 1.0, lambda v: v, 2.0, lambda v: -v)


def arguments(x, axis):
    _ = jax.jit(total, x)  # expect: JAX508
    _ = jax.grad(total, jnp.ones(3))  # expect: JAX508
    _ = jax.grad(total, 0)
    _ = jax.grad(total, (0,))
    _ = jax.vmap(total, jnp.ones((3, 2)))  # expect: JAX508
    _ = jax.vmap(total, 1.0)  # expect: JAX508
    _ = jax.vmap(total, (0,))
    _ = jax.vmap(total, axis)
    _ = jax.vmap(total, x)


@jax.vmap(in_axes=0)  # expect: JAX508
def mapped(x):
    return x


@jax.value_and_grad(has_aux=True)  # expect: JAX508
def valued(x):
    return x, x


@jax.checkpoint(policy=None)  # expect: JAX508
def checkpointed(x):
    return x


@jax.custom_vjp(nondiff_argnums=(0,))  # expect: JAX508
def custom(n, x):
    return x


@functools.partial(jax.vmap, in_axes=0)
def mapped_by_partial(x):
    return x


@jax.jit(static_argnames="n")
def jitted(x, n):
    return x


def options(fun=None, **keywords):
    return jax.vmap(fun, **keywords)


def spread(**keywords):
    return jax.vmap(**keywords)


def either(f):
    if callable(f):
        return jax.jit(f)
    return f


either(jnp.ones(3))


def guarded(x):
    try:
        return jax.jit(total(x))
    except TypeError:
        return None
