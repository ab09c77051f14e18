"""Whole programs: a function, what it needs, and the transformations that it is run under."""

from __future__ import annotations

from random import Random

from . import quiet, risky
from .writing import Writer

HEADER = """\
import math
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

FLAG = True
TABLE = jnp.array([1.0, 2.0, 3.0])
X = jnp.float32(1.5)
V = jnp.array([0.5, 1.5, 2.5])
XS = jnp.array([1.0, 2.0])
VS = jnp.ones((2, 3))


class Pair(NamedTuple):
    value: object
    count: object


class Box:
    def __init__(self, value):
        self.value = value

    def doubled(self):
        return self.value * 2.0


def scale(a, b):
    return a * b


def pick(a, b, first=True):
    if first:
        return a
    return b


def adder(a):
    def add(b):
        return a + b

    return add


def head(items):
    return items[0]


def size(w):
    return w.shape[0]


def norm(w):
    return jnp.sqrt(jnp.sum(w**2))


def positive(a):
    return a if a > 0 else -a
"""

# How the function is run. Each is the last statement of a program.
RUNS = (
    "step(X, V, 3)",
    "step(1.5, V, 3)",
    "jax.jit(step)(X, V, 3)",
    "jax.jit(step)(1.5, V, 3)",
    "jax.jit(step, static_argnums=2)(X, V, 3)",
    'jax.jit(step, static_argnames="n")(X, V, n=3)',
    "partial(jax.jit, static_argnums=(2,))(step)(X, V, 3)",
    "jax.jit(partial(step, n=3))(X, V)",
    "jax.jit(lambda x, v: step(x, v, 3))(X, V)",
    "jax.jit(lambda v: step(2.0, v, 3))(V)",
    "jax.vmap(step, in_axes=(0, 0, None))(XS, VS, 3)",
    "jax.vmap(step, in_axes=(0, None, None))(XS, V, 3)",
    "jax.vmap(step, in_axes=(None, 0, None))(1.5, VS, 3)",
    "jax.vmap(lambda x: step(x, V, 3))(XS)",
    "jax.grad(step)(1.5, V, 3)",
    "jax.grad(step, argnums=1)(X, V, 3)",
    "jax.value_and_grad(step, argnums=(0, 1))(X, V, 3)",
    "jax.jit(jax.grad(step))(X, V, 3)",
    "jax.jit(jax.value_and_grad(step), static_argnums=2)(X, V, 3)",
    "jax.grad(jax.jit(step))(X, V, 3)",
    "jax.vmap(jax.grad(step), in_axes=(0, None, None))(XS, V, 3)",
    "jax.jit(jax.vmap(step, in_axes=(0, 0, None)))(XS, VS, 3)",
    "jax.checkpoint(step)(X, V, 3)",
    "jax.eval_shape(step, X, V, 3)",
    "lax.scan(lambda c, x: (step(c, V, 3), x), X, XS)",
    "lax.scan(lambda c, v: (c, step(c, v, 3)), 0.0, VS)",
    "lax.fori_loop(0, 3, lambda i, c: step(c, V, i), X)",
    "lax.fori_loop(0, 3, lambda i, c: step(c, V, 3), X)",
    "lax.while_loop(lambda c: c[0] < 2, lambda c: (c[0] + 1, step(c[1], V, c[0])), (0, X))",
    "lax.cond(True, lambda x: step(x, V, 3), lambda x: x, X)",
    "lax.cond(X > 0, lambda: step(1.5, V, 3), lambda: X)",
    "lax.map(lambda x: step(x, V, 3), XS)",
    "jax.jit(Model(3).run)(X, V)",
    "jax.jit(Model(X).run_with, static_argnums=1)(V, 3)",
    "decorated(X, V, 3)",
    "decorated_with_static(X, V, 3)",
    "outer(X, V)",
)
# What some of these need, by the name that they use.
CALLERS = {
    "Model": """\
class Model:
    def __init__(self, held):
        self.held = held

    def run(self, x, v):
        return step(x, v, self.held)

    def run_with(self, v, n):
        return step(self.held, v, n)
""",
    "decorated": """\
@jax.jit
def decorated(x, v, n):
    return step(x, v, n)
""",
    "decorated_with_static": """\
@partial(jax.jit, static_argnames=("n",))
def decorated_with_static(x, v, n):
    return step(x, v, n)
""",
    "outer": """\
@jax.jit
def outer(x, v):
    return jax.vmap(lambda row: step(row, v, v.shape[0]))(jnp.stack([x, x]))
""",
}


def write(random: Random) -> str:
    """Write a program, one statement of which may be refused."""
    w = Writer(random, ["x", "total"], ["n"], ["v"])
    for _ in range(random.randint(1, 6)):
        random.choice(quiet.FORMS)(w)
    helper = _risk(w)
    for _ in range(random.randint(0, 2)):
        random.choice(quiet.FORMS)(w)
    w.line(f"return (total + 0.0 * {w.one(w.scalars)}) * jnp.float32(1.0)")
    step = ["def step(x, v, n):", "    total = x * 1.0", *w.lines]
    run = random.choice(RUNS)
    callers = [text.rstrip() for name, text in CALLERS.items() if f"{name}(" in run]
    return "\n\n\n".join([HEADER.rstrip(), *helper, "\n".join(step), *callers, run]) + "\n"


def _risk(w: Writer) -> list[str]:
    """Write the statement at risk, where it stands or in a helper of its own; return the helper."""
    form = w.random.choice(risky.FORMS)
    if w.random.random() < 0.7:
        w.line(w.fill(form))
        return []
    given = w.fill("{s}, {r}, {k}, {w}")
    w.line(f"total = total + asked({given})")
    inner = Writer(w.random, ["a", "b"], ["k"], ["w"])
    inner.line(inner.fill(form))
    return [
        "\n".join(["def asked(a, b, k, w):", "    total = 0.0", *inner.lines, "    return total"])
    ]
