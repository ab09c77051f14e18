"""Traced code that reads it through the module."""

import jax

import settings


@jax.jit
def smoothed(x):
    return x * settings.SMOOTHING["value"]  # expect: JAX201


@jax.jit
def laplacian(x):
    left, middle, right = settings.STENCIL  # expect: JAX201
    return left * x + middle * x + right * x


@jax.jit
def fixed(x):
    left, middle, right = settings.FIXED
    return left * x + middle * x + right * x


@jax.jit
def stepped(x):
    return x * settings.store.get("rate")


@jax.jit
def limited(x):
    return x + settings.store.limit("low")


@jax.jit
def normalised(x):
    return x / settings.SMOOTHING["value"]


@jax.jit
def rounded(x):
    return x + settings.ROUNDOFF


@jax.jit
def tolerated(x):
    return x + settings.TOLERANCE  # expect: JAX201
