"""Roots of zero, with a guard that comes too late."""

import jax
import jax.numpy as jnp
from jax.numpy import linalg


@jax.jit
@jax.grad
def norm_and_more(x):
    return (x / (linalg.norm(x) + 1e-6)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def norm_at_least(x):
    return (x / jnp.maximum(jnp.linalg.norm(x, axis=-1), 1e-6)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def inside(x):
    return (x / jnp.sqrt(jnp.sum(x**2) + 1e-6)).sum()


@jax.jit
@jax.grad
def taxicab_norm(x):
    return (x / (linalg.norm(x, ord=1) + 1e-6)).sum()


@jax.jit
@jax.grad
def standardized(x):
    return ((x - x.mean()) / (x.std() + 1e-5)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def by_the_variance(x):
    return ((x - x.mean()) / (jnp.sqrt(jnp.var(x)) + 1e-5)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def by_the_variance_and_more(x):
    return ((x - x.mean()) / jnp.sqrt(jnp.var(x) + 1e-5)).sum()


@jax.jit
@jax.grad
def of_squares(x):
    length = jnp.sum(jnp.square(x)) ** 0.5
    return (x / (1e-6 + length)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def of_what_is_positive(x):
    return (x / (jnp.sqrt(jnp.exp(x)) + 1e-6)).sum()


@jax.jit
@jax.grad
def squared(x):
    return linalg.norm(x) ** 2  # expect: JAX603


@jax.jit
@jax.grad
def squared_by_a_function(x):
    return jnp.square(linalg.norm(x))  # expect: JAX603


@jax.jit
@jax.grad
def squares(x):
    return jnp.sum(x**2)


@jax.jit
@jax.grad
def distance(x, y):
    return linalg.norm(x - y) ** 2 + squares(y)  # expect: JAX603


def only_forward(x):
    return x / (linalg.norm(x) + 1e-6)


@jax.jit
@jax.grad
def fourth_root_and_more(x):
    return 1 / (jnp.sum(x**2) ** 0.25 + 1e-6) + jnp.sum(x**2) ** 1.5  # expect: JAX603


# Two points of one set may be the same one.
@jax.grad
def distances_of_scaled_points(scale, x, y):
    d = x[:, None] / scale - y[None] / scale
    return jnp.sum(1 / (jnp.sqrt(jnp.sum(d**2, axis=-1)) + 1e-6))  # expect: JAX603


@jax.grad
def distances_of_shifted_points(scale, x, y):
    d = x[:, None] / scale - y[None] / scale
    return jnp.sum(1 / jnp.sqrt(jnp.sum(d**2, axis=-1) + 1e-6))
