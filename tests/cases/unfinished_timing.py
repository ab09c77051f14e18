"""Clocks that are read before the work is done."""

import time
from time import perf_counter

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(x):
    return x @ x


def plain(x):
    return x


def at_once(x):
    start = time.time()
    y = step(x)  # expect: JAX515
    print(time.time() - start)
    return y


def by_another_name(x):
    start = perf_counter()
    y = step(x)  # expect: JAX515
    end = perf_counter()
    seconds = end - start
    return y, seconds


def in_a_loop(x):
    start = time.perf_counter()
    for _ in range(10):
        x = step(x)  # expect: JAX515
    return x, (time.perf_counter() - start) / 10


def the_last_one(x):
    start = time.time()
    step(x).block_until_ready()
    y = step(x)  # expect: JAX515
    return y, time.time() - start


def with_arrays_between(x):
    start = time.time()
    y = step(x)  # expect: JAX515
    z = jnp.sin(y)
    return z, time.time() - start


def kept(x):
    results = []
    start = time.monotonic()
    for _ in range(3):
        results.append(step(x))  # expect: JAX515
    return results, time.monotonic() - start


def waits(x):
    start = time.time()
    y = jax.block_until_ready(step(x))
    print(time.time() - start)
    start = time.time()
    step(x).block_until_ready()
    print(time.time() - start)
    start = time.time()
    z = float(step(x)[0, 0])
    print(time.time() - start)
    start = time.time()
    host = np.asarray(step(x))
    print(time.time() - start)
    start = time.time()
    print(step(x))
    print(time.time() - start)
    return y, z, host


def decides(x):
    start = time.time()
    y = step(x)
    if y[0, 0] > 0:
        x = y
    return x, time.time() - start


def hands_over(x, wait):
    start = time.time()
    y = step(x)
    wait(y)
    return time.time() - start


def before_the_clock(x):
    y = step(x)
    start = time.time()
    z = plain(y)
    return z, time.time() - start


def not_jitted(x):
    start = time.time()
    y = plain(x)
    return y, time.time() - start
