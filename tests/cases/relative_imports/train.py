"""Helpers in other modules of a package, reached by relative imports of one and two dots."""

import jax
import jax.numpy as jnp

from net.layers import dense


@jax.jit
def forward(params, x):
    return dense(params, x, gate=jnp.sum(x))


def forward_plain(params, x):
    return dense(params, x, gate=True)
