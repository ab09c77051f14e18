# transforms: mylib.my_jit=jax.jit, mylib.loops.my_scan=jax.lax.scan
"""Wrappers of one's own library, which only the config can explain."""

import functools

import jax.numpy as jnp
import mylib
from mylib import loops, my_jit, other_jit


@my_jit
def relu(x):
    if x > 0:  # expect: JAX101
        return x
    return 0.0


@mylib.my_jit(static_argnames="mode")
def activation(x, mode):
    if mode == "relu":
        return jnp.maximum(x, 0)
    return x if x.sum() > 0 else -x  # expect: JAX101


@functools.partial(my_jit, static_argnums=1)
def power(x, n):
    for _ in range(n):
        x = x * x
    while x > 1.0:  # expect: JAX102
        x = x / 2
    return x


# Nothing is said of this one.
@other_jit
def unknown(x):
    if x > 0:
        return x
    return 0.0


def plain(x):
    return x if x > 0 else -x


def compiled(x):
    print(x)  # expect: JAX204
    return x


fast = mylib.my_jit(compiled)


def simulate(x):
    def body(carry, t):
        assert carry < 10  # expect: JAX103
        return carry + t, None

    return loops.my_scan(body, x, jnp.arange(3))
