"""Vectors of matrices in code that is differentiated, and values alone."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg


def inverse_root(covariance):
    values, vectors = jnp.linalg.eigh(covariance)  # expect: JAX611
    return vectors @ jnp.diag(jax.lax.rsqrt(values)) @ vectors.T


@jax.grad
def whitened(weights, x):
    hidden = x @ weights
    return jnp.sum(hidden @ inverse_root(hidden.T @ hidden))


class Aligned:
    def nearest(self, weights):
        left, _, right = jnp.linalg.svd(weights, full_matrices=False)  # expect: JAX611
        return left @ right

    def loss(self, params, x):
        return jnp.sum(x @ self.nearest(params["weights"]))


slopes = jax.value_and_grad(Aligned().loss)


@jax.grad
def by_a_part(matrix):
    return jnp.sum(jnp.linalg.eigh(matrix)[1])  # expect: JAX611


@jax.grad
def by_a_name(matrix):
    return jnp.sum(jnp.linalg.eigh(matrix).eigenvectors)  # expect: JAX611


@jax.jacfwd
def forward(matrix):
    left, values, _ = jnp.linalg.svd(matrix)  # expect: JAX611
    return left @ values


@jax.grad
def of_scipy(matrix):
    values, vectors = jax.scipy.linalg.eigh(matrix)  # expect: JAX611
    return jnp.sum(vectors**3) + jnp.sum(values)


@jax.grad
def values_alone(matrix):
    values, _ = jnp.linalg.eigh(matrix)
    return jnp.sum(values) + jnp.sum(jnp.linalg.eigh(matrix)[0])


@jax.grad
def values_asked_for(matrix):
    one = jnp.linalg.svd(matrix, compute_uv=False)
    return jnp.sum(one) + jnp.sum(jax.scipy.linalg.eigh(matrix, eigvals_only=True))


@jax.grad
def vectors_unread(matrix):
    left, values, right = jnp.linalg.svd(matrix)
    return jnp.sum(values)


@jax.jit
def plain(matrix):
    values, vectors = jnp.linalg.eigh(matrix)
    return vectors, values


@jax.grad
def of_data(weights, data):
    values, vectors = jnp.linalg.eigh(data.T @ data)
    return jnp.sum(weights @ vectors)


@jax.grad
def cut_off(weights):
    values, vectors = jnp.linalg.eigh(jax.lax.stop_gradient(weights))
    return jnp.sum(weights @ vectors)


@jax.custom_vjp
def root_of(matrix):
    values, vectors = jnp.linalg.eigh(matrix)
    return vectors * jnp.sqrt(values) @ vectors.T


def root_forward(matrix):
    root = root_of(matrix)
    return root, root


def root_backward(root, slope):
    return (jax.scipy.linalg.solve(root, slope),)


root_of.defvjp(root_forward, root_backward)


@jax.grad
def by_a_rule_of_its_own(matrix):
    return jnp.sum(root_of(matrix))
