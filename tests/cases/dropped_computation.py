"""Statements of traced code that only compute."""

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def statements(x):
    jnp.clip(x, 0, 1)  # expect: JAX517
    jax.nn.relu(x)  # expect: JAX517
    lax.stop_gradient(x)  # expect: JAX517
    x = jnp.clip(x, 0, 1)
    jnp.broadcast_shapes(x.shape, (3,))
    jax.debug.print("{}", x)
    _ = jnp.sin(x)
    [jnp.sin(v) for v in (x, x)]
    return x


def plain(x):
    jnp.sin(x)
    return x


def helper(x):
    jnp.exp(x)  # expect: JAX517
    return x


@jax.vmap
def mapped(x):
    jnp.log(x)  # expect: JAX517
    return helper(x)


def body(carry, x):
    jnp.add(carry, x)  # expect: JAX517
    return carry, x


total = lax.scan(body, 0.0, jnp.ones(3))


@jax.jit
def used(x):
    y = [jnp.sin(x)]
    y.append(jnp.cos(x))
    return jnp.stack(y)


@jax.jit
def bound(x):
    y = jnp.sin(x)
    return y


@jax.jit
def handed_on(x, f):
    f(jnp.sin(x))
    return x


@jax.jit
def printed(x):
    jax.debug.print("{}", jnp.sum(x))
    return x


@jax.jit
def unknown(x, layer):
    layer(x)
    x.mean()
    return x


@jax.jit
def of_shapes(x):
    jnp.broadcast_shapes(x.shape, (1,))
    jnp.promote_types(x.dtype, jnp.float32)
    return x
