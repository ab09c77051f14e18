"""Differences and products of whole numbers of few bits."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


def frames_of(count):
    generator = np.random.default_rng(0)
    return generator.integers(0, 255, size=(count, 4, 4), dtype=np.uint8)


@jax.jit
def motion(frames):
    grey = frames[..., 0]
    return jnp.abs(grey[1:] - grey[:-1])  # expect: JAX610


motion(jnp.asarray(frames_of(6)))


@jax.jit
def motion_with_a_sign(frames):
    grey = frames[..., 0].astype(jnp.int32)
    return jnp.abs(grey[1:] - grey[:-1])


motion_with_a_sign(jnp.asarray(frames_of(6)))


def by_functions(image):
    image = jnp.asarray(image, dtype="uint8")
    steps = jnp.diff(image)  # expect: JAX610
    return steps, jnp.square(jnp.subtract(image, image.T))  # expect: JAX610


def as_numbers(image, other):
    image, other = jnp.asarray(image, jnp.uint8), jnp.asarray(other, jnp.uint8)
    change = (image - other).astype(jnp.float32)  # expect: JAX610
    darker = image - other < 10  # expect: JAX610
    return change, darker, (other - image).mean()  # expect: JAX610


def meant_to_wrap(one, other):
    one, other = jnp.asarray(one, jnp.uint8), jnp.asarray(other, jnp.uint8)
    return (one - other) & 0xFF, (one - other).astype(jnp.uint16), one - other


def inverted(image):
    image = jnp.asarray(image, dtype=jnp.uint8)
    return 255 - image, image - 1, image + image, image - 0.5, image * image


def in_order(one, other):
    one, other = one.astype(jnp.uint8), other.astype(jnp.uint8)
    apart = jnp.where(one > other, one - other, other - one)
    return apart, jnp.maximum(one, other) - jnp.minimum(one, other)


def in_order_of_others(one, other, bound):
    one, other = jnp.asarray(one, jnp.uint8), jnp.asarray(other, jnp.uint8)
    return jnp.abs(jnp.where(one > bound, one, other) - other)  # expect: JAX610


def of_unknown_width(one, other):
    return one - other, one.astype(other.dtype) - other, one.astype(jnp.uint8) - other


def of_numpy(one):
    numbers = np.asarray(one, dtype=np.uint8)
    return numbers - numbers[::-1]


class Quantised(NamedTuple):
    codes: jax.Array
    scale: jax.Array


def quantise(x):
    scale = jnp.max(jnp.abs(x)) / 127.0
    return Quantised(jnp.round(x / scale).astype(jnp.int8), scale)


def dense(x, w):
    sums = x.codes @ w.codes  # expect: JAX610
    return sums.astype(jnp.float32) * x.scale * w.scale


@jax.jit
def infer(x, weights):
    return dense(quantise(x), quantise(weights))


def dense_in_32_bits(x, w):
    sums = jnp.einsum("ij,jk->ik", x.codes, w.codes, preferred_element_type=jnp.int32)
    wide = x.codes.astype(jnp.int32) @ w.codes.astype(jnp.int32)
    return sums * x.scale, wide * w.scale


@jax.jit
def infer_in_32_bits(x, weights):
    return dense_in_32_bits(quantise(x), quantise(weights))


def contracted(x):
    codes = jnp.zeros((4, 4), jnp.int8).at[0].set(x)
    sums = jnp.einsum("ij,jk->ik", codes, codes)  # expect: JAX610
    each = jnp.einsum("is,js->ijs", codes, codes)
    return sums, each, jnp.dot(codes, codes.T), codes @ x  # expect: JAX610


ROWS_BY_COLUMNS = (((1,), (0,)), ((), ()))


def by_lax(x, w):
    codes, other = jnp.round(x).astype(jnp.int8), jnp.round(w).astype(jnp.int8)
    first = jax.lax.dot_general(codes, other, ROWS_BY_COLUMNS)  # expect: JAX610
    return first + jax.lax.dot(codes, other)  # expect: JAX610


def by_lax_with_room(x, w):
    codes, other = jnp.round(x).astype(jnp.int8), jnp.round(w).astype(jnp.int8)
    first = jax.lax.dot_general(codes, other, ROWS_BY_COLUMNS, preferred_element_type=jnp.int32)
    return first + jax.lax.dot(codes.astype(jnp.int32), other.astype(jnp.int32))
