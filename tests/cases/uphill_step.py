"""Optimisers that are put together of parts, with a part that turns the sign, and without."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from flax.training.train_state import TrainState

from somewhere import rate, schedule


def loss(params, batch):
    return jnp.mean((batch @ params) ** 2)


rising = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(), optax.scale(1e-3))
descending = optax.chain(optax.clip_by_global_norm(1.0), optax.scale_by_adam(), optax.scale(-1e-3))


@jax.jit
def step(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = rising.update(grads, state, params)  # expect: JAX528
    return optax.apply_updates(params, updates), state


@jax.jit
def step_down(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = descending.update(grads, state, params)
    return optax.apply_updates(params, updates), state


def train(params, batches, slopes=jax.value_and_grad(loss)):
    warm = optax.linear_schedule(0.0, 1e-3, 100)
    optimiser = optax.chain(optax.scale_by_rms(), optax.scale_by_schedule(warm))
    state = optimiser.init(params)
    for batch in batches:
        _, grads = jax.value_and_grad(loss)(params, batch)
        updates, state = optimiser.update(grads, state)  # expect: JAX528
        params = optax.apply_updates(params, updates)
    return params, slopes


class Trainer:
    def __init__(self):
        self.optimiser = optax.chain(optax.trace(0.9), optax.add_decayed_weights(1e-4))

    def step(self, params, state, batch):
        value, grads = jax.value_and_grad(loss)(params, batch)
        updates, state = self.optimiser.update(grads, state, params)  # expect: JAX528
        return optax.apply_updates(params, updates), state, value


Trainer().step(jnp.ones(3), None, jnp.ones((2, 3)))


def flax_state(model, params):
    return TrainState.create(  # expect: JAX528
        apply_fn=model.apply, params=params, tx=optax.chain(optax.scale_by_lion())
    )


def nnx_state(model):
    return nnx.Optimizer(model, optax.scale_by_adam(), wrt=nnx.Param)  # expect: JAX528


def alone(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = optax.scale_by_adam().update(grads, state)
    updates, state = optax.scale_by_yogi().update(updates, state)
    return optax.apply_updates(params, updates), state


def by_a_name(params, state, batch):
    optimiser = optax.scale_by_adam()
    slopes = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(slopes, state)  # expect: JAX528
    return optax.apply_updates(params, updates), state


def by_rates(model):
    one = optax.chain(optax.scale_by_adam(), optax.scale_by_learning_rate(1e-3))
    two = optax.chain(optax.scale_by_adam(), optax.scale(rate))
    three = optax.chain(optax.scale_by_adam(), optax.scale_by_schedule(schedule))
    four = optax.chain(optax.clip(1.0), optax.adam(1e-3))
    return [nnx.Optimizer(model, one, wrt=nnx.Param) for one in (one, two, three, four)]


def by_a_negative_schedule(params, state, batch):
    falling = optax.constant_schedule(-1e-3)
    optimiser = optax.chain(optax.scale_by_adam(), optax.scale_by_schedule(falling))
    grads = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(grads, state)
    return optax.apply_updates(params, updates), state


def clipped(params, state, batch):
    clip = optax.clip_by_global_norm(1.0)
    grads = jax.grad(loss)(params, batch)
    grads, state = clip.update(grads, state)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), state


def subtracted(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = rising.update(grads, state)
    return jax.tree.map(lambda p, u: p - u, params, updates), state


def turned_before(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    grads = jax.tree.map(lambda g: -g, grads)
    updates, state = rising.update(grads, state)
    return optax.apply_updates(params, updates), state


def turned_after(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = rising.update(grads, state)
    updates = jax.tree.map(lambda u: -u, updates)
    return optax.apply_updates(params, updates), state


def gradient_ascent(params, state, batch):
    grads = jax.grad(loss)(params, batch)
    updates, state = rising.update(grads, state)
    return optax.apply_updates(params, updates), state


# A decay behind the learning rate is added to the weights.
growing = optax.chain(
    optax.adam(1e-3),
    optax.add_decayed_weights(1e-4),  # expect: JAX528
)
growing_by_parts = optax.chain(
    optax.scale_by_adam(),
    optax.scale(-1e-3),
    optax.masked(optax.add_decayed_weights(1e-4), lambda params: params),  # expect: JAX528
)
shrinking = optax.chain(optax.add_decayed_weights(1e-4), optax.sgd(1e-3))
shrinking_by_a_negative = optax.chain(optax.sgd(1e-3), optax.add_decayed_weights(-1e-7))
shrinking_by_parts = optax.chain(
    optax.scale_by_adam(), optax.add_decayed_weights(1e-4), optax.scale(-1e-3)
)
turned_twice = optax.chain(
    optax.scale(-1.0), optax.add_decayed_weights(1e-4), optax.scale_by_learning_rate(1e-3)
)


# What a mask leaves out is handed on as it is.
def frozen_backbone(params, batches, mask):
    optimiser = optax.masked(optax.adam(1e-3), mask)
    state = optimiser.init(params)
    for batch in batches:
        grads = jax.grad(loss)(params, batch)
        updates, state = optimiser.update(grads, state, params)  # expect: JAX528
        params = optax.apply_updates(params, updates)
    return params


def frozen_backbone_as_a_state(params, model, mask):
    optimiser = optax.chain(optax.clip(1.0), optax.masked(optax.adam(1e-3), mask))
    return TrainState.create(apply_fn=model, params=params, tx=optimiser)  # expect: JAX528


def frozen_by_zeros(params, model, mask, others):
    optimiser = optax.chain(
        optax.masked(optax.adam(1e-3), mask), optax.masked(optax.set_to_zero(), others)
    )
    return TrainState.create(apply_fn=model, params=params, tx=optimiser)


def two_rates(params, model, mask, others):
    optimiser = optax.chain(
        optax.masked(optax.adam(1e-3), mask), optax.masked(optax.adam(1e-4), others)
    )
    return TrainState.create(apply_fn=model, params=params, tx=optimiser)


# Updates have the sign of a step already.
def taken_off(params, batch, rate):
    optimiser = optax.chain(optax.clip(1.0), optax.sgd(rate))
    grads = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(grads, optimiser.init(params))
    return jax.tree.map(lambda p, u: p - u, params, updates), state  # expect: JAX528


def taken_off_an_array(weights, batch):
    optimiser = optax.adam(1e-3)
    grads = jax.grad(loss)(weights, batch)
    updates, state = optimiser.update(grads, optimiser.init(weights))
    weights = weights - updates  # expect: JAX528
    return weights, state


def added_by_hand(params, batch):
    optimiser = optax.adam(1e-3)
    grads = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(grads, optimiser.init(params))
    return jax.tree.map(lambda p, u: p + u, params, updates), state


def scaled_parts_taken_off(params, batch, rate):
    optimiser = optax.scale_by_adam()
    grads = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(grads, optimiser.init(params))
    return jax.tree.map(lambda p, u: p - rate * u, params, updates), state


def gradients_taken_off(params, batch):
    optimiser = optax.adam(1e-3)
    grads = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(grads, optimiser.init(params))
    plain = jax.tree.map(lambda p, g: p - g, params, grads)
    return plain, optax.apply_updates(params, updates), state


def undone(params, batch):
    optimiser = optax.adam(1e-3)
    grads = jax.grad(loss)(params, batch)
    updates, state = optimiser.update(grads, optimiser.init(params))
    new = optax.apply_updates(params, updates)
    return jax.tree.map(lambda n, p: n - p, new, params), state


def looked_back(weights, batch):
    optimiser = optax.adam(1e-3)
    grads = jax.grad(loss)(weights, batch)
    updates, state = optimiser.update(grads, optimiser.init(weights))
    weights = optax.apply_updates(weights, updates)
    return weights, weights - updates, state


# --- steps that are written out -------------------------------------------------------------------


def raised(params, batch):
    grads = jax.grad(loss)(params, batch)
    return jax.tree.map(lambda p, g: p + 0.1 * g, params, grads)  # expect: JAX528


@jax.jit
def raised_by_a_rate(params, batch, learning_rate):
    value, grads = jax.value_and_grad(loss)(params, batch)
    params = params + learning_rate * grads  # expect: JAX528
    return params, value


def raised_in_place(weights, batch, lr):
    weights += lr * jax.grad(lambda w: loss(w, batch))(weights)  # expect: JAX528
    return weights


def raised_by_layer(params, batch, lr):
    grads = jax.grad(loss)(params, batch)
    return {
        "w": params["w"] + lr * grads["w"],  # expect: JAX528
        "b": params["b"] - lr * grads["b"],
    }


def went_down(params, batch, lr):
    grads = jax.grad(loss)(params, batch)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def went_down_by_a_sum(params, batch, lr):
    grads = jax.grad(loss)(params, batch)
    return jax.tree.map(lambda p, g: p + -lr * g, params, grads), params + (-lr) * grads


def went_down_turned(params, batch, lr):
    grads = jax.tree.map(lambda g: -g, jax.grad(loss)(params, batch))
    return jax.tree.map(lambda p, g: p + lr * g, params, grads)


def went_down_by_direction(params, batch, lr):
    grads = jax.grad(loss)(params, batch)
    direction = -grads
    return params + lr * direction


def went_by_a_sign(params, batch, lr, sign):
    grads = sign * jax.grad(loss)(params, batch)
    return params + lr * grads


def log_likelihood(params, batch):
    return -loss(params, batch)


def rose_in_likelihood(params, batch, lr):
    return params + lr * jax.grad(log_likelihood)(params, batch)


def neg_loss(params, batch):
    return -loss(params, batch)


def rose_in_what_is_turned(params, batch, lr):
    return params + lr * jax.grad(neg_loss)(params, batch)


def perturbed(images, params, lr):
    return images + lr * jax.grad(loss)(images, params)


def gradient_ascent(params, batch, lr):
    return params + lr * jax.grad(loss)(params, batch)


def decayed(params, batch):
    return jax.grad(loss)(params, batch) + 1e-4 * params


def along(params, gradient, rate):
    return params + rate * gradient


def went_either_way(params, batch):
    up = along(params, jax.grad(log_likelihood)(params, batch), 0.1)
    return along(up, -jax.grad(loss)(params, batch), 0.1)


def loss_ascent(params, batch):
    grads = jax.grad(loss)(params, batch)
    return jax.tree.map(lambda p, g: p + 0.1 * g, params, grads)
