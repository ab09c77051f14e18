"""What is given as a dtype."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def inside(x, y):
    z = jnp.exp(y)
    a = x.astype(z)  # expect: JAX310
    b = jnp.asarray(x, dtype=z)  # expect: JAX310
    c = jnp.zeros(3, z)  # expect: JAX310
    d = jax.lax.convert_element_type(x, z)  # expect: JAX310
    e = jnp.sum(x, dtype=z)  # expect: JAX310
    return a, b, c, d, e


@jax.jit
def fine(x, y, dtype):
    z = jnp.exp(y)
    a = x.astype(z.dtype) + x.astype(jnp.float32) + x.astype("float32") + x.astype(float)
    b = jnp.zeros(3, dtype=z.dtype) + jnp.zeros_like(z) + jnp.full_like(z, x)
    return a, b, jnp.full((3,), z), jnp.array([z, z]), x.astype(y.dtype)


def of_unknown(x, y):
    return x.astype(y), jnp.zeros(3, dtype=y), np.zeros(3).astype(y)


def eager(n):
    x, y = jnp.zeros(n), jnp.arange(n)
    return x.astype(y), x.view(jnp.int32)  # expect: JAX310
