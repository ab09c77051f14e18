"""Standard deviations of two large numbers that cancel."""

import jax
import jax.numpy as jnp
from jax import lax


def spread(x):
    return jnp.sqrt(jnp.mean(x**2) - jnp.mean(x) ** 2)  # expect: JAX615


def spread_by_axes(x):
    mean = jnp.mean(x, axis=0)
    variance = jnp.mean(jnp.square(x), axis=0) - mean * mean
    return (x - mean) / jnp.sqrt(variance)  # expect: JAX615


def spread_by_methods(x):
    x = jnp.asarray(x)
    return ((x * x).mean() - x.mean() ** 2) ** 0.5  # expect: JAX615


def mean_of(x):
    return jnp.mean(x)


@jax.jit
def scale_by_helpers(x):
    return lax.rsqrt(mean_of(x**2) - mean_of(x) ** 2)  # expect: JAX615


def spread_by_sums(x):
    x, count = jnp.asarray(x), 100
    mean = jnp.sum(x) / count
    return jnp.sqrt(jnp.sum(x**2) / count - mean**2)  # expect: JAX615


def spread_by_weights(weights, x):
    weights, x = jnp.asarray(weights), jnp.asarray(x)
    return jnp.sqrt(weights @ x**2 - (weights @ x) ** 2)  # expect: JAX615


# A bound, something small, another function, and other differences.
def spread_above_zero(x):
    return jnp.sqrt(jnp.maximum(jnp.mean(x**2) - jnp.mean(x) ** 2, 0.0))


def spread_with_something_small(x):
    return jnp.sqrt(jnp.mean(x**2) - jnp.mean(x) ** 2 + 1e-6)


def spread_at_once(x):
    return jnp.sqrt(jnp.mean((x - jnp.mean(x)) ** 2)), jnp.std(x)


def variance_alone(x):
    return jnp.mean(x**2) - jnp.mean(x) ** 2


def of_two_arrays(x, y):
    return jnp.sqrt(jnp.mean(x**2) - jnp.mean(y) ** 2)


def of_sums_over_different_numbers(x, n, m):
    return jnp.sqrt(jnp.sum(x**2) / n - (jnp.sum(x) / m) ** 2)


def frequency(stiffness, damping, mass):
    return jnp.sqrt(stiffness / mass - (damping / mass) ** 2)


def far_from_the_mean(x):
    return jnp.sqrt(jnp.mean(x) ** 2 - jnp.mean(x**2))


def less_a_draw(key, x):
    return jnp.sqrt(jnp.mean(x**2) - jnp.eye(3)) + jnp.sqrt(x - jax.random.normal(key))


def of_three_factors(a, b, x):
    mean = jnp.einsum("i,i,i->", a, b, x)
    return jnp.sqrt(jnp.einsum("i,i,i->", a, b, x**2) - mean**2)
