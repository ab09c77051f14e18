"""Probabilities where logits are taken."""

from typing import NamedTuple

import distrax
import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpyro.distributions as dist
import optax
from tensorflow_probability.substrates import jax as tfp

tfd = tfp.distributions


def drawn(key, logits):
    probs = jax.nn.softmax(logits)
    return jax.random.categorical(key, probs)  # expect: JAX612


def drawn_by_logits(key, logits):
    return jax.random.categorical(key, logits)


def drawn_by_logarithms(key, logits):
    return jax.random.categorical(key, jnp.log(jax.nn.softmax(logits) + 1e-8))


def drawn_by_normalised_logits(key, logits):
    return jax.random.categorical(key, jax.nn.log_softmax(logits, axis=-1), axis=-1)


@jax.jit
def drawn_of_last(key, logits):
    rows = jax.nn.softmax(logits, axis=-1)[:, -1, :]
    return jax.random.categorical(key, logits=rows, axis=-1)  # expect: JAX612


def drawn_of_what_somebody_says(key, probs):
    return jax.random.categorical(key, probs)


def drawn_of_shares(key, visits):
    shares = visits / jnp.sum(visits, axis=-1, keepdims=True)
    return jax.random.categorical(key, shares)  # expect: JAX612


def drawn_of_ratios(key, visits, total):
    return jax.random.categorical(key, visits / total)


def drawn_at_a_temperature(key, logits, temperature):
    return jax.random.categorical(key, logits / temperature)


def explored(key, values, epsilon):
    best = jax.nn.one_hot(values.argmax(-1), values.shape[-1])
    probs = (1.0 - epsilon) * best + epsilon / values.shape[-1]
    return distrax.Categorical(probs).sample(seed=key)  # expect: JAX612


def explored_by_name(key, values, epsilon):
    best = jax.nn.one_hot(values.argmax(-1), values.shape[-1])
    probs = (1.0 - epsilon) * best + epsilon / values.shape[-1]
    return distrax.Categorical(probs=probs).sample(seed=key)


def biased(key, values, bias):
    best = jax.nn.one_hot(values.argmax(-1), values.shape[-1])
    return jax.random.categorical(key, (1.0 - bias) * best + values)


def one_of_two(logits):
    return tfd.Bernoulli(jax.nn.sigmoid(logits))  # expect: JAX612


def one_of_two_by_probability(logits):
    return tfd.Bernoulli(probs=jax.nn.sigmoid(logits))


def counted(logits):
    return tfd.Multinomial(10.0, jax.nn.softmax(logits))  # expect: JAX612


def of_numpyro(logits):
    return dist.CategoricalLogits(jax.nn.softmax(logits))  # expect: JAX612


def of_numpyro_by_probabilities(logits):
    return dist.Categorical(jax.nn.softmax(logits))


def bounded(key, features):
    return jax.random.categorical(key, jax.nn.sigmoid(features))


class Classifier(nn.Module):
    classes: int
    ends: bool = True

    @nn.compact
    def __call__(self, x):
        x = nn.Dense(self.classes)(nn.relu(nn.Dense(32)(x)))
        return nn.softmax(x) if self.ends else x


def loss_of_probabilities(params, x, labels):
    logits = Classifier(10).apply(params, x)
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, labels)  # expect: JAX612
    return losses.mean()


def loss_of_logits(params, x, labels):
    logits = Classifier(10, ends=False).apply(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


class Gate(eqx.Module):
    layer: eqx.nn.Linear

    def __call__(self, x):
        return jax.nn.sigmoid(self.layer(x))


def loss_of_gates(gate: Gate, x, y):
    predicted = jax.vmap(gate)(x)
    return optax.sigmoid_binary_cross_entropy(predicted, y).mean()  # expect: JAX612


def loss_of_mean_squares(gate: Gate, x, y):
    predicted = jax.vmap(gate)(x)
    return jnp.mean((predicted - y) ** 2)


def distilled(student, teacher):
    return optax.softmax_cross_entropy(student, jax.nn.softmax(teacher)).mean()


# Numbers that are written out, and add up to one in each row.
class Chain(NamedTuple):
    first: jax.Array
    moves: jax.Array
    scores: jax.Array


def weather():
    return Chain(
        first=jnp.array([0.8, 0.2]),
        moves=jnp.array([[0.95, 0.05], [0.3, 0.7]]),
        scores=jnp.array([[1.5, -0.5], [0.3, 0.7]]),
    )


def walked(chain, key, length):
    first_key, rest_key = jax.random.split(key)
    state = jax.random.categorical(first_key, jnp.log(chain.first))

    def move(state, key):
        one, two, three = jax.random.split(key, 3)
        scored = jax.random.categorical(one, chain.scores[state])
        told = jax.random.categorical(two, jnp.log(chain.moves[state]))
        state = jax.random.categorical(three, chain.moves[state])  # expect: JAX612
        return state, (scored, told)

    return jax.lax.scan(move, state, jax.random.split(rest_key, length))


def walk_of_weather(key):
    return walked(weather(), key, 100)


def coin(key):
    one, two, three, four, five = jax.random.split(key, 5)
    return (
        jax.random.categorical(one, jnp.array([0.9, 0.1])),  # expect: JAX612
        jax.random.categorical(two, jnp.array([0.5, 0.5])),
        jax.random.categorical(three, jnp.array([0.9, 0.3])),
        jax.random.categorical(four, jnp.array([1.0, 0.0])),
        jax.random.categorical(five, jnp.asarray([0, 0.2, 0.8])),  # expect: JAX612
    )
