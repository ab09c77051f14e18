"""Static arguments whose `__eq__` leaves out a field that compiled code reads."""

from dataclasses import astuple, dataclass, field
from functools import partial

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Filter:
    name: str
    width: int
    cutoff: float = field(default=1.0, compare=False)
    doubled: float = field(default=0.0, compare=False, init=False)


@partial(jax.jit, static_argnums=0)
def smooth(spec, x):
    kept = jnp.abs(x) < spec.cutoff  # expect: JAX535
    return jnp.where(kept, x, 0.0) * spec.width + spec.doubled


def smoothed(x):
    return smooth(Filter("low", 3, 0.5), x) + smooth(Filter("low", 3, 2.0), x)


# A function of its own that reads it, and a static name.
def cut(spec, x):
    return jnp.minimum(x, spec.cutoff)  # expect: JAX535


@partial(jax.jit, static_argnames="spec")
def cut_twice(x, spec):
    return cut(spec, cut(spec, x))


def cut_at_one(x):
    return cut_twice(x, spec=Filter("low", 3))


# A traced function that is given none of them; and plain code.
def wide(spec, x):
    return x * spec.cutoff


@dataclass(frozen=True)
class Whole:
    name: str
    cutoff: float = field(default=1.0)


@partial(jax.jit, static_argnums=0)
def smooth_by_all(spec, x):
    return x * spec.cutoff


def smoothed_by_all(x):
    return smooth_by_all(Whole("low", 0.5), x) + wide(Filter("low", 3), x)


# A method whose object is static.
class Grid:
    def __init__(self, n, spacing, order=2):
        self.n = n
        self.spacing = spacing
        self.order = order
        self.size = n * n
        self.cells = []

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        if self is other:
            return True
        return isinstance(other, Grid) and self.n == other.n and self.order == other.order

    @partial(jax.jit, static_argnums=0)
    def slope(self, x):
        return (x[1:] - x[:-1]) / self.spacing * self.order  # expect: JAX535

    @partial(jax.jit, static_argnums=0)
    def mean(self, x):
        return x.sum() / (self.size * self.n)


def slopes(x):
    return Grid(8, 0.1).slope(x), Grid(8, 0.2).slope(x), Grid(8, 0.1).mean(x)


# By a method, a property, and the hash.
class Keyed:
    def __init__(self, name, rate, limit):
        self.name = name
        self.rate = rate
        self.limit = limit

    @property
    def key(self):
        return (self.name, self._limit_of())

    def _limit_of(self):
        return self.limit

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return type(self) is type(other) and hash(self) == hash(other)

    @partial(jax.jit, static_argnames="self")
    def decay(self, x):
        return jnp.minimum(x * self.rate, self.limit)  # expect: JAX535


# What is compared by what is not in sight, and objects that are equal to themselves alone.
@dataclass(eq=False)
class Listed:
    name: str
    rate: float

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return astuple(self) == astuple(other)

    @partial(jax.jit, static_argnums=0)
    def decay(self, x):
        return x * self.rate


class Itself:
    def __init__(self, rate):
        self.rate = rate

    def __hash__(self):
        return hash(type(self))

    @partial(jax.jit, static_argnums=0)
    def decay(self, x):
        return x * self.rate


class InItsDict:
    def __init__(self, rate):
        self.rate = rate

    def __hash__(self):
        return 1

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    @partial(jax.jit, static_argnums=0)
    def decay(self, x):
        return x * self.rate


# What is equal to all of its class.
class Named:
    def __init__(self, rate):
        self.rate = rate

    def __hash__(self):
        return hash(type(self))

    def __eq__(self, other):
        return isinstance(other, type(self))


@partial(jax.jit, static_argnums=1)
def decayed(x, named):
    return x * named.rate  # expect: JAX535


def decayed_twice(x):
    return decayed(decayed(x, Named(0.5)), Named(0.1))


# Of what is given under another name.
@dataclass(frozen=True)
class Step:
    size: float = field(compare=False)


def advance(step, x):
    return x + step.size  # expect: JAX535


advanced = jax.jit(advance, static_argnums=(0,))


def advance_both(x):
    return advanced(Step(0.1), x), advanced(Step(0.2), x)


# A field that is compared and made of all others.
class Solver:
    def __init__(self, rate, limit):
        self.rate = rate
        self.limit = limit
        self._key = (rate, limit)
        self._hash = hash(self._key)

    def __hash__(self):
        return self._hash

    def __eq__(self, other):
        if self is other:
            return True
        return type(other) is type(self) and self._key == other._key

    @partial(jax.jit, static_argnums=0)
    def step(self, x):
        return jnp.minimum(x * self.rate, self.limit)
