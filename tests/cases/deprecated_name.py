"""Names and parameters that the newest JAX warns of."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import core
from jax.core import gensym, new_jaxpr_eqn  # expect: JAX803, JAX803
from jax.experimental.pjit import pjit  # expect: JAX803
from jax.experimental.shard_map import shard_map  # expect: JAX803


def by_attribute(x):
    return core.is_concrete(x)  # expect: JAX803


def on_a_device(f, device):
    return jax.jit(f, device=device)  # expect: JAX803


@partial(jax.jit, backend="cpu")  # expect: JAX803
def on_the_cpu(x):
    return x


def uses(f):
    return gensym, new_jaxpr_eqn, pjit(f), shard_map


def associated(x):
    import jax.scipy.special as special

    return special.lpmn(2, 2, x)  # expect: JAX803


def of_today(x):
    return core.Tracer, core.ShapedArray, jax.typeof(x)


def jitted(f):
    return jax.jit(f, static_argnums=0, inline=True)


def asked_by_hasattr(x):
    return core.is_concrete(x) if hasattr(core, "is_concrete") else True


def tried(x):
    try:
        return core.is_concrete(x)
    except AttributeError:
        return True


def own(core, x):
    return core.is_concrete(x)


class Own:
    def gensym(self):
        return jnp.zeros(3)
