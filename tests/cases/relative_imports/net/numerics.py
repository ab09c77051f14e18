import jax.numpy as jnp


def safe_norm(x):
    n = jnp.linalg.norm(x)
    assert n > 0  # expect: JAX103
    return n


def clamp(x, limit, axis):
    if axis == 0 and limit > 0.5:
        x = jnp.clip(x, -limit, limit)
    return x if x.max() < limit else limit  # expect: JAX101


def unused(x):
    return x if x > 0 else -x
