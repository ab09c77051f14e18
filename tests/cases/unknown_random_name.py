"""Names of random functions that jax does not have."""

import random as pyrandom

import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import numpy.random as npr
from jax import numpy, random


def numpy_habit(n):
    return jnp.random.rand(n)  # expect: JAX411


def numpy_habit_with_a_key(key):
    return jnp.random.normal(key, (3,))  # expect: JAX411


def full_name(n):
    return jax.numpy.random.uniform(size=n)  # expect: JAX411


def numpy_of_jax(n):
    return numpy.random.randn(n)  # expect: JAX411


def seeded():
    jax.random.seed(0)  # expect: JAX411


def rand(n):
    return jax.random.rand(n)  # expect: JAX411


def randn(key, n):
    return jr.randn(key, (n,))  # expect: JAX411


def generator():
    return random.default_rng(0)  # expect: JAX411


def torch_habit():
    jr.manual_seed(0)  # expect: JAX411
    return jnp.zeros(3)


@jax.jit
def sampled(key, x):
    return jr.random_sample(key, x)  # expect: JAX411


def state():
    return jr.RandomState(0)  # expect: JAX411


def sampler_by_name():
    draw = jr.standard_normal  # expect: JAX411
    return draw


def right(key):
    a, b, c = jr.split(key, 3)
    return jr.permutation(a, 10), jr.randint(b, (3,), 0, 4), random.lognormal(c)


def of_numpy(n):
    rng = np.random.default_rng(0)
    np.random.seed(0)
    return npr.rand(n), np.random.randn(n), rng.random(n)


def of_python(xs):
    pyrandom.seed(0)
    pyrandom.shuffle(xs)
    return pyrandom.random()


# T21: NumPy under the name that jax.numpy usually has.
def renamed():
    import numpy as jnp

    return jnp.random.rand(3)


# T21
def local_object(random):
    random.seed(0)
    return random.rand(3)


class Stream:
    def seed(self, n):
        self.n = n
        return self


def own_class():
    random = Stream()
    return random.seed(0)


def asked_first():
    if hasattr(jax.random, "KeyArray"):
        return jax.random.KeyArray
    return jax.Array


def tried():
    try:
        return jax.random.PRNGKeyArray
    except AttributeError:
        return jax.Array


def by_getattr():
    return getattr(jax.random, "KeyArray", jax.Array)


def text_annotation(key: "jax.random.KeyArray"):
    return jr.normal(key)


def types_and_helpers(key):
    jr.key_data(key), jr.key_impl(key), jr.clone(key)
    return jr.bits(key)
