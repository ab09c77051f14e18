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
