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


def only_reads_a_shape(x):
    y = jnp.asarray(x)
    return y.shape[0], y.ndim


@jax.jit
def only_computes(x):
    y = jnp.abs(x)
    return y * 2.0 + y.sum()


def only_numpy(n):
    y = np.zeros(n)
    return y.sum() + y[0]


def only_a_dict(params):
    names = sorted(params)
    return {name: params[name] for name in names}


def only_a_list(xs):
    found = []
    for x in xs:
        found.append(jnp.sum(x))
    return jnp.stack(found)


def by_name(n):
    x, y = jnp.zeros(n), jnp.arange(n)
    a = jnp.ones(n, dtype=y)  # expect: JAX310
    b = x.astype(dtype=y)  # expect: JAX310
    c = jnp.full((2,), 1, y)  # expect: JAX310
    return a, b, c
