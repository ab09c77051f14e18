"""Roots of what may be zero."""

import jax
import jax.numpy as jnp


@jax.grad
def length(x):
    return jnp.linalg.norm(x)  # expect: JAX604


@jax.grad
def spread(x):
    return x.std() + jnp.var(x)  # expect: JAX604


@jax.grad
def root(x):
    return jnp.sqrt(jnp.sum(x**2))  # expect: JAX604


@jax.grad
def root_of_more(x):
    return jnp.sqrt(jnp.sum(x**2) + 1.0)


@jax.grad
def root_of_more_than_nothing(x):
    return jnp.sqrt(jnp.sum(x**2) + 1e-40)  # expect: JAX604


@jax.grad
def root_of_a_little_more(x):
    return jnp.sqrt(jnp.sum(x**2) + 1e-37)


@jax.grad
def root_of_a_number(x):
    return jnp.sqrt(x).sum()


@jax.grad
def distance(x, y):
    return jnp.linalg.norm(x - y)  # expect: JAX604


def only_forward(x):
    return jnp.linalg.norm(x)


@jax.grad
def norms(x):
    return jax.vmap(jnp.linalg.norm)(x).sum() + jnp.linalg.norm(x[0])  # expect: JAX604


def loss(w, x):
    prediction = x @ w
    return jnp.sqrt(jnp.square(prediction).sum())  # expect: JAX604


@jax.jit
def step(w, x):
    return w - jax.grad(loss)(w, x)


@jax.grad
def replaced_before(x):
    zero = jnp.sum(x**2) == 0
    safe = jnp.where(zero, 1.0, x)
    return jnp.where(zero, 0.0, jnp.linalg.norm(safe))


@jax.grad
def of_data(w, x):
    return w * jnp.linalg.norm(x)


# The direction of a step is undefined where nothing moves, and a distance in a ball at one point.
@jax.grad
def turning(path):
    step = jnp.diff(path, axis=0)
    return jnp.arctan2(step[:, 1], step[:, 0]).sum()  # expect: JAX604


@jax.grad
def turning_about(path):
    step = jnp.diff(path, axis=0)
    return jnp.arctan2(step[:, 1], step[:, 0] + 3.0).sum()


@jax.grad
def in_the_ball(u, v):
    room = (1.0 - jnp.sum(u**2)) * (1.0 - jnp.sum(v**2))
    return jnp.arccosh(1.0 + 2.0 * jnp.sum((u - v) ** 2) / room)  # expect: JAX604


@jax.grad
def off_the_edge(u, v):
    return jnp.arccosh(1.0 + 1e-6 + jnp.sum((u - v) ** 2))


# What is written as the rows of a matrix depends on its numbers.
@jax.grad
def of_a_matrix(w):
    x, y, z = w
    turn = jnp.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return jnp.linalg.norm(turn)  # expect: JAX604


# Of an angle in an angle the inner one alone has no slope at the origin.
@jax.grad
def turned_back(step, turn):
    angle = jnp.arctan2(step[1], step[0])  # expect: JAX604
    return jnp.arctan2(jnp.sin(angle - turn), jnp.cos(angle - turn)) ** 2


# Of what is no sum of squares it is not seen that it may be zero.
@jax.grad
def of_a_temperature(t):
    return jnp.sqrt(1.8 * t) + (1.8 * t) ** (1.0 / 3.0)


@jax.grad
def of_a_density(om, rest=0.7):
    return 1291.0 * (om * rest) ** 0.251 / (1.0 + 0.659 * om**0.828)


@jax.grad
def of_a_length(x):
    return jnp.sqrt(x[0] ** 2 + x[1] ** 2)  # expect: JAX604


@jax.jit
def slope_of_three_factors(a, b, x):
    return jax.grad(lambda x: jnp.sqrt(jnp.einsum("i,j,k->", a, b, x) + jnp.sum(x**2)))(x)
