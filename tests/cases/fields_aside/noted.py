"""Fields with metadata: which of them are leaves of the pytree, by the words of its library."""

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import struct

ASIDE = {"static": True}


@struct.dataclass
class Flags:
    ready: jax.Array = struct.field(metadata={"unit": "none"})
    late: jax.Array = struct.field(metadata={"wide": True}, pytree_node=True)
    mode: int = struct.field(metadata={"unit": "none"}, pytree_node=False)
    size: int = struct.field(False, metadata=dict(unit="m"))
    kind: int = dataclasses.field(metadata={"pytree_node": False})
    level: int = dataclasses.field(metadata=ASIDE)
    depth: int = struct.field(metadata={**ASIDE, "unit": "m"})


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Grid:
    edge: jax.Array = dataclasses.field(metadata=dict(unit="m"))
    turned: jax.Array = dataclasses.field(metadata={"static": False})
    count: int = dataclasses.field(metadata=dict(static=True))


class Layer(eqx.Module):
    gain: jax.Array = eqx.field(metadata={"unit": "m"})
    width: int = eqx.field(static=True, metadata={"unit": "m"})


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass
class Own:
    gain: jax.Array
    width: int = dataclasses.field(metadata={"aside": True}, default=1)

    def tree_flatten(self):
        fields = dataclasses.fields(self)
        aside = [one for one in fields if one.metadata.get("aside")]
        leaves = [one for one in fields if not one.metadata.get("aside")]
        taken = [getattr(self, one.name) for one in leaves]
        return taken, [getattr(self, one.name) for one in aside]


@jax.jit
def of_flags(flags: Flags):
    if flags.ready > 0:  # expect: JAX101
        return 1.0
    if flags.late > 0:  # expect: JAX101
        return 2.0
    if flags.mode > 0 or flags.size > 0 or flags.kind > 0:
        return 3.0
    if flags.level > 0 or flags.depth > 0:
        return 4.0
    return 0.0


@jax.jit
def of_grid(grid: Grid, layer: Layer, own: Own):
    if grid.edge > 0:  # expect: JAX101
        return 1.0
    if grid.turned > 0:  # expect: JAX101
        return 2.0
    if layer.gain > 0:  # expect: JAX101
        return 3.0
    if grid.count > 0 or layer.width > 0 or own.width > 0:
        return 4.0
    return 0.0


def made(size):
    return Flags(jnp.array(False), jnp.array(True), size, size, size, size, size)


@jax.jit
def made_and_asked(x):
    flags = made(3)
    if flags.ready:  # expect: JAX101
        return x
    return -x


# What a jitted call gives back is concrete, as its fields are.
def asked_outside():
    flags = jax.jit(made, static_argnums=0)(3)
    if not flags.ready and flags.late:
        return flags
    return None


class Loop:
    def __init__(self, size):
        self.flags = jax.jit(lambda: made(size))()

    def run(self):
        while not self.flags.ready:
            self.flags = self.flags.replace(ready=jnp.array(True))
