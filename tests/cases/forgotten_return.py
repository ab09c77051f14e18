"""Jitted functions that return nothing."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import checkify


@jax.jit
def forgets(x):
    x = x + 1


@jax.jit
def returns(x):
    return x + 1


@jax.jit
def sometimes(x, flag=None):
    if flag is None:
        return x
    x = x + 1


@partial(jax.jit, static_argnames="n")
def returns_nothing(x, n):
    x = x * n
    return


@jax.jit
def effect(x):
    jax.debug.print("{}", x)


@jax.jit
def stub(x): ...


def calls(x):
    y = forgets(x)  # expect: JAX516
    z = returns_nothing(x, n=2)  # expect: JAX516
    w: jax.Array = forgets(z)  # expect: JAX516
    a, b = forgets(w), 1
    y = returns(x)
    y = sometimes(x)
    y = stub(x)
    _ = effect(x)
    effect(x)
    forgets(x)
    return y, a, b


class Model:
    @partial(jax.jit, static_argnums=0)
    def step(self, x):
        x = jnp.sin(x)

    @partial(jax.jit, static_argnums=0)
    def good(self, x):
        return jnp.sin(x)

    def run(self, x):
        x = self.step(x)  # expect: JAX516
        return self.good(x)


late = jax.jit(lambda x: None)
made = jax.jit(forgets.__wrapped__)


def by_lambda(x):
    y = late(x)  # expect: JAX516
    for _ in range(3):
        x = forgets(x)  # expect: JAX516
    return y, made(x)


# In traced code the caller may know.
@jax.jit
def traced(x):
    nothing = forgets(x)
    return x if nothing is None else nothing


@jax.jit
def only_checks(x):
    checkify.check(x.sum() > 0, "positive")


both = jax.jit(checkify.checkify(only_checks))


def checked(x):
    error, nothing = checkify.checkify(only_checks)(x)
    pair = both(x)
    nothing = only_checks(x)  # expect: JAX516
    return error, pair, nothing
