"""Modules that functions import when they are first asked for."""

_ready = False
_jax = None
_jnp = None
_numpy = None
_other = None


def both():
    """Give JAX and its NumPy, which a flag says are there."""
    global _ready, _jax, _jnp
    if _ready:
        return _jax, _jnp
    import jax
    import jax.numpy as jnp

    _jax = jax
    _jnp = jnp
    _ready = True
    return jax, jnp


def one():
    """Give the NumPy of JAX, which is asked for itself."""
    global _numpy
    if _numpy is None:
        import jax.numpy as _numpy
    return _numpy


def either(fast):
    """Give one of two modules: which one is not known."""
    global _other
    if fast:
        import jax.numpy as found
    else:
        import numpy as found
    _other = found
    return _other
