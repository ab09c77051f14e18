"""Arrays as keys."""

from enum import Enum
from functools import cache, lru_cache

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

TABLE = {0: 1.0, 1: 2.0}


@jax.jit
def looked_up(x):
    return TABLE[jnp.argmax(x)]  # expect: JAX116


@jax.jit
def looked_up_in_an_array(x):
    return jnp.array([1.0, 2.0])[jnp.argmax(x)]


@jax.jit
def got(i):
    j = i * 2
    return TABLE.get(j, 0.0)  # expect: JAX116


# T04
@jax.jit
def names(params):
    total = 0.0
    for name in params:
        total = total + params[name] * len({name, "b"})
    for name, leaf in params.items():
        total = total + leaf * {name: 1.0}[name]
    return total


def counted(xs):
    seen = {}
    for x in xs:
        seen[jnp.sum(x)] = 1  # expect: JAX116
    return seen


def counted_by_number(xs):
    seen = {}
    for i, x in enumerate(xs):
        seen[i] = float(jnp.sum(x))
        seen[int(jnp.argmax(x))] = jnp.sum(x).item()
    return seen


def members(x):
    return {jnp.max(x), jnp.min(x)}  # expect: JAX116


def digest(x):
    return hash(jnp.mean(x)) + hash(x.shape) + hash(x.dtype)  # expect: JAX116


@lru_cache(maxsize=None)
def window(n):
    return np.hanning(n)


@cache
def scale(x):
    return x * 2


@jax.jit
def cached(x):
    return scale(x.sum()) + window(x.shape[0])  # expect: JAX116


@jax.jit
def cached_by_shape(x):
    return window(x.shape[0]) * scale(3) + x


def body(i, total):
    return total + TABLE[i]  # expect: JAX116


def looped():
    return lax.fori_loop(0, 2, body, 0.0)


def looped_by_hand():
    total = 0.0
    for i in range(2):
        total += TABLE[i]
    return total


def unknown_key(key, table):
    return table[key], {key: 1}, hash(key)


class Registry:
    def __init__(self):
        self.entries = {}

    def add(self, name, x):
        self.entries[name] = jnp.asarray(x)
        return self.entries[name]


# A class is no array, and an array no class.
@jax.jit
def of_classes(x):
    if isinstance(x, type) and x in SIZES:
        return SIZES[x]
    return x


@jax.jit
def of_no_classes(x):
    if not isinstance(x, type):
        return SIZES[x]  # expect: JAX116
    return x


SIZES = {float: 8, int: 4}
of_classes(jnp.ones(())), of_no_classes(jnp.ones(()))


# Whether something has a hash is asked by asking for it.
@jax.jit
def hashed_if_it_can_be(x):
    try:
        hash(x)
    except TypeError:
        return x + 1.0
    return x


@jax.jit
def hashed_anyhow(x):
    try:
        return x[0]
    finally:
        hash(x)  # expect: JAX116


hashed_if_it_can_be(jnp.ones(2)), hashed_anyhow(jnp.ones(2))


# What is looked for in a dict or a set is hashed; in a list it is compared.
known_sizes = {}


@jax.jit
def looked_for(x, names=("a", "b")):
    if x in known_sizes:  # expect: JAX116
        return x * 2
    if "a" in names and x.shape not in known_sizes:
        return x
    return x + 1


def looked_for_outside(logits, best={1, 2}):
    return jnp.argmax(logits) in best, int(jnp.argmax(logits)) in best  # expect: JAX116


looked_for(jnp.ones(())), looked_for_outside(jnp.ones(3))


# A member of an enumeration is no array, whatever its value is.
class Kind(Enum):
    SCALAR = jnp.asarray(1)
    VECTOR = jnp.asarray([1, 2])


class Kinds:
    SCALAR = jnp.asarray(1)


NAMES = {Kind.SCALAR: "scalar", Kind.VECTOR: "vector"}
NAMES_OF_VALUES = {Kinds.SCALAR: "scalar"}  # expect: JAX116


# A tuple asks all that is in it for their hashes.
BLOCKED = {(1, 1), (2, 3)}


@jax.jit
def is_blocked(cell):
    row, column = cell
    return (row, column) in BLOCKED  # expect: JAX116


@jax.jit
def is_blocked_by_shape(cell):
    return (cell.shape[0], cell.ndim) in BLOCKED


def by_place(xs):
    seen = {}
    for x in xs:
        seen[("sum", jnp.sum(x))] = 1  # expect: JAX116
        seen[("rank", jnp.ndim(x))] = 1
    return seen
