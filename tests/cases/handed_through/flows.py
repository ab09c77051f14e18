"""Values that reach the code that asks for them through managers, tables and comprehensions."""

import contextlib
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Meter:
    def __init__(self):
        self.scope = "default"

    @contextlib.contextmanager
    def tagged(self, scope):
        old, self.scope = self.scope, scope
        try:
            yield self.record
        finally:
            self.scope = old

    def record(self, value):
        return value.item()  # expect: JAX105


@contextlib.contextmanager
def doubled(x):
    yield x * 2


@contextlib.contextmanager
def count(x):
    yield x.shape[0]


meter = Meter()


@jax.jit
def recorded(x):
    with meter.tagged("loss") as record:
        record(x)
    with doubled(x) as y:
        if y > 0:  # expect: JAX101
            return x
    return -x


@jax.jit
def counted(x):
    with count(x) as n:
        return x if n > 2 else -x


NORMS = {
    "max": lambda v: jnp.max(jnp.abs(v)),
    "rms": lambda v: np.sqrt(np.mean(np.square(v))),  # expect: JAX107
    "size": lambda v: np.sqrt(v.size),
}


def norms(kind, tree):
    return list(map(NORMS[kind], jax.tree.leaves(tree)))


@partial(jax.jit, static_argnames="kind")
def scaled(tree, kind="rms"):
    return norms(kind, tree)


def outside(x, bound):
    return x < -bound, x > bound


@jax.jit
def saturated(x, y):
    some = any(flag for bound in (1.0, 2.0) for flag in outside(x, bound))  # expect: JAX106
    ranks = any(n > 1 for one in (x, y) for n in (one.ndim, len(one.shape)))
    return some or ranks


def sizes_of(labels, **options):
    return jnp.unique(labels, return_counts=True, **options)[1]


def clusterer(**options):
    sizes = partial(sizes_of, **options)

    @jax.jit
    def cluster(labels):
        return sizes(labels)

    return cluster


@jax.jit
def unsized(labels):
    return jnp.unique(labels, return_counts=True)[1]  # expect: JAX109


cluster = clusterer(size=6, fill_value=6)


def add(x, y=1.0):
    return x if y > 0 else -x  # expect: JAX101


@jax.jit
def starred(x, given):
    several = partial(add, *given)
    return several(x), partial(add, x)(x)


class Moments(NamedTuple):
    mean: jax.Array

    @classmethod
    def zero(cls, like):
        return cls(mean=jnp.zeros_like(like))


def averaged(moments, x):
    return Moments(moments.mean + (x - moments.mean) / 2)


def folded(xs):
    def body(moments, x):
        return averaged(moments, x), None

    return jax.lax.scan(body, Moments.zero(xs[0]), xs)[0]  # expect: JAX512


def whole_moments():
    return folded(jnp.array([[3, 1], [4, 1]]))


def folded_floats(xs):
    def body(moments, x):
        return averaged(moments, x), None

    return jax.lax.scan(body, Moments.zero(xs[0]), xs)[0]


def float_moments():
    return folded_floats(jnp.array([[3.0, 1], [4, 1]]))


HANDLERS = {"accept": lambda state: (*state, state[0]), "reject": lambda state: state}


@jax.jit
def stepped(y, error):
    branches = [HANDLERS[name] for name in ("reject", "accept")]
    return jax.lax.cond(error < 1, *reversed(branches), (y, error))  # expect: JAX512
