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


@jax.jit
def comparisons(x):
    y = jnp.log(x)
    a = lax.lt(y, 1)  # expect: JAX317
    b = lax.eq(jnp.arange(3), y)  # expect: JAX317
    c = lax.div(y, 2)  # expect: JAX317
    return a, b, c


# What is known of an array's dtype goes wherever the array goes.

FLOATS = jnp.ones(3)


@jax.jit
def handed(a, b):
    return lax.add(a, b)  # expect: JAX317


def helps(a, b):
    return lax.mul(a, b)  # expect: JAX317


@jax.jit
def helps_a_trace(x):
    return helps(jnp.exp(x), jnp.arange(3)), helps(jnp.exp(x), FLOATS)


@jax.jit
def doubled(x):
    return x * 2


def row_of(a, b):
    return lax.max(a, b)  # expect: JAX317


def carried(total, x):
    return total, lax.sub(x, total)  # expect: JAX317


def goes_far(flag):
    either = FLOATS if flag else FLOATS * 2
    a = lax.add(either, jnp.arange(3))  # expect: JAX317
    b = lax.add(doubled(FLOATS), jnp.arange(3))  # expect: JAX317
    c = handed(FLOATS, jnp.arange(3)), jax.vmap(row_of)(FLOATS, jnp.arange(3))
    d = [lax.rem(row, jnp.arange(3)[0]) for row in FLOATS]  # expect: JAX317
    return a, b, c, d, lax.scan(carried, jnp.arange(3)[0], FLOATS)


@jax.jit
def handed_alike(a, b):
    return lax.add(a, b)


def either_dtype(flag):
    either = FLOATS if flag else jnp.arange(3)
    return lax.add(either, jnp.arange(3))


def turns(n):
    x = jnp.arange(3)
    for _ in range(n):
        x = jnp.exp(x)
    y = jnp.arange(3)
    for _ in range(n):
        lax.add(y, FLOATS)  # expect: JAX317
        y = jnp.exp(y)
    return lax.add(x, FLOATS), lax.add(y, jnp.arange(3))


def stays(n):
    return handed_alike(FLOATS, FLOATS * n), lax.add(doubled(FLOATS), FLOATS)


# What a caller passes is known behind a call and behind jit.
@jax.jit
def added(a, b):
    return lax.add(a, b)  # expect: JAX317


@jax.jit
def added_alike(a, b):
    return lax.add(a, b)


def multiplied(a, b):
    return lax.mul(a, b)  # expect: JAX317


floats, integers = jnp.ones(3, jnp.float32), jnp.ones(3, jnp.int32)
results = added(floats, integers), multiplied(floats, integers), added_alike(floats, floats)


def tried():
    try:
        return lax.add(FLOATS, jnp.arange(3))  # expect: JAX317
    except TypeError:
        return FLOATS
