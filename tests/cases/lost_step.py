"""Small numbers that float32 loses, and others that it keeps."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.linalg import cho_factor

STEP = 1e-8


def loss(x):
    return jnp.sum(jnp.sin(x) ** 2)


def written(x):
    return (loss(x + 1e-8) - loss(x)) / 1e-8  # expect: JAX609


def by_a_global(x):
    return (loss(x + STEP) - loss(x)) / STEP  # expect: JAX609


def on_both_sides(x):
    h = 1e-9
    return (loss(x + h) - loss(x - h)) / (2 * h)  # expect: JAX609


def by_a_default(x, h=1e-9):
    return (loss(x + h) - loss(x - h)) / (2 * h)


class Sensitivity:
    def __init__(self, function, h=1e-8):
        self.function, self.h = function, h

    def __call__(self, x):
        def along(e):
            return (self.function(x + self.h * e) - self.function(x)) / self.h  # expect: JAX609

        return jax.vmap(along)(jnp.eye(x.shape[0]))


sensitivity = Sensitivity(loss)(jnp.ones(3))


@jax.jit
def in_traced_code(x):
    h = 1e-8
    return (loss(x + h) - loss(x)) / h  # expect: JAX609


slope = in_traced_code(jnp.ones(3))


@dataclass(frozen=True)
class Settings:
    jitter: float = 1e-10


def kernel(x, scale):
    return jnp.exp(-((x[:, None] - x[None]) ** 2) / scale)


class Process:
    def __init__(self, settings=Settings()):
        self.settings = settings

    def factor(self, x):
        covariance = kernel(x, 0.5)
        covariance = covariance + self.settings.jitter * jnp.eye(len(x))  # expect: JAX609
        return jnp.linalg.cholesky(covariance)


factor = Process().factor(jnp.linspace(0.0, 1.0, 9))


def lost_jitter(x):
    return cho_factor(kernel(jnp.asarray(x), 0.5) + jnp.eye(9) * 1e-9)  # expect: JAX609


def by_a_large_step(x):
    return (loss(x + 1e-3) - loss(x)) / 1e-3


def by_a_step_that_is_not_known(x, h):
    return (loss(x + h) - loss(x)) / h


def square(x):
    return np.sum(x**2)


def of_numpy(x):
    return (square(np.asarray(x) + 1e-8) - square(np.asarray(x))) / 1e-8


def in_nanometres(a, b):
    return (loss(a) - loss(b)) / 1e-9


def by_the_gradient(x):
    return jax.grad(loss)(x)


def kept_jitter(x):
    return cho_factor(kernel(jnp.asarray(x), 0.5) + 1e-5 * jnp.eye(9))


def small_numbers_beside_small_ones(x):
    return jnp.asarray(x) * 1e-9 + 1e-9


def added_to_numpy(x):
    return np.asarray(x) + 1e-10 * np.eye(9)


class Norm:
    def __init__(self, eps=1e-8):
        self.eps = eps

    def __call__(self, x):
        squares = jnp.mean(jnp.square(x), axis=-1, keepdims=True)
        return x * jax.lax.rsqrt(squares + self.eps)  # expect: JAX609


@jax.jit
def in_half(x):
    return Norm()(x.astype(jnp.float16))


@jax.jit
def in_half_with_more(x):
    return Norm(1e-5)(x.astype(jnp.float16))


@jax.jit
def in_brain(x):
    return Norm(1e-8)(x.astype(jnp.bfloat16)), Norm(1e-8)(x)


def blend(average, new):
    return average + 0.001 * (new - average)  # expect: JAX609


def blend_by_shares(average, new):
    return 0.999 * average + 0.001 * new  # expect: JAX609


@jax.jit
def blended(weights):
    weights = weights.astype(jnp.bfloat16)
    average = jnp.zeros_like(weights)
    return blend(average, weights), blend_by_shares(average, weights)


@jax.jit
def blended_in_single(weights):
    average = jnp.zeros(3)
    return average + 0.001 * (weights - average), 0.9 * weights + 0.1 * weights


@jax.jit
def stepped(weights):
    weights = weights.astype(jnp.bfloat16)
    return weights + 0.001 * weights, weights + 0.1 * (weights[::-1] - weights)


# A step in proportion to what it is added to, and a difference in a function within.
class ForwardDifferences:
    def __init__(self, fun, step=1e-8):
        self.fun = fun
        self.step = step

    def __call__(self, x):
        base = self.fun(x)

        def column(direction):
            h = self.step * jnp.maximum(1.0, jnp.abs(x @ direction))
            return (self.fun(x + h * direction) - base) / h  # expect: JAX609

        return jax.vmap(column)(jnp.eye(x.shape[0])).T


class WideDifferences:
    def __init__(self, fun, step=1e-8):
        self.fun = fun
        self.step = step

    def __call__(self, x, scale):
        base = self.fun(x)

        def column(direction):
            h = self.step * scale
            return (self.fun(x + h * direction) - base) / h

        return jax.vmap(column)(jnp.eye(x.shape[0])).T


def slopes(x):
    wide = ForwardDifferences(jnp.sin, 1e-3)(x)
    return ForwardDifferences(jnp.sin)(x), WideDifferences(jnp.sin)(x, 1e6), wide


def slope_in_proportion(x):
    h = jnp.abs(x) * 1e-9
    return (jnp.sin(x + h) - jnp.sin(x - h)) / (2 * h)  # expect: JAX609
