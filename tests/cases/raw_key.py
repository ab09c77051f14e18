"""JAX413: keys that are arrays."""

import jax
import jax.random as jr
from jax.random import PRNGKey, key


def by_every_name(seed):
    a = jax.random.PRNGKey(seed)  # expect: JAX413
    b = jr.PRNGKey(0)  # expect: JAX413
    c = PRNGKey(seed=1)  # expect: JAX413
    return a, b, c


MAKE = jax.random.PRNGKey
KEYS = [MAKE(2), MAKE(3)]  # expect: JAX413, JAX413


def of_a_batch(seeds):
    return jax.vmap(jax.random.PRNGKey)(seeds)  # expect: JAX413


def in_a_default(key=jax.random.PRNGKey(4)):  # expect: JAX413
    return key


class Model:
    def __init__(self, seed=0):
        self.key = jr.PRNGKey(seed)  # expect: JAX413


def typed(seed):
    return jax.random.key(seed)


def typed_by_name(seed):
    return key(seed), jr.key(seed)


def wrapped(data):
    return jr.wrap_key_data(data)


def children(parent):
    return jr.split(parent)


def own(PRNGKey):
    return PRNGKey(0)


def named_only():
    return jax.random.PRNGKey


def folded(parent):
    return jr.fold_in(parent, 1)
