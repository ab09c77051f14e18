"""Jitted functions that a module of clocks times."""

import clocks
import jax
import jax.numpy as jnp
import kernels


@jax.jit
def square(x):
    return x @ x


def report(x):
    twice = jax.jit(lambda x: 2 * x)
    print(clocks.seconds(square, x, 10)[1])
    print(clocks.seconds_until_done(square, x, 10)[1])
    print(clocks.cold_seconds(twice, x, 10)[1])
    print(clocks.seconds_of_plain(jnp.linalg.norm, x, 10)[1])


def compare(x):
    laps = clocks.Laps()
    print(clocks.rate(kernels.smooth, x))
    print(clocks.rate(kernels.plain, [1, 2]))
    with laps.lap("smooth"):
        y = kernels.smooth(x)  # expect: JAX515
    with laps.lap("waiting"):
        z = kernels.smooth(x).block_until_ready()
    return y, z
