"""The module that computes is chosen by what is traced, or by the array itself."""

import jax
import jax.numpy as jnp
import numpy as np
from scipy.special import erfc as host_erfc


def is_of_jax(xp):
    return getattr(xp, "__name__", "").startswith("jax")


def module_of(array):
    module = getattr(array, "__array_namespace__", None)
    return module() if callable(module) else np


def holds_tracer(tree):
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(tree))


def tail(x, xp):
    if is_of_jax(xp):
        return jax.scipy.special.erfc(x)
    return host_erfc(x)


@jax.jit
def by_array(points):
    return points if is_of_jax(module_of(points)) else np.asarray(points)


@jax.jit
def by_identity(points):
    if points.__array_namespace__() is jnp and hasattr(points, "__array_namespace__"):
        return points
    return np.asarray(points)


def by_tracer(rate):
    xp = np
    if holds_tracer((rate, 500.0)):
        xp = jnp
    return tail(xp.sqrt(rate), xp)


slope = jax.jit(jax.grad(by_tracer))(0.5)


@jax.jit
def by_another_array(points, other=(1.0, 2.0)):
    if holds_tracer(other):
        return points
    return np.asarray(points)  # expect: JAX107


@jax.jit
def by_another_module(points):
    return points if is_of_jax(np) else np.asarray(points)  # expect: JAX107
