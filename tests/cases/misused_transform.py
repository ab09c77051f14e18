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
    jax.jit(total(x))  # expect: JAX508
    jax.jit(total)(x)
    jax.grad(y)  # expect: JAX508
    jax.vmap(jnp.zeros(3))  # expect: JAX508
    jax.value_and_grad(3.0)  # expect: JAX508
    jax.jit(partial(total, x))


def makes(k):
    def made(x):
        return k * x

    return made


def call_that_makes(x, f):
    jax.jit(makes(2))(x)
    jax.jit(f(x))
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
    jax.jit(total, x)  # expect: JAX508
    jax.grad(total, jnp.ones(3))  # expect: JAX508
    jax.grad(total, 0)
    jax.grad(total, (0,))
    jax.vmap(total, jnp.ones((3, 2)))  # expect: JAX508
    jax.vmap(total, 1.0)  # expect: JAX508
    jax.vmap(total, (0,))
    jax.vmap(total, axis)
    jax.vmap(total, x)


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
