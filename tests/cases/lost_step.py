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
