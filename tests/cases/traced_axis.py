"""Axes and options that decide what is computed."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.scipy.special import logsumexp


@jax.jit
def total(x, axis):
    return jnp.sum(x, axis)  # expect: JAX112


@partial(jax.jit, static_argnums=1)
def static_total(x, axis):
    return jnp.sum(x, axis)


def plain_total(x, axis):
    return jnp.sum(x, axis)


# T06
@jax.jit
def default_total(x, axis=-1, keepdims=False):
    return jnp.sum(x, axis=axis, keepdims=keepdims)


@jax.jit
def by_method(x, axis):
    return x.max(axis=axis)  # expect: JAX112


@jax.jit
def by_rank(x):
    return x.max(axis=x.ndim - 1) + x.mean(tuple(range(x.ndim)))


def normalised(x, axis):
    return x - logsumexp(x, axis=axis)  # expect: JAX112


@jax.jit
def helper_with_a_tracer(x, axis):
    return normalised(x, axis + 1)


@jax.jit
def helper_with_a_literal(x):
    return softmaxed(x, 0)


def softmaxed(x, axis):
    return jax.nn.softmax(x, axis=axis)


@jax.jit
def stacked(x, y, where):
    return jnp.stack([x, y], axis=where)  # expect: JAX112


@jax.jit
def lower(x, k):
    return jnp.tril(x, k=k)  # expect: JAX112


@jax.jit
def norm(x, ord):
    return jnp.linalg.norm(x, ord)  # expect: JAX112


@jax.jit
def several(x, axis):
    return x.sum((0, axis))  # expect: JAX112


# T30: what is moved, taken or raised to a power may be traced.
@jax.jit
def moved(x, n):
    return jnp.roll(x, n, axis=0) + jnp.take(x, n, axis=0) + x**n + jnp.trace(x, n)


# T07
def loss(w, axis):
    return jnp.sum(w, axis=axis)


slope = jax.grad(loss)

# T05
along_rows = jax.jit(partial(plain_total, axis=0))


def in_axes_none(x, axis):
    return jnp.sort(x, axis=axis)


mapped = jax.vmap(in_axes_none, in_axes=(0, None))


# A default is compared, and the arm for others is not run.
def transposed(x, axes=(-2, -1)):
    if tuple(axes) != (-2, -1):
        return jnp.transpose(x, list(jnp.argsort(jnp.array(axes))))
    if axes == (0, 1):
        return jnp.transpose(x, list(jnp.argsort(jnp.array(axes))))
    return x


def transposed_back(x, axes=(-1, -2)):
    if tuple(axes) != (-2, -1):
        return jnp.transpose(x, list(jnp.argsort(jnp.array(axes))))  # expect: JAX112
    return x


jax.jit(transposed)(jnp.ones((2, 3)))
jax.jit(transposed_back)(jnp.ones((2, 3)))


# JAX finds the place of a static name in the signature, of its own functions too.
def of_jax(x, axis):
    named = jax.jit(jnp.repeat, static_argnames=("axis", "total_repeat_length"))(x, 2, axis)
    return named, jax.jit(jnp.sum)(x, axis)  # expect: JAX112
