"""Caches filled while tracing, where plain code asks for a mode before."""

import functools
import sys

import jax
import jax.numpy as jnp


@functools.cache
def window(n):  # expect: JAX208
    return jnp.arange(n) * 3.0


@jax.jit
def windowed(x):
    return x + window(x.shape[0])


def main():
    mode = sys.argv[1]
    if mode == "window":
        print(windowed(jnp.ones(3)))
        print(windowed(jnp.ones(4)))


main()
