import jax.numpy as jnp

from .. import numerics
from ..numerics import safe_norm as norm
from ..shapes import check_rank


def dense(params, x, gate):
    check_rank(x, 1)
    x = jnp.dot(params["w"], x)
    if gate:  # expect: JAX101
        x = x / norm(x)
    return numerics.clamp(x, 1.0, axis=0)
