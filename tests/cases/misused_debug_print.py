"""JAX210: what jax.debug.print is given, and what it prints."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import debug
from jax.debug import print as dprint


@jax.jit
def f_string(x):
    jax.debug.print(f"x is {x}")  # expect: JAX210
    jax.debug.print(f"x is {x.sum():.2f}", ordered=True)  # expect: JAX115
    debug.print(f"{x}" + "!")  # expect: JAX210
    dprint("x is " + str(x))  # expect: JAX210
    jax.debug.print("x is {}".format(x))  # expect: JAX210
    return x


@jax.jit
def f_string_of_static_facts(x, *rest):
    jax.debug.print(f"shape {x.shape}, {len(rest)} more")
    jax.debug.print(f"{x.shape}: {{}}", x)
    jax.debug.print("dtype " + str(x.dtype))
    return x


def plain(x):
    jax.debug.print(f"x is {x}")
    return x


def body(carry, x):
    jax.debug.print(f"carry {carry}")  # expect: JAX210
    return carry + x, None


def scanned(xs):
    return jax.lax.scan(body, 0.0, xs)


def tell(name, value):
    jax.debug.print(f"{name}: {value}")  # expect: JAX210


@jax.jit
def through_a_helper(x):
    tell("x", x * 2)
    return x


@jax.jit
def fields_and_values(x, y):
    jax.debug.print("x:", x)  # expect: JAX210
    jax.debug.print("x: %s", x)  # expect: JAX210
    jax.debug.print("x: {}", x, y)  # expect: JAX210
    jax.debug.print("x: {}, y: {}", x)  # expect: JAX210
    jax.debug.print("x: {1}", x)  # expect: JAX210
    jax.debug.print("x: {x}", x)  # expect: JAX210
    jax.debug.print("x: {x}", y=x)  # expect: JAX210
    jax.debug.print("nothing", y=y)  # expect: JAX210
    jax.debug.print("x: {", x)  # expect: JAX210
    jax.debug.print("no values")
    jax.debug.print("x: {}, y: {}", x, y)
    jax.debug.print("x: {0}, {0}", x)
    jax.debug.print("x: {x.shape}, {d[a]}", x=x, d={"a": y})
    jax.debug.print("x: {:.3f}", x, ordered=True)
    jax.debug.print("x: {:{width}}", x, width=5)
    jax.debug.print("{{x}} is {x}", x=x)
    return x + y


def eager(x):
    jax.debug.print("x:", x)  # expect: JAX210


@jax.jit
def unknown_formats(x, *values, **named):
    jax.debug.print(FORMATS["x"], x)
    jax.debug.print("{} {}", *values)
    jax.debug.print("{x}", **named)
    return x


FORMATS = {"x": "x: {}"}


@partial(jax.jit, static_argnames="label")
def static_label(x, label):
    jax.debug.print(label + ": {}", x)
    jax.debug.print(f"{label}: {{}}", x)
    return jnp.sin(x)
