"""Collectives over axes that nothing around them has."""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P
from somewhere import other_mesh

ROWS = "rows"
mesh = Mesh(np.array(jax.devices()), (ROWS,))
grid = jax.make_mesh((2, 2), ("x", "y"))


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P())
def total(x):
    return lax.psum(jnp.sum(x), "batch")  # expect: JAX526


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P())
def right_total(x):
    return lax.psum(jnp.sum(x), ROWS)


def centred(x, axis="batch"):
    return x - lax.pmean(x, axis)


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P(ROWS))
def by_default(x):
    y = jnp.sin(x)
    return centred(y)  # expect: JAX526


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P(ROWS))
def by_argument(x):
    return centred(x, ROWS)


@partial(jax.pmap, axis_name="devices")
def each(x):
    return x / lax.axis_size("device")  # expect: JAX526


@partial(jax.pmap, axis_name="devices")
def right_each(x):
    return x / lax.axis_size("devices")


@jax.pmap
def without_name(x):
    return lax.psum(x, "i")


def over_grid():
    def block(x):
        across = lax.psum(x, ("x", "y"))
        return across + lax.psum(x, ("x", "z"))  # expect: JAX526

    return jax.jit(jax.shard_map(block, mesh=grid, in_specs=P("x", "y"), out_specs=P("x", "y")))


def with_mesh(given):
    def block(x):
        return lax.all_gather(x, "rows_")  # expect: JAX526

    return jax.jit(jax.shard_map(block, mesh=given, in_specs=P(ROWS), out_specs=P(None)))


def use(x):
    return with_mesh(mesh)(x)


def with_any_mesh(given):
    def block(x):
        return lax.pmax(x, "anything")

    return jax.shard_map(block, mesh=given, in_specs=P(), out_specs=P())


def use_any(x):
    return with_any_mesh(other_mesh())(x)


@dataclass
class Reducer:
    axis: str = "replica"

    def mean(self, x):
        return lax.pmean(x, self.axis)


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P(ROWS))
def scanned(x):
    def body(carry, row):
        return carry + lax.psum(row, "row"), None  # expect: JAX526

    return lax.scan(body, x[0], x)[0]


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P(ROWS))
def mapped_inside(x):
    return jax.vmap(lambda row: row - lax.pmean(row, "batch"), axis_name="batch")(x)


@partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P(ROWS))
def both_inside(x):
    return jax.vmap(lambda row: lax.psum(row, (ROWS, "batch")), axis_name="batch")(x)


def only_mapped(xs):
    return jax.vmap(lambda x: lax.psum(x, "devices"), axis_name="batch")(xs)


def called_under_an_axis(x):
    return lax.psum(x, "anything")


@partial(jax.shard_map, mesh=grid, in_specs=P("x"), out_specs=P("x"), axis_names={"x"})
def partly_manual(x):
    across = lax.psum(x, "x")
    return across + lax.psum(x, "y")  # expect: JAX526


ALL = frozenset(("x", "y"))


@partial(jax.shard_map, mesh=grid, in_specs=P("x"), out_specs=P("x"), axis_names=ALL)
def all_manual(x):
    return x + lax.psum(x, ("x", "y"))


def test_of_the_error():
    block = jax.shard_map(lambda x: lax.psum(x, "no"), mesh=mesh, in_specs=P(), out_specs=P())
    with pytest.raises(NameError):
        block(jnp.ones(4))


def either(flag):
    axis = "batch" if flag else ROWS

    @partial(jax.shard_map, mesh=mesh, in_specs=P(ROWS), out_specs=P())
    def block(x):
        return lax.psum(x, axis)

    return block


def standardise(batch):
    return batch - lax.pmean(batch.mean(0), axis_name="shards")  # expect: JAX526


def spread_without_a_name(data):
    return jax.pmap(standardise)(data)


@jax.vmap
def asks_by_a_helper(x):
    return x / helper_of_one_caller(x)  # expect: JAX526


def helper_of_one_caller(x):
    return lax.pmax(x, "only")


asks_by_a_helper(jnp.ones(3))


@jax.jit
def compiled_alone(x):
    return x + lax.axis_index("workers")  # expect: JAX526


compiled_alone(jnp.ones(3))


@jax.jit
def compiled_for_others(x):
    return x + lax.axis_index("workers")


def mapped_for_others(x):
    return jax.vmap(lambda row: lax.psum(row, "workers"))(x)


def meant_for_both(x):
    return lax.psum(x, "i")


def use_both(x):
    return jax.pmap(meant_for_both)(x), jax.pmap(meant_for_both, axis_name="i")(x)


def run_for_both(x):
    return lax.psum(x, "i")  # expect: JAX526


def run_both(x):
    named = jax.vmap(run_for_both, axis_name="i")(x)
    return named, jax.vmap(partial(run_for_both))(x)


def on_request(x, axis=None):
    if axis is not None:
        x = lax.pmean(x, axis)
    return x


def on_a_test(x):
    if other_mesh():
        x = lax.pmean(x, "i")
    return x


def use_tested(x, name):
    named = jax.vmap(lambda row: lax.psum(row, "k"), axis_name=name)
    return jax.pmap(on_request)(x), jax.pmap(on_a_test)(x), named(x)


map_rows = partial(jax.vmap, axis_name="rows")

if __name__ == "__main__":
    spread_without_a_name(jnp.ones((1, 2, 3)))
    run_both(jnp.ones((1, 3)))
    use_tested(jnp.ones((1, 3)), "k")
    map_rows(lambda row: lax.psum(row, "rows"))(jnp.ones(3))
    jax.vmap(partial(on_request, axis="b"), axis_name="b")(jnp.ones(3))
    jax.make_jaxpr(lambda x: lax.psum(x, "i"), axis_env=[("i", 2)])(jnp.ones(3))
    jax.vmap(lambda row: lax.psum(row, "row"), axis_name="rows")(jnp.ones(3))  # expect: JAX526
    jax.jit(jax.vmap(lambda row: lax.psum(row, "row")))(jnp.ones(3))  # expect: JAX526
