"""Softmax of scores that a mask leaves out."""

import flax.linen as nn
import jax
import jax.numpy as jnp
from jax.nn import softmax


def of_pairs(scores, valid):
    mask = valid[:, :, None] & valid[:, None, :]
    return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)  # expect: JAX617


def bound_before(scores, valid):
    mask = valid[:, :, None] & valid[:, None, :]
    scores = scores / 8.0
    scores = jnp.where(mask, scores, -jnp.inf)
    return softmax(scores)  # expect: JAX617


def beside_another(scores, valid, causal):
    pairs = valid[..., :, None] & valid[..., None, :]
    mask = causal & pairs
    return jax.nn.log_softmax(jnp.where(mask, scores, float("-inf")), -1)  # expect: JAX617


def by_a_function(scores, valid):
    mask = jnp.logical_and(valid[:, None], valid[None, :])
    return softmax(jnp.where(mask, scores, -jnp.inf))  # expect: JAX617


def by_a_product(scores, valid):
    mask = valid[:, :, jnp.newaxis] * valid[:, jnp.newaxis, :]
    weights = softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)  # expect: JAX617
    return jnp.where(valid[:, :, None], weights, 0.0)


class Attention(nn.Module):
    @nn.compact
    def __call__(self, x, valid):
        query, key = nn.Dense(4)(x), nn.Dense(4)(x)
        scores = jnp.einsum("bqd,bkd->bqk", query, key)
        mask = valid[:, :, None] & valid[:, None, :]
        return nn.softmax(jnp.where(mask, scores, -jnp.inf)) @ x  # expect: JAX617


def of_keys(scores, valid):
    return softmax(jnp.where(valid[:, None, :], scores, -jnp.inf))


def of_the_least_number(scores, valid):
    mask = valid[:, :, None] & valid[:, None, :]
    return softmax(jnp.where(mask, scores, jnp.finfo(scores.dtype).min))


def of_two_sides(scores, queries, keys):
    mask = queries[:, :, None] & keys[:, None, :]
    return softmax(jnp.where(mask, scores, -jnp.inf))


def of_either(scores, valid):
    mask = valid[:, :, None] | valid[:, None, :]
    return softmax(jnp.where(mask, scores, -jnp.inf))


def made_numbers_before(scores, valid):
    mask = valid[:, :, None] & valid[:, None, :]
    scores = jnp.where(mask, scores, -jnp.inf)
    scores = jnp.where(valid[:, :, None], scores, 0.0)
    return softmax(scores)


def of_the_diagonal_too(scores, valid):
    mask = (valid[:, :, None] & valid[:, None, :]) | jnp.eye(scores.shape[-1], dtype=bool)
    return softmax(jnp.where(mask, scores, -jnp.inf))


def along_the_rows(scores, valid):
    mask = valid[:, :, None] & valid[:, None, :]
    return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=0)
