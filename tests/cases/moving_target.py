"""Targets that move with the parameters, or do not."""

import jax
import jax.numpy as jnp
import optax


def value(w, state):
    return jnp.tanh(state @ w)


@jax.grad
def bootstrapped(w, state, following, reward):
    target = reward + 0.99 * value(w, following)
    return jnp.mean((value(w, state) - target) ** 2)  # expect: JAX607


@jax.value_and_grad
def other_order(w, state, following):
    q_target = jnp.max(value(w, following))
    return jnp.sum(jnp.square(q_target - value(w, state)))  # expect: JAX607


@jax.grad
def by_optax(w, state, following):
    targets = value(w, following)
    return jnp.mean(optax.huber_loss(value(w, state), targets))  # expect: JAX607


def difference(prediction, target):
    return prediction - target  # expect: JAX607


@jax.grad
def through_a_helper(w, state, following):
    return jnp.sum(difference(value(w, state), value(w, following)) ** 2)


@jax.jit
def stepped(w, state, following):
    def loss(w):
        td_target = value(w, following)
        prediction = value(w, state)
        return jnp.sum(jnp.abs(prediction - td_target))  # expect: JAX607

    return w - 0.1 * jax.grad(loss)(w)


@jax.grad
def in_a_loop(w, states):
    total = 0.0
    for state in states:
        target = value(w, state + 1.0)
        total += (value(w, state) - target) ** 2  # expect: JAX607
    return jnp.sum(total)


@jax.grad
def stopped(w, state, following):
    target = jax.lax.stop_gradient(value(w, following))
    return jnp.mean((value(w, state) - target) ** 2)


@jax.grad
def other_parameters(w, old, state, following):
    target = value(old, following)
    return jnp.mean((value(w, state) - target) ** 2)


@jax.grad
def given(w, state, target):
    return jnp.mean((value(w, state) - target) ** 2)


@jax.grad
def another_name(w, state, following):
    second = value(w, following)
    return jnp.mean((value(w, state) - second) ** 2)


@jax.grad
def no_prediction(w, state):
    target = value(w, state)
    return jnp.sum(1.0 - target)


@jax.jit
def not_differentiated(w, state, following):
    target = value(w, following)
    return value(w, state) - target


@jax.grad
def by_optax_of_labels(w, state, targets):
    return jnp.mean(optax.l2_loss(value(w, state), targets))


@jax.grad
def margin(w, rows):
    scores = rows @ w
    target_score = jnp.diag(scores)
    non_target = jax.nn.logsumexp(scores, axis=-1)
    return jnp.mean(jax.nn.softplus(non_target - target_score))


@jax.grad
def weighted(w, state, following, weight):
    target = value(w, following)
    return jnp.sum(jnp.square(weight * (value(w, state) - target)))  # expect: JAX607


@jax.grad
def greedy(w, state, following, reward):
    target = reward + 0.9 * jnp.max(value(w, following), axis=-1)
    return jnp.mean((value(w, state) - target) ** 2)  # expect: JAX607


@jax.grad
def greedy_by_another(w, frozen, state, following, reward):
    target = reward + 0.9 * jnp.max(value(frozen, following), axis=-1)
    return jnp.mean((value(w, state) - target) ** 2)


@jax.grad
def greedy_and_still(w, state, following, reward):
    target = jax.lax.stop_gradient(reward + 0.9 * value(w, following).max(axis=-1))
    return jnp.mean((value(w, state) - target) ** 2)
