"""JAX where it is installed, else what stands in for it."""

import os

import numpy as np

if os.environ.get("BACKEND") == "numpy":
    jnp = np
    use_jax = False
else:
    try:
        import jax.numpy as jnp

        numbers = jnp.linspace(0, 5, 2)
        use_jax = True
    except ModuleNotFoundError:
        jnp = np
        use_jax = False

if use_jax:
    from jax import jit
    from jax.lax import fori_loop
else:

    def jit(func, *args, **kwargs):
        return func

    def fori_loop(lower, upper, body_fun, init_val):
        value = init_val
        for i in np.arange(lower, upper):
            value = body_fun(i, value)
        return value


def counted(lower, upper, body_fun, init_val):
    value = init_val
    for i in np.arange(lower, upper):  # expect: JAX107
        value = body_fun(i, value)
    return value


looped = counted if os.environ.get("COUNTED") else fori_loop
