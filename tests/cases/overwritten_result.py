"""Results that are overwritten, read or not."""

import flax.linen as nn
import jax
import jax.numpy as jnp


def layer(w, x):
    return jnp.tanh(w @ x)


@jax.jit
def skipped(params, x):
    h = layer(params["a"], x)  # expect: JAX522
    h = layer(params["b"], x)
    return layer(params["c"], h)


@jax.jit
def skipped_in_a_loop(params, x):
    for w in params:
        h = layer(w, x)  # expect: JAX522
        h = jnp.exp(x)
        x = x + h
    return x


@jax.jit
def skipped_in_a_branch(params, x, flag=None):
    if flag is None:
        h = layer(params, x)  # expect: JAX522
        h = jnp.sin(x)
    else:
        h = x
    y = jnp.cos(h)  # expect: JAX522
    y, z = layer(params, h), h
    return y + z


@jax.value_and_grad
def loss(params, batch):
    error = jnp.abs(params - batch)  # expect: JAX522
    error = jnp.square(params - batch)
    return jnp.mean(error)


def body(carry, x):
    new = jnp.add(carry, x)  # expect: JAX522
    new = jnp.maximum(carry, x)
    return new, x


def scanned(xs):
    return jax.lax.scan(body, 0.0, xs)


@jax.jit
def chained(params, x):
    h = layer(params["a"], x)
    h = layer(params["b"], h)
    h = h + layer(params["c"], h)
    return h


@jax.jit
def read_between(params, x):
    h = layer(params["a"], x)
    y = h * 2
    h = layer(params["b"], x)
    return y + h


@jax.jit
def first_value(x, n=3):
    total = jnp.zeros(3)
    total = jnp.sum(x)
    loss = 0.0
    loss = jnp.mean(x)
    return total, loss


@jax.jit
def one_branch(params, x, flag=None):
    h = layer(params, x)
    if flag is not None:
        h = layer(params, x * 2)
    return h


@jax.jit
def unused_on_purpose(x):
    _ = layer(x, x)
    _ = layer(x, x * 2)
    return x


@jax.jit
def read_further_in(params, x):
    h = layer(params, x)

    def inner():
        return h

    y = inner()
    h = layer(params, y)
    return h


@jax.jit
def leaves_early(params, x):
    for w in params:
        h = layer(w, x)
        if w.ndim > 1:
            break
        h = layer(w, x * 2)
    return h


def plain(params, x):
    h = layer(params["a"], x)
    h = layer(params["b"], x)
    return h


@jax.jit
def by_element(x):
    parts = jnp.split(x, 2)
    parts[0] = jnp.sin(x)
    parts = jnp.stack(parts)
    return parts


@jax.jit
def deleted(params, x):
    h = layer(params["a"], x)
    rest = layer(params["b"], x)
    del rest
    return h


@jax.jit
def deleted_later(params, x):
    h = layer(params["a"], x)  # expect: JAX522
    h = layer(params["b"], x)
    del h
    return x


# What a model computes with is traced sooner or later; its layers are made where they are called.
class OverwrittenAttention(nn.Module):
    heads: int

    @nn.compact
    def __call__(self, x):
        h = nn.LayerNorm()(x)
        h = nn.SelfAttention(self.heads)(h)  # expect: JAX522
        h = nn.LayerNorm()(x)
        return x + nn.Dense(x.shape[-1])(h)


class Attention(nn.Module):
    heads: int

    @nn.compact
    def __call__(self, x):
        h = nn.LayerNorm()(x)
        x = x + nn.SelfAttention(self.heads)(h)
        h = nn.LayerNorm()(x)
        return x + nn.Dense(x.shape[-1])(h)


print(OverwrittenAttention(2).init_with_output(jax.random.key(0), jnp.ones((1, 4, 8)))[0])
print(Attention(2).init_with_output(jax.random.key(1), jnp.ones((1, 4, 8)))[0])
