"""References of kernels that are bound to something else."""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

LIKE = jax.ShapeDtypeStruct((8,), jnp.float32)


def doubled_kernel(x_ref, o_ref):
    o_ref = x_ref[...] * 2.0  # expect: JAX324


def doubled(x):
    return pl.pallas_call(doubled_kernel, out_shape=LIKE)(x)


def scaled_kernel(x_ref, scale_ref, out_ref, *, shift):
    scaled = x_ref[...] * scale_ref[...]
    out_ref = scaled + shift  # expect: JAX324


def scaled(x, scale):
    kernel = functools.partial(scaled_kernel, shift=1.0)
    return pl.pallas_call(kernel, out_shape=LIKE)(x, scale)


def two_kernel(x_ref, y_ref, sum_ref, product_ref):
    sum_ref[...] = x_ref[...] + y_ref[...]
    product_ref = x_ref[...] * y_ref[...]  # expect: JAX324


def two(x, y):
    return pl.pallas_call(two_kernel, out_shape=(LIKE, LIKE))(x, y)


def chosen_kernel(x_ref, o_ref):
    if x_ref.shape[0] > 4:
        o_ref = x_ref[...]  # expect: JAX324
    else:
        o_ref = x_ref[...] * 2.0  # expect: JAX324


def chosen(x):
    return pl.pallas_call(chosen_kernel, out_shape=LIKE)(x)


def annotated_kernel(x_ref, o_ref):
    o_ref: jax.Array = jnp.exp(x_ref[...])  # expect: JAX324


def annotated(x):
    return pl.pallas_call(annotated_kernel, out_shape=LIKE, grid=(1,))(x)


def written_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def written(x):
    return pl.pallas_call(written_kernel, out_shape=LIKE)(x)


def viewed_kernel(x_ref, o_ref):
    o_ref = o_ref.at[:4]
    o_ref[...] = x_ref[:4]


def viewed(x):
    return pl.pallas_call(viewed_kernel, out_shape=LIKE)(x)


def read_kernel(x_ref, o_ref):
    x_ref = x_ref[...]
    o_ref[...] = x_ref * 2.0


def read(x):
    return pl.pallas_call(read_kernel, out_shape=LIKE)(x)


def no_kernel(x, total):
    total = x.sum()


def handed_on_kernel(x_ref, o_ref):
    out = o_ref
    out[...] = x_ref[...]


def handed_on(x):
    return pl.pallas_call(handed_on_kernel, out_shape=LIKE)(x)
