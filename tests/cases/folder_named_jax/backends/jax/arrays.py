"""Code in that folder, which imports JAX by its name and its neighbours by theirs."""

try:
    from jax import ffi
except ImportError:
    from jax.extend import ffi

import jax

from .guards import positive


def register(name, capsule):
    target = getattr(ffi, "register_ffi_target", None)
    if target is not None:
        target(name, capsule)
        return
    from jax.lib import xla_client

    xla_client.register_custom_call_target(name, capsule)


def register_anyway(name, capsule):
    from jax.lib import xla_client  # expect: JAX801

    xla_client.register_custom_call_target(name, capsule)


@jax.jit
def halved(x):
    return positive(x) / 2
