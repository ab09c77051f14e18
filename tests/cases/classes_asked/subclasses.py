"""Tests for classes that derive from others, of classes that callers hand over."""

from functools import partial

import jax
import jax.numpy as jnp


class Packing:
    pass


class Plain(Packing):
    @classmethod
    @partial(jax.jit, static_argnums=0)
    def packed(cls, values):
        return values


class Spline(Packing):
    @classmethod
    @partial(jax.jit, static_argnums=0)
    def packed(cls, values, knots):
        return values * knots


class Cubic(Spline):
    pass


def by_class(model, values):
    if not issubclass(model, Spline) and values is not None:
        return model.packed(values)
    elif issubclass(model, (Spline, int)):
        return model.packed(values, knots=3)
    return None


def by_the_wrong_class(model, values):
    if issubclass(model, Packing):
        return model.packed(values, knots=3)  # expect: JAX521
    return model.packed(values)


def by_identity(model, values):
    if model != Spline:
        return model.packed(values)
    if model is Cubic:
        return model.packed(values)
    return model.packed(values)  # expect: JAX521


by_identity(Plain, jnp.ones(3))
by_identity(Spline, jnp.ones(3))
by_class(Plain, jnp.ones(3))
by_class(Cubic, jnp.ones(3))
by_the_wrong_class(Plain, jnp.ones(3))
