"""Logarithms of densities that are zero far away."""

import jax
import jax.numpy as jnp
import jax.scipy.stats as stats
from jax.scipy.stats import norm


def log_likelihood(x, mean, scale):
    return jnp.sum(jnp.log(norm.pdf(x, mean, scale)))  # expect: JAX616


def log_density(x, mean, scale):
    density = norm.pdf(x, loc=mean, scale=scale)
    return jnp.log(density)  # expect: JAX616


def log_of_many(x, mean, cov):
    return jnp.log(stats.multivariate_normal.pdf(x, mean, cov))  # expect: JAX616


def probit(x, label):
    one = jnp.log(norm.cdf(x))  # expect: JAX616
    other = jnp.log(norm.sf(x))  # expect: JAX616
    return jnp.where(label, one, other)


@jax.jit
def mixture(params, x):
    weights = jax.nn.softmax(params["logits"])
    parts = norm.pdf(x[:, None], params["mean"], jnp.exp(params["log_scale"]))
    return jnp.log(jnp.sum(weights * parts, axis=1))  # expect: JAX616


def mixture_by_product(weights, x, means):
    weights = jnp.asarray(weights)
    return jnp.log(norm.pdf(x, means) @ weights)  # expect: JAX616


def mean_of_densities(x, means):
    return jnp.log(jnp.mean(norm.pdf(x, means), axis=-1))  # expect: JAX616


# In one step, with something added, within a bound, without a logarithm, of something else.
def in_one_step(x, mean):
    return norm.logpdf(x, mean) + norm.logcdf(x) + norm.logsf(x)


def with_something_added(x, mean):
    return jnp.log(norm.pdf(x, mean) + 1e-12)


def within_a_bound(x, mean):
    return jnp.log(jnp.clip(norm.cdf(x, mean), 1e-6, 1.0))


def density(x, mean):
    return norm.pdf(x, mean) * jnp.log(mean)


def mixture_in_one_step(log_weights, x, means):
    return jax.nn.logsumexp(log_weights + norm.logpdf(x, means))


def of_heavy_tails(x):
    return jnp.log(stats.cauchy.pdf(x))


def of_one_more(x):
    return jnp.log1p(norm.pdf(x))


# Compiled, the value is right, as XLA takes the logarithm of an exponential for its exponent.
@jax.jit
def compiled_value(x, mean):
    return jnp.log(norm.pdf(x, mean))


@jax.jit
def compiled_slope(x, mean):
    return jax.grad(lambda mean: jnp.log(norm.pdf(x, mean)))(mean)  # expect: JAX616
