"""Names and parameters that the newest JAX warns of."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import core
from jax.core import pytype_aval_mappings  # expect: JAX803
from jax.experimental.pjit import pjit  # expect: JAX803
from jax.experimental.shard_map import shard_map  # expect: JAX803


def by_attribute(x):
    return core.pytype_aval_mappings(x)  # expect: JAX803


def on_a_device(f, device):
    return jax.jit(f, device=device)  # expect: JAX803


@partial(jax.jit, backend="cpu")  # expect: JAX803
def on_the_cpu(x):
    return x


def uses(f):
    return pytype_aval_mappings, pjit(f), shard_map


def associated(x):
    import jax.scipy.special as special

    return special.lpmn(2, 2, x)  # expect: JAX803


def of_today(x):
    return core.Tracer, core.ShapedArray, jax.typeof(x)


def jitted(f):
    return jax.jit(f, static_argnums=0, inline=True)


def asked_by_hasattr(x):
    return core.pytype_aval_mappings(x) if hasattr(core, "pytype_aval_mappings") else True


def tried(x):
    try:
        return core.pytype_aval_mappings(x)
    except AttributeError:
        return True


def own(core, x):
    return core.pytype_aval_mappings(x)


class Own:
    def pytype_aval_mappings(self):
        return jnp.zeros(3)
