"""Dtypes of 64 bits in a file that never turns them on: told once of each function."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

WIDE = jnp.float64


def total(values):
    start = jnp.zeros((), dtype=jnp.float64)  # expect: JAX321
    return jax.lax.fori_loop(0, 9, lambda i, total: total + values[i], start)


@jax.jit
def stamps(values):
    first = values.astype("int64")  # expect: JAX321
    return first, values.astype(jnp.int32), jnp.float64(1.0)


class Log:
    def __init__(self, stamps):
        self.stamps = jnp.asarray(stamps, np.int64)  # expect: JAX321

    def narrow(self):
        return self.stamps.astype(np.int32)


def by_a_name(count):
    return jnp.full(count, 0.5, WIDE), jnp.full((3,), 0.0, WIDE)  # expect: JAX321


def by_a_default(count, dtype=jnp.float64):
    return jnp.ones(count, dtype)


def by_a_cast(total):
    return jnp.float64(total) / 3  # expect: JAX321


def by_an_option(key, values):
    noise = jax.random.normal(key, (3,), dtype=jnp.float64)  # expect: JAX321
    return noise + jnp.sum(values, dtype="float64")


def of_numpy(values):
    wide = np.asarray(values, dtype=np.float64).astype(np.float64)
    return wide.sum(), np.float64(2.0), np.zeros(3, np.int64)


def of_whatever_width(values):
    return jnp.asarray(values, dtype=float), jnp.ones(3, int), values.astype(values.dtype)


def of_unknown_things(values, table):
    return values.astype(np.float64), table.astype("float64")


def asked(values):
    return values.dtype == jnp.float64, jnp.issubdtype(values.dtype, np.int64)


def limits():
    return jnp.finfo(jnp.float64).eps, jnp.iinfo(jnp.int64).max


zeros = partial(jnp.zeros, dtype=jnp.float32)


def of_a_partial(count):
    return zeros(count), jnp.zeros(count, jnp.float32)
