"""Steps of several devices by gradients of their own."""

from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState
from somewhere import clip, synchronised

optimizer = optax.adam(1e-3)


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


@partial(jax.pmap, axis_name="batch")
def step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = params - 0.1 * grads  # expect: JAX532
    return params, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def step_of_a_tree(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)  # expect: JAX532
    return params, jax.lax.pmean(loss, "batch")


def step_of_an_optimiser(params, state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, state = optimizer.update(grads, state)  # expect: JAX532
    params = optax.apply_updates(params, updates)
    return params, state, jax.lax.pmean(loss, axis_name="batch")


parallel_step = jax.pmap(step_of_an_optimiser, axis_name="batch")


@partial(jax.pmap, axis_name="batch")
def step_of_a_state(state: TrainState, batch):
    loss, grads = jax.value_and_grad(loss_fn)(state.params, batch)
    state = state.apply_gradients(grads=grads)  # expect: JAX532
    metrics = jax.lax.pmean({"loss": loss}, axis_name="batch")
    return state, metrics


@partial(jax.vmap, axis_name="rows")
def step_of_rows(params, batch):
    grads = jax.grad(loss_fn)(params, batch)
    size = jax.lax.psum(1, "rows")
    params = jax.tree.map(lambda p, g: p - 0.1 * g / size, params, grads)  # expect: JAX532
    return params


@partial(jax.pmap, axis_name="batch")
def step_that_measures(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    metrics = jax.lax.pmean({"loss": loss, "norm": optax.global_norm(grads)}, "batch")
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)  # expect: JAX532
    return params, metrics


def mean_of(tree, axis):
    return jax.tree.map(lambda leaf: jax.lax.pmean(leaf, axis), tree)


@partial(jax.pmap, axis_name="batch")
def step_with_a_helper(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    loss = mean_of(loss, "batch")
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)  # expect: JAX532
    return params, loss


# --- what is brought together, or is not meant to be ----------------------------------------------


@partial(jax.pmap, axis_name="batch")
def averaged(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = jax.lax.pmean(grads, "batch")
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_under_another_name(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    mean_grads = mean_of(grads, "batch")
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, mean_grads)
    return params, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_in_the_step(params, state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, state = optimizer.update(jax.lax.pmean(grads, "batch"), state)
    return optax.apply_updates(params, updates), state, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_leaf_by_leaf(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * jax.lax.pmean(g, "batch"), params, grads)
    return params, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_parameters(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return jax.lax.pmean(params, "batch"), jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_trees(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    moved = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return jax.lax.pmean(moved, "batch"), jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_by_somebody(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = synchronised(grads)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="batch")
def given_away(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    clipped = clip(grads)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, clipped)
    return params, jax.lax.pmean(loss, "batch")


def mean_loss(params, batch):
    return jax.lax.pmean(loss_fn(params, batch), "batch")


@partial(jax.pmap, axis_name="batch")
def averaged_loss(params, batch):
    loss, grads = jax.value_and_grad(mean_loss)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, jax.lax.pmean(loss, "batch")


@partial(jax.pmap, axis_name="member")
def one_of_an_ensemble(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss


@partial(jax.vmap, axis_name="ensemble")
def member_whose_loss_is_shown(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, jax.lax.pmean(loss, "ensemble")


@partial(jax.pmap, axis_name="batch")
def handed_out(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, grads, jax.lax.pmean(loss, "batch")
