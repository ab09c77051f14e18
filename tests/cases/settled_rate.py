"""Rates that change behind the back of an optimiser, and rates that it gets to see."""

import logging
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax


class Trainer:
    def __init__(self, rate, decay, momentum):
        self.rate = rate
        self.decay = decay
        self.momentum = momentum
        self.clip = 1.0
        self.optimizer = optax.chain(optax.clip(self.clip), optax.sgd(self.rate))
        self.slow = optax.adamw(0.1, weight_decay=self.decay)
        self.heavy = optax.sgd(0.1, self.momentum)

    def end_epoch(self, worse):
        if worse and self.decay > 1e-6:
            self.decay *= 0.5  # expect: JAX531
        self.rate = self.rate * 0.9  # expect: JAX531
        logging.info("rate %s", self.rate)
        return f"decay {self.decay}"

    def calm(self):
        self.momentum *= 0.9
        self.heavy = optax.sgd(0.1, self.momentum)

    def loosen(self):
        self.clip *= 2.0
        return optax.clip(self.clip)


class Reader:
    def __init__(self, rate):
        self.rate = rate
        self.optimizer = optax.inject_hyperparams(optax.sgd)(self.rate)

    def reduce(self, state):
        self.rate *= 0.5
        state.hyperparams["learning_rate"] = self.rate


class Fixed:
    def __init__(self, rate):
        self.rate = rate
        self.rate *= 2.0
        self.optimizer = optax.sgd(self.rate)


def train(params, epochs):
    rate = 0.1
    optimizer = optax.adam(rate)
    state = optimizer.init(params)
    for epoch in range(epochs):
        updates, state = optimizer.update(jax.grad(jnp.sum)(params), state)
        params = optax.apply_updates(params, updates)
        if epoch % 10 == 9:
            rate *= 0.1  # expect: JAX531
            print("rate", rate)
    return params


def train_with_a_keyword(params, epochs):
    rate = 0.1
    optimizer = optax.sgd(learning_rate=rate)
    state = optimizer.init(params)
    for epoch in range(epochs):
        rate = 0.1 * 0.9**epoch  # expect: JAX531
        updates, state = optimizer.update(jax.grad(jnp.sum)(params), state)
        params = optax.apply_updates(params, updates)
    return params


def train_anew(params, epochs):
    rate = 0.1
    for _ in range(epochs):
        optimizer = optax.sgd(rate)
        updates, _ = optimizer.update(jax.grad(jnp.sum)(params), optimizer.init(params))
        params = optax.apply_updates(params, updates)
        rate *= 0.5
    return params


def train_in_stages(params):
    rate = 0.1
    optimizer = optax.sgd(rate)
    for _ in range(2):
        params = params - optimizer.init(params)[0]
        rate *= 0.5
        optimizer = optax.sgd(rate)
    return params


def train_with_both(params, epochs):
    rate = 0.1
    optimizer = optax.sgd(rate)
    state = optimizer.init(params)
    for _ in range(epochs):
        updates, state = optimizer.update(jax.grad(jnp.sum)(params), state)
        params = jax.tree.map(lambda p, u: p + rate * u, params, updates)
        rate *= 0.5
    return params


def sweep(params, rates):
    for rate in rates:
        optimizer = optax.sgd(rate)
        yield optimizer.init(params)


def swept(params):
    rate = 0.1
    first = optax.sgd(rate)
    rate = 0.2
    return first, optax.sgd(rate)


class Decaying:
    def __init__(self, rate, bound):
        self.rate, self.bound = rate, bound
        self.optimizer = optax.chain(
            optax.clip_by_global_norm(self.bound), optax.adam(learning_rate=self.rate)
        )

    def set_rate(self, rate):
        self.rate = rate  # expect: JAX531

    def widen(self):
        self.bound = 2.0 * self.bound  # expect: JAX531


class Handing:
    def __init__(self, rate):
        self.rate = rate
        self.optimizer = optax.sgd(self.rate)

    def reduce(self, params, updates):
        self.rate *= 0.5
        return jax.tree.map(lambda p, u: p + self.rate * u, params, updates)


# A state that a step hands on is no number that something was made with.
def mapped_over(optimiser, params, grads, update):
    state = optimiser.init(params)
    state = optax.tree.map_params(optimiser, lambda leaf: leaf, state)
    for _ in range(15):
        updates, state = update(grads, state, params=params)
    return updates


def bounded(params, epochs):
    rate = 0.1
    optimizer = optax.adam(rate)
    state = optimizer.init(params)
    for _ in range(epochs):
        rate = max(0.5 * rate, 1e-5)  # expect: JAX531
    return state


def asked_of_another(params, epochs, schedule):
    rate = 0.1
    optimizer = optax.adam(rate)
    state = optimizer.init(params)
    for _ in range(epochs):
        rate = schedule(rate)
    return state


# --- the number that a schedule begins with -------------------------------------------------------


class Rates(NamedTuple):
    peak: float = 0.1
    warmup: int = 10
    total: int = 100


def rate_at(rates, step):
    schedule = optax.warmup_cosine_decay_schedule(0.0, rates.peak, rates.warmup, rates.total)
    return schedule(step)


def begun(rates, start=0):
    rate = rate_at(rates, start)
    return optax.chain(optax.clip(1.0), optax.adam(learning_rate=rate))  # expect: JAX531


def begun_at_once(rates):
    schedule = optax.exponential_decay(rates.peak, rates.total, 0.9)
    return optax.sgd(schedule(0))  # expect: JAX531


def scheduled(rates):
    schedule = optax.exponential_decay(rates.peak, rates.total, 0.9)
    print("begins with", schedule(0))
    return optax.sgd(schedule)


def injected(rates):
    schedule = optax.exponential_decay(rates.peak, rates.total, 0.9)
    return optax.inject_hyperparams(optax.sgd)(learning_rate=schedule(0))


def of_the_end(rates):
    schedule = optax.exponential_decay(rates.peak, rates.total, 0.9)
    return optax.sgd(schedule(rates.total))


def of_a_constant(rates):
    return optax.sgd(optax.constant_schedule(rates.peak)(0))


def of_each_epoch(rates, epochs):
    for epoch in range(epochs):
        yield optax.sgd(rate_at(rates, epoch))


def of_its_own(rates):
    return optax.sgd((lambda step: rates.peak / (1 + step))(0))


begun(Rates())
