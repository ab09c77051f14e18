"""What raises behind a test of the program's setup is presumed; the same line without one is shown."""

import os
from functools import partial

import jax
import numpy as np

BACKEND = os.environ.get("BACKEND", "jax")


def on_host(x):
    return np.asarray(x)  # expect: JAX107


@jax.jit
def by_backend(x):
    if BACKEND == "numpy":
        return on_host(x)
    return x


@jax.jit
def always(x):
    return on_host(x)


def only_by_backend(x):
    return np.asarray(x)  # expect: JAX107


@jax.jit
def by_backend_alone(x):
    if BACKEND == "numpy":
        return only_by_backend(x)
    return x


@partial(jax.jit, static_argnames="kind")
def by_parameter(x, kind):
    if kind == "number":
        return float(x)  # expect: JAX105
    return x


@jax.jit
def by_size(x):
    if x.shape[0] > 3:
        return float(x.sum())  # expect: JAX105
    return x


@jax.jit
def by_key(params, x):
    if "scale" in params:
        return float(x)  # expect: JAX105
    return x


@jax.jit
def by_class(x, rows):
    if isinstance(rows, str):
        total = x
    else:
        total = float(x)  # expect: JAX105
    return total


class Model:
    def __init__(self, kind):
        self.kind = kind

    def __call__(self, x):
        if self.kind != "jax":
            return np.asarray(x)  # expect: JAX107
        return x


def ran(settings, x):
    model = Model(settings.kind)
    return jax.jit(lambda y: model(y))(x)  # expect: JAX503


class Logged:
    def __init__(self, options):
        self.verbose = options.verbose
        self.in_place = options.in_place

    @partial(jax.jit, static_argnums=0)
    def told(self, x):
        if self.verbose:
            label = f"{x.sum():.2f}"  # expect: JAX115
            x = x + len(label)
        if self.in_place:
            x[0] = 1.0  # expect: JAX301
        return x

    @partial(jax.jit, static_argnums=0)
    def always_told(self, x):
        label = f"{x.sum():.2f}"  # expect: JAX115
        x[0] = 1.0  # expect: JAX301
        return x + len(label)
