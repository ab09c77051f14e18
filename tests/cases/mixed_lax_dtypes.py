"""Operands of functions of `jax.lax`."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def inside(x, n):
    y = jnp.exp(x)
    a = lax.max(y, 0)  # expect: JAX317
    b = lax.add(jnp.arange(3), 1.0)  # expect: JAX317
    c = lax.mul(y > 1, y)  # expect: JAX317
    d = lax.select(y > 1, y, jnp.arange(3))  # expect: JAX317
    e = lax.max(y, 0.0) + lax.add(x, 1) + lax.pow(y, 2) + lax.select(y > 1, y, y)
    return a, b, c, d, e, lax.add(jnp.arange(3), n)


def eager(n):
    x = jnp.zeros(n)
    a = lax.sub(x, jnp.ones(n, jnp.int32))  # expect: JAX317
    b = lax.sub(x, jnp.ones(n, jnp.int32).astype(float))
    return a, b, jnp.add(x, 1), lax.add(x, x), lax.lt(jnp.arange(n), 3), lax.eq(x, np.zeros(n))


def of_unknown(x, y):
    return lax.add(x, y), lax.max(x, 0)
