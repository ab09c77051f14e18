"""Which triangle a matrix has, and which one a solver reads."""

import jax
import jax.numpy as jnp
import jax.scipy as jsp
from jax.scipy.linalg import cho_factor, cho_solve, cholesky, solve_triangular


def whitened(covariance, residual):
    factor = jnp.linalg.cholesky(covariance)
    return solve_triangular(factor, residual)  # expect: JAX614


def unwhitened(covariance, residual):
    factor = jnp.linalg.cholesky(covariance)
    return solve_triangular(factor.T, residual, lower=True)  # expect: JAX614


@jax.jit
def by_lax(covariance, residual):
    factor = jax.lax.linalg.cholesky(covariance)
    return jax.lax.linalg.triangular_solve(factor, residual, left_side=True)  # expect: JAX614


def by_a_pair(covariance, residual):
    factor = jnp.linalg.cholesky(covariance)
    return jsp.linalg.cho_solve((factor, False), residual)  # expect: JAX614


def by_default(covariance, residual):
    return solve_triangular(cholesky(covariance), residual, lower=True)  # expect: JAX614


def by_swapped_axes(covariance, residual):
    factor = jnp.swapaxes(jnp.linalg.cholesky(covariance), -2, -1)
    return solve_triangular(factor, residual, lower=True)  # expect: JAX614


def solve(factor, residual):
    return solve_triangular(factor, residual)  # expect: JAX614


def by_a_helper(covariance, residual):
    return solve(jnp.linalg.cholesky(covariance), residual)


def masked(weights, residual):
    return solve_triangular(jnp.tril(weights), residual, trans=1)  # expect: JAX614


class Process:
    def __init__(self, noise):
        self.noise = noise
        self.factor = None

    def fit(self, covariance):
        size = covariance.shape[0]
        self.factor = jnp.linalg.cholesky(covariance + self.noise * jnp.eye(size))
        return self

    def spread(self, cross):
        part = solve_triangular(self.factor, cross)  # expect: JAX614
        return 1.0 - jnp.sum(part**2, axis=0)


spread = Process(0.1).fit(jnp.eye(3)).spread(jnp.ones((3, 2)))
batches = jax.vmap(lambda one: solve_triangular(one, jnp.ones(3)))(  # expect: JAX614
    jnp.linalg.cholesky(jnp.stack([jnp.eye(3)] * 2))
)


# --- fine ------------------------------------------------------------------------------------------


def whitened_rightly(covariance, residual):
    factor = jnp.linalg.cholesky(covariance)
    white = solve_triangular(factor, residual, lower=True)
    return solve_triangular(factor.T, white), solve_triangular(factor, white, 1, True)


def by_default_rightly(covariance, residual):
    upper, lower = cholesky(covariance), cholesky(covariance, lower=True)
    first = solve_triangular(upper, residual)
    return first + solve_triangular(lower, residual, lower=True) + cho_solve((lower, True), first)


def upper_of_numpy(covariance, residual):
    factor = jnp.linalg.cholesky(covariance, upper=True)
    return solve_triangular(factor, residual) + cho_solve((factor, False), residual)


def by_what_is_told(covariance, residual, lower):
    factor = cholesky(covariance, lower=lower)
    return solve_triangular(factor, residual) + solve_triangular(factor, residual, lower=lower)


def by_its_own_pair(covariance, residual):
    return cho_solve(cho_factor(covariance), residual)


def of_the_transpose_once_more(covariance, residual):
    factor = jnp.linalg.cholesky(covariance).T.T
    return solve_triangular(factor, residual, lower=True)


def of_swapped_axes(covariance, residual):
    factor = jnp.linalg.cholesky(covariance)
    turned = jnp.swapaxes(factor, -1, -2)
    return solve_triangular(turned, residual) + solve_triangular(jnp.transpose(factor), residual)


def of_other_axes(covariances, residual):
    factors = jnp.linalg.cholesky(covariances)
    return solve_triangular(jnp.transpose(factors, (1, 0, 2))[0], residual, lower=True)


def of_swapped_batches(covariances, residual):
    factors = jnp.swapaxes(jnp.linalg.cholesky(covariances), 0, 1)
    return solve_triangular(factors, residual)


def of_a_sum(covariance, residual):
    factor = jnp.linalg.cholesky(covariance)
    return solve_triangular(factor + factor.T, residual)
