"""Static arguments that change in each turn of a loop."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="step")
def update(x, step):
    return x / (1 + step)


@jax.jit
def update_traced(x, step):
    return x / (1 + step)


def counted(x, n):
    for step in range(n):
        x = update(x, step)  # expect: JAX505
    for step in range(n):
        x = update_traced(x, step)
    return x


def enumerated(x, batches):
    for i, batch in enumerate(batches):
        x = update(x + batch, step=i)  # expect: JAX505
    return x


def many(x):
    for step in range(1000):
        x = update(x, step)  # expect: JAX505
    return x


def few(x):
    for step in range(3):
        x = update(x, step)
    return x


def listed(x):
    for step in (1, 10, 100):
        x = update(x, step)
    return x


def of_one_value(x, n, step):
    for _ in range(n):
        x = update(x, step)
    return x


apply = jax.jit(lambda f, x: f(x), static_argnums=0)


def scale(x, k):
    return k * x


def functions(x, n):
    for _ in range(n):
        x = apply(lambda v: v + 1, x)  # expect: JAX505
        x = apply(partial(scale, k=2), x)  # expect: JAX505
        x = apply(jnp.sin, x)
    while x.sum() < n:
        x = apply(lambda v: v + 1, x)  # expect: JAX505
    return apply(lambda v: v + 1, x)


def function_outside(x, n):
    def add_one(v):
        return v + 1

    double = partial(scale, k=2)
    for _ in range(n):
        x = apply(add_one, x)
        x = apply(double, x)
    return x


# In traced code the loop is unrolled anyway.
@jax.jit
def traced(x):
    for step in range(100):
        x = update(x, step)
    return x
