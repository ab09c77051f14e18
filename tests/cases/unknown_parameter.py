"""Parameters that no release of JAX took."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random


def axes(x):
    return jnp.mean(x, axes=0)  # expect: JAX805


def of_a_sampler(key):
    return random.normal(key, size=(3,))  # expect: JAX805


def of_a_loop(step, xs):
    return lax.scan(step, 0.0, xs, steps=3)  # expect: JAX805


def of_a_method():
    return jnp.zeros((2, 3)).sum(dim=0)  # expect: JAX805


@partial(jax.jit, static_argname="n")  # expect: JAX805
def jitted(x, n):
    return x * n


mapped = jax.vmap(jitted, in_axis=0)  # expect: JAX805


def several(x):
    options = {"dim": 1}
    return jnp.sum(x, **options)  # expect: JAX805


def by_position(x):
    return jnp.squeeze(x, 0, 1)  # expect: JAX805


def there(key, x, step):
    total = jnp.sum(x, axis=0, keepdims=True, where=x > 0)
    drawn = random.normal(key, shape=(3,), dtype=jnp.float32)
    return total, drawn, lax.scan(step, 0.0, xs=x, length=3), jnp.squeeze(x, (0, 1))


def open_ended(x):
    return jax.tree_util.Partial(jnp.sum, dim=0), jax.vmap(lambda dim: dim)(dim=x)


def of_numpy(x):
    return np.sum(x, dim=0)


def own(jnp, x):
    return jnp.sum(x, dim=0)


def unknown_options(x, options):
    return jnp.sum(x, **options)


def asked(x):
    try:
        return jnp.sum(x, dim=0)
    except TypeError:
        return jnp.sum(x, axis=0)


# --- what parameters are called elsewhere --------------------------------------------------------


def normalized(x: jax.Array):
    ordered = jnp.sort(x, axis=-1)
    total = ordered.sum(axis=-1, keepdim=True)  # expect: JAX805
    return ordered / total


@jax.jit
def probabilities(x):
    y = jax.nn.softmax(x, dim=-1)  # expect: JAX805
    return jnp.concatenate([y, y], dim=0)  # expect: JAX805


@jax.jit
def probabilities_by_axis(x):
    y = jax.nn.softmax(x, axis=-1)
    return y / y.sum(axis=-1, keepdims=True) + np.sum(np.ones(3), keepdims=True)


def along(x, f):
    return jnp.apply_along_axis(f, 0, x, dim=1)


def of_another_library(x):
    return x.sum(dim=1)


def asked_by_a_try(x):
    try:
        return jnp.sum(x, dim=1)
    except TypeError:
        return jnp.sum(x, axis=1)


@partial(jax.jit, static_argnames=["solve", "**options"])
def with_what_no_keyword_is_called(solve, a, b, **options):
    return jax.scipy.sparse.linalg.cg(a, b, **options)
