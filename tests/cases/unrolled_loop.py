"""Python loops in traced code."""

import jax
import jax.numpy as jnp
from jax import lax

N = 64


@jax.jit
def ranges(x, layers):
    for _ in range(100):  # expect: JAX703
        x = x + 1
    for _ in range(N):  # expect: JAX703
        x = x + 1
    for i in range(1, 50):  # expect: JAX703
        x = x + i
    for _ in range(4):
        x = x + 1
    for _ in range(len(layers)):
        x = x + 1
    for layer in layers:
        x = layer(x)
    for _ in range(x.shape[0]):
        x = x + 1
    return x


@jax.jit
def rows(xs):
    total = jnp.zeros(xs.shape[1:])
    for x in xs:  # expect: JAX703
        total = total + x
    return total


@jax.vmap
def mapped(x):
    y = jnp.sin(x)
    for row in y:  # expect: JAX703
        x = x + row
    return helper(x)


def helper(x):
    for _ in range(200):  # expect: JAX703
        x = x * 2
    return x


def plain(x):
    for _ in range(1000):
        x = x + 1
    return x


@jax.grad
def readable(x):
    for _ in range(1000):
        x = x * 2
    return x


@jax.jit
def on_the_device(x):
    return lax.fori_loop(0, 1000, lambda i, c: c + i, x)


@jax.jit
def of_a_tree(params):
    total = 0.0
    for name, value in params.items():
        total = total + value.sum() if name else total
    for leaf in jax.tree.leaves(params):
        total = total + leaf.sum()
    return total


@jax.jit
def short(x):
    for k in range(8):
        x = x * k
    return x


@jax.jit
def over_a_tuple(x):
    for k in (1, 2, 3):
        x = x * k
    for a, b in zip((x, x), (1, 2), strict=True):
        x = x + a * b
    return x


@jax.jit
def over_anything(xs):
    total = 0.0
    for x in xs:
        total = total + x
    return total
