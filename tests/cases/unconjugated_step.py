"""Steps along gradients by complex and by real numbers."""

import jax
import jax.numpy as jnp
import optax
from jax import random

WEIGHTS = jnp.array([1.0 + 1.0j, 2.0])
REAL = jnp.array([1.0, 2.0])
DRAWN = random.normal(random.key(0), (3,), dtype=jnp.complex64)


def power(w):
    return jnp.sum(jnp.abs(w) ** 2)


def stepped(w, rate=0.1):
    return w - rate * jax.grad(power)(w)  # expect: JAX608


def stepped_right(w, rate=0.1):
    return w - rate * jnp.conj(jax.grad(power)(w))


def stepped_by_method(w, rate=0.1):
    gradient = jax.grad(power)(w)
    return w - rate * gradient.conj()


def of_real_numbers(w, rate=0.1):
    return w - rate * jax.grad(power)(w)


STEPS = stepped(WEIGHTS), stepped_right(WEIGHTS), stepped_by_method(WEIGHTS), of_real_numbers(REAL)


@jax.jit
def with_its_value(w):
    value, gradient = jax.value_and_grad(power)(w)
    w = w - 0.1 * gradient  # expect: JAX608
    return w, value


def looped():
    w = DRAWN
    for _ in range(10):
        w, _ = with_its_value(w)
    return w


LOOPED = looped()


def of_a_tree():
    params = {"w": WEIGHTS, "b": REAL}
    gradients = jax.grad(lambda p: power(p["w"]) + power(p["b"]))(params)
    w = params["w"] - 0.1 * gradients["w"]  # expect: JAX608
    return w, params["b"] - 0.1 * gradients["b"]


def mapped():
    params = [WEIGHTS]
    gradients = jax.grad(lambda p: power(p[0]))(params)
    wrong = jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)  # expect: JAX608
    return wrong, jax.tree.map(lambda p, g: p - 0.1 * g.conj(), params, gradients)


def made_complex(x):
    z = jnp.asarray(x).astype(jnp.complex64)
    slope = jax.grad(power)(z)
    z = z - slope * 0.5  # expect: JAX608
    return z


def as_two_numbers():
    pair = REAL, REAL

    def of_parts(parts):
        return power(parts[0] + 1j * parts[1])

    slopes = jax.grad(of_parts)(pair)
    return [one - 0.1 * slope for one, slope in zip(pair, slopes)]


def of_gradients(w):
    first, second = jax.grad(power)(WEIGHTS), jax.grad(power)(WEIGHTS * 2)
    return second - first, w - jax.grad(power)(w)


def imaginary():
    z = 1j * jnp.arange(3.0)
    z = z - 0.01 * jax.grad(power)(z)  # expect: JAX608
    return z


# Optimisers step as they are told.
optimizer = optax.adam(1e-2)


def by_an_optimiser(state):
    updates, state = optimizer.update(jax.grad(power)(WEIGHTS), state)  # expect: JAX608
    return optax.apply_updates(WEIGHTS, updates), state


def of_a_tree_by_an_optimiser(state):
    params = {"w": WEIGHTS, "b": REAL}
    gradients = jax.grad(lambda p: power(p["w"]) + power(p["b"]))(params)
    updates, state = optimizer.update(gradients, state, params)  # expect: JAX608
    return optax.apply_updates(params, updates), state


def by_an_optimiser_along_the_conjugate(state):
    gradients = jax.tree.map(jnp.conj, jax.grad(power)(WEIGHTS))
    updates, state = optimizer.update(gradients, state)
    return optax.apply_updates(WEIGHTS, updates), state


def of_real_numbers_by_an_optimiser(state):
    updates, state = optimizer.update(jax.grad(power)(REAL), state)
    return optax.apply_updates(REAL, updates), state


# What was moved along a gradient is no gradient, whatever is taken from it then.
def differences_of_what_was_moved(links):
    z = WEIGHTS - 0.1 * jnp.conj(jax.grad(power)(WEIGHTS))
    return links * jnp.roll(WEIGHTS, -1) - z


def differences_of_real_numbers_that_were_moved():
    moved = REAL - 0.1 * jax.grad(power)(REAL)
    field = moved[0] + 1j * moved[1]
    return 1j * REAL * WEIGHTS - field
