"""Gradients by what each device has whole, under shard_map."""

from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState
from jax.experimental.shard_map import shard_map
from jax.sharding import Mesh, PartitionSpec
from jax.sharding import PartitionSpec as P
from somewhere import CHECK, mesh

optimizer = optax.adam(1e-3)
small = Mesh(jax.devices(), ("data",))


def loss_fn(params, batch):
    return jnp.mean((batch["x"] @ params["w"] + params["b"]) ** 2)


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=(P(), P()))
def step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    loss = jax.lax.pmean(loss, "data")
    grads = jax.lax.pmean(grads, axis_name="data")  # expect: JAX533
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


def build(cfg):
    specs = (P(), P(), P(cfg.axis))

    def step(params, state, batch):
        grads = jax.grad(loss_fn)(params, batch)
        grads = jax.tree.map(lambda g: jax.lax.pmean(g, cfg.axis), grads)  # expect: JAX533
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), state

    return jax.shard_map(step, mesh=mesh, in_specs=specs, out_specs=(P(), P()))


def gradients(params, batch):
    return jax.grad(loss_fn)(params, batch)


@partial(shard_map, mesh=small, in_specs=(PartitionSpec(), PartitionSpec("data")), out_specs=P())
def by_a_helper(params, batch):
    grads = gradients(params, batch)
    return jax.lax.psum(grads, "data")  # expect: JAX533


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=(P(), P()))
def both_at_once(params, batch):
    return jax.lax.pmean(jax.value_and_grad(loss_fn)(params, batch), "data")  # expect: JAX533


@partial(jax.shard_map, mesh=mesh, in_specs=(P(None), P("data")), out_specs=P())
def of_one_part(params, batch):
    def loss_of(w):
        return loss_fn({"w": w, "b": params["b"]}, batch)

    slope = jax.grad(loss_of)(params["w"])
    return jax.lax.pmean(slope, "data")  # expect: JAX533


def average(tree, axis):
    return jax.lax.pmean(tree, axis)  # expect: JAX533


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def averaged_by_a_helper(params, batch):
    return average(jax.grad(loss_fn)(params, batch), "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def step_of_a_state(state: TrainState, batch):
    grads = jax.grad(loss_fn)(state.params, batch)
    grads = jax.lax.pmean(grads, "data")  # expect: JAX533
    return state.apply_gradients(grads=grads)


# --- fine ------------------------------------------------------------------------------------------


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False)
def unchecked(params, batch):
    return jax.lax.pmean(jax.grad(loss_fn)(params, batch), "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=CHECK)
def checked_perhaps(params, batch):
    return jax.lax.pmean(jax.grad(loss_fn)(params, batch), "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def averaged_inside(params, batch):
    def averaged(params):
        return jax.lax.pmean(loss_fn(params, batch), "data")

    grads = jax.grad(averaged)(params)
    return jax.lax.pmean(grads, "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def of_each_device(params, batch):
    own = jax.lax.pcast(params, "data", to="varying")
    return jax.lax.pmean(jax.grad(loss_fn)(own, batch), "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P("data"), P("data")), out_specs=P())
def of_parameters_that_are_split(params, batch):
    return jax.lax.pmean(jax.grad(loss_fn)(params, batch), "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def over_another_axis(params, batch):
    return jax.lax.pmean(jax.grad(loss_fn)(params, batch), "model")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P()), out_specs=P())
def of_nothing_that_is_split(params, batch):
    return jax.lax.pmean(jax.grad(loss_fn)(params, batch), "data")


@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def of_numbers(params, batch):
    return jax.lax.pmean(loss_fn(params, batch), "data")


@partial(jax.pmap, axis_name="data", in_axes=(None, 0))
def under_pmap(params, batch):
    return jax.lax.pmean(jax.grad(loss_fn)(params, batch), "data")
