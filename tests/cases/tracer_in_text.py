"""Texts made of tracers."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def metrics(x, step):
    return {f"loss_{step}": x.mean()}  # expect: JAX115


@partial(jax.jit, static_argnames="step")
def static_metrics(x, step):
    return {f"loss_{step}": x.mean(), f"size_{x.shape[0]}": x.size, f"{x.dtype!s:>8}": 1}


def plain_metrics(x, step):
    return {f"loss_{step}": f"{x:.3f}"}


@jax.jit
def layer(params, x, i):
    return x @ params["layer_" + str(i)]  # expect: JAX115


@jax.jit
def layers(params, x):
    for i in range(3):
        x = x @ params["layer_" + str(i)] + params[f"bias_{i}"]
    return x


@jax.jit
def stored(x):
    out = {}
    out[str(x.sum())] = x  # expect: JAX115
    return len(out)


@jax.jit
def compared(n):
    return 1.0 if f"{n}" == "1" else 0.0  # expect: JAX115


@jax.jit
def formatted(x):
    text = "{:.2f}".format(x.mean())  # expect: JAX115
    return x, len(text)


@jax.jit
def percent(x, y):
    label = "%s %d" % (x.dtype, y)  # expect: JAX115
    return x, len(label)


@jax.jit
def percent_of_shapes(x, y):
    label = "%s %d %.1f" % (x.dtype, y.shape[0], y.size / 2) + "{:>8}".format(x.ndim)
    return x, len(label)


def named(x):
    return f"{x:>10}"  # expect: JAX115


def loss(w):
    return w * len(named(w))


slope = jax.grad(loss)


# The first of them ends the text.
@jax.jit
def report(x, y):
    text = f"{x}: {x:.2f}, {y:.2f}"  # expect: JAX115
    return x + y, len(text)


# The text of an error is read by people, and its braces hold no format.
@jax.jit
def messages(x):
    if x.ndim > 2:
        raise ValueError(f"at most a matrix, got {x} of shape {x.shape}")
    return x


# T09
@jax.jit
def with_callback(x):
    jax.debug.callback(lambda v: open(f"{v:.2f}.txt", "w").close(), x)
    jax.debug.print("{x:.2f}", x=x)
    return x


class Model:
    small = 1.0
    large = 2.0

    def size(self, name):
        return getattr(self, f"{name}")  # expect: JAX115

    def fixed(self, name):
        return getattr(self, f"{name}")


@jax.jit
def attribute(n):
    return Model().size(n) + Model().fixed("small")


# T04: the names of a dict's entries are texts.
@jax.jit
def renamed(params):
    return {f"old_{name}": leaf for name, leaf in params.items()}


def body(i, x):
    return x * {"a": 2.0}.get("a", 1.0) + jnp.sin(i)


def looped(x):
    return lax.fori_loop(0, 3, body, x)


# --- texts that a callback on the host gets ------------------------------------------------------


def file_of(kind, turn):
    return f"{kind}_{turn}.npy"


def put(name, block):
    np.save(name, block)


def saved_by_turn(start, turns):
    def block(carry, turn):
        name = file_of("block", turn)
        jax.debug.callback(lambda array: np.save(name, array), carry)  # expect: JAX115
        jax.debug.callback(partial(put, name), carry)  # expect: JAX115
        jax.debug.callback(put, file_of("part", turn), carry)  # expect: JAX115
        return carry + 1, carry

    return lax.scan(block, start, jnp.arange(turns))


def saved_by_number(start, turns, run):
    def block(carry, turn):
        folder = f"{run}/{carry.shape}"
        jax.debug.callback(lambda array, n: np.save(f"{folder}/{n}.npy", array), carry, turn)
        jax.debug.callback(partial(put, f"{folder}/last.npy"), carry)
        return carry + 1, carry

    return lax.scan(block, start, jnp.arange(turns))
