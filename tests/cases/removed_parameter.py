"""Parameters of JAX's functions that are gone."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.numpy import clip


def bounds(x):
    return jnp.clip(x, a_min=0.0, a_max=1.0)  # expect: JAX802, JAX802


def imported(x):
    return clip(x, a_max=1.0)  # expect: JAX802


def all_by_name(x):
    return jnp.clip(a=x, min=0.0)  # expect: JAX802


def new_shape(x):
    return jnp.reshape(x, newshape=(-1,))  # expect: JAX802


@jax.jit
def quantiles(x):
    return jnp.quantile(x, 0.5, interpolation="lower")  # expect: JAX802


def start(x):
    return jax.nn.softmax(x, initial=0.0)  # expect: JAX802


def order(x):
    return jnp.sort(x, -1, "stable")  # expect: JAX802


def with_a_start(x):
    return jax.nn.softmax(x, -1, None, 0.0), jax.nn.softmax(x, -1, None)  # expect: JAX802


def bound_before(x):
    bounded = partial(jnp.clip, a_min=0.0)
    return bounded(x)  # expect: JAX802


@partial(jax.jit, abstracted_axes=("n",))  # expect: JAX802
def with_axes(x):
    return x


def recomputed(f):
    return jax.checkpoint(f, concrete=True)  # expect: JAX802


def meshes(devices):
    jax.make_mesh((2,), ("rows",), devices=devices)
    return jax.make_mesh(axis_shapes=(2,), axis_names=("rows",))  # expect: JAX802


def copied(x):
    jnp.array(x, jnp.float32, copy=True)
    return jnp.array(x, jnp.float32, True)  # expect: JAX802


def of_today(x):
    return jnp.clip(x, min=0.0, max=1.0), jnp.clip(x, 0.0, 1.0)


def of_numpy(x):
    return np.clip(x, a_min=0.0, a_max=1.0), np.reshape(x, newshape=(-1,))


def own_clip(x, a_min):
    return x + a_min


def own(x):
    return own_clip(x, a_min=0.0)


def unknown_options(x, **options):
    return jnp.clip(x, **options)


def tried(x):
    try:
        return jnp.clip(x, a_min=0.0)
    except TypeError:
        return jnp.clip(x, min=0.0)


def by_version(x):
    if jax.__version__ < "0.4.27":
        return jnp.clip(x, a_min=0.0)
    return jnp.clip(x, min=0.0)


def never_written_to(x, y):
    return jnp.clip(x, 0.0, out=None)


def any_number(x, y):
    return jnp.broadcast_arrays(x, y, x, y)


# What is transformed can be passed by position only.
def compiled(step):
    return jax.jit(fun=step)  # expect: JAX802


def compiled_by_position(step):
    return jax.jit(step)


# So can what a function has ceased to take by name, and takes as many of as before.
def either(x):
    return jnp.where(x > 0, x=x, y=0.0)  # expect: JAX802, JAX802


def either_by_position(x):
    return jnp.where(x > 0, x, 0.0)
