"""Arms for sizes and modes that the callers send elsewhere are not reached."""

from functools import partial

import jax
import jax.numpy as jnp


def by_parts(point, hull):
    count, dim = hull.shape[-2], hull.shape[-1]
    if dim == 2:
        for i in range(count):
            if jnp.all(point <= hull[i]):
                return jnp.array(True)
    return jnp.array(False)


@jax.jit
def contains(point, hull):
    dim = hull.shape[-1]
    if dim == 2:
        return jnp.all(point <= jnp.max(hull, axis=0))
    return by_parts(point, hull)


def by_parts_unasked(point, hull):
    dim = hull.shape[-1]
    if dim == 2:
        if jnp.all(point <= hull):  # expect: JAX101
            return jnp.array(True)
    return jnp.array(False)


@jax.jit
def contains_for_three(point, hull):
    dim = hull.shape[-1]
    if dim == 3:
        return jnp.all(point <= jnp.max(hull, axis=0))
    return by_parts_unasked(point, hull)


def by_the_other(point, hull):
    if hull.shape[1] == 2:
        if jnp.all(point <= hull):  # expect: JAX101
            return jnp.array(True)
    return jnp.array(False)


@jax.jit
def contains_of_another(point, hull):
    if point.shape[1] == 2:
        return jnp.array(False)
    return by_the_other(point, hull)


@jax.jit
def handed_over(hull):
    def at(size):
        if size == 1:
            if hull.any():
                return 1
        return 0

    rows, size = hull.shape
    return at(size) if size != 1 else rows


@jax.jit
def handed_the_other(hull):
    def at(size):
        if size == 1:
            if hull.any():  # expect: JAX101
                return 1
        return 0

    rows, size = hull.shape
    return at(rows) if size != 1 else rows


def taken_rows(xs, mode, valid):
    if mode == "jax":
        return jnp.where(valid, xs, -xs)
    return jnp.stack([x if v else -x for x, v in zip(xs, valid)])


@partial(jax.jit, static_argnums=0)
def lanes(settings, xs, valid):
    if settings.mode == "jax":
        return jax.vmap(lambda x, v: taken_rows(x, settings.mode, v))(xs, valid)
    return xs


def taken_rows_otherwise(xs, mode, valid):
    if mode == "jax":
        return jnp.where(valid, xs, -xs)
    return jnp.stack([x if v else -x for x, v in zip(xs, valid)])  # expect: JAX101


@partial(jax.jit, static_argnums=0)
def lanes_otherwise(settings, xs, valid):
    if settings.kind == "jax":
        return jax.vmap(lambda x, v: taken_rows_otherwise(x, settings.mode, v))(xs, valid)
    return xs


@jax.jit
def cut_since(points):
    if points.shape[0] == 1:
        return points
    points = points[:1]
    if points.shape[0] == 1:
        if points.any():  # expect: JAX101
            return -points
    return points
