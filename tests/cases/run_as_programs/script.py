"""Caches filled while tracing, in a program with the usual guard."""

import functools

import jax
import jax.numpy as jnp


@functools.cache
def ramp(n):  # expect: JAX208
    return jnp.arange(n) * 2.0


@jax.jit
def raised(x):
    return x + ramp(x.shape[0])


@jax.jit
def scaled(x):
    return x * ramp(x.shape[0])


@functools.cache
def host_ramp(n):
    return tuple(range(n))


@jax.jit
def raised_on_the_host(x):
    return x + jnp.asarray(host_ramp(x.shape[0]))


if __name__ == "__main__":
    ones = jnp.ones(3)
    print(raised(ones), scaled(ones), raised_on_the_host(ones))
