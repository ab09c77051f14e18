"""Tests of dtypes and of types."""

import jax
import jax.numpy as jnp
import numpy as np


def of_arrays(n):
    x = jnp.zeros(n)
    a = x.dtype == float  # expect: JAX309
    b = x.dtype != int  # expect: JAX309
    c = x.dtype in (float, complex)  # expect: JAX309
    d = x.dtype is jnp.float32  # expect: JAX309
    e = x.dtype is not np.float32  # expect: JAX309
    f = x.dtype == jnp.floating  # expect: JAX309
    g = isinstance(x, jnp.float32)  # expect: JAX309
    h = isinstance(x, (jnp.float32, jnp.bfloat16))  # expect: JAX309
    return a, b, c, d, e, f, g, h


def fine(n):
    x = jnp.zeros(n)
    return (
        x.dtype == jnp.float32,
        x.dtype == "float32",
        x.dtype in (jnp.float32, jnp.bfloat16),
        x.dtype == bool,
        x.dtype == x.dtype,
        x.dtype is x.dtype,
        jnp.issubdtype(x.dtype, jnp.floating),
        isinstance(x, jnp.ndarray),
        isinstance(n, (int, np.float32)),
        x.dtype.kind == "f",
    )


@jax.jit
def inside(x, y):
    if x.dtype == jnp.integer:  # expect: JAX309
        return x
    return y if y.dtype == jnp.int32 else x


def types(x):
    a = type(x) is jax.Array  # expect: JAX309
    b = type(x) == jnp.ndarray  # expect: JAX309
    return a, b, isinstance(x, jax.Array), type(x) is np.ndarray, type(x) is float


def of_numpy(n):
    x = np.zeros(n)
    return x.dtype == float, x.dtype == int


def of_unknown(x, config):
    return x.dtype == float, config.dtype is jnp.float32, isinstance(config, jnp.float32)


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


def types_of_tracers(x):
    by_jit = type(x) == jax.interpreters.partial_eval.DynamicJaxprTracer
    by_grad = type(x) in (jax.Array, jax.interpreters.ad.JVPTracer)
    by_any = type(x) is jax.core.Tracer  # expect: JAX309
    return by_jit, by_grad, by_any
