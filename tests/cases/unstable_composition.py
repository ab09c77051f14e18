"""Exponentials and logarithms put together by hand."""

import jax
import jax.numpy as jnp
import numpy as np
from flax import linen, nnx
from jax import lax
from jax.scipy.special import logsumexp


def at_one_place(logits):
    return jnp.log(jax.nn.softmax(logits))  # expect: JAX601


def with_an_axis(logits):
    return jnp.log(jax.nn.softmax(logits, axis=-1)).mean()  # expect: JAX601


def in_one_step(logits):
    return jax.nn.log_softmax(logits) + jnp.log(jax.nn.softplus(logits))


def by_a_variable(logits, labels):
    probabilities = jax.nn.softmax(logits)
    picked = probabilities[jnp.arange(3), labels]
    return -jnp.log(picked).sum()  # expect: JAX601


def probabilities_of(x):
    return jax.nn.sigmoid(x)


def by_a_helper(x):
    return jnp.log(probabilities_of(x))  # expect: JAX601


def logarithm(p):
    return jnp.log(p)  # expect: JAX601


def into_a_helper(x, y):
    return logarithm(jax.nn.softmax(x)) + logarithm(y)


def cross_entropy(x, y):
    p = jax.nn.sigmoid(x)
    return -y * jnp.log(p) - (1 - y) * jnp.log(1 - p)  # expect: JAX601, JAX601


def cross_entropy_in_one_step(x, y):
    return -y * jax.nn.log_sigmoid(x) - (1 - y) * jax.nn.log_sigmoid(-x)


def by_log1p(x):
    return jnp.log1p(-jax.nn.sigmoid(x))  # expect: JAX601


def softplus(x):
    return jnp.log(1.0 + jnp.exp(x))  # expect: JAX601


def softplus_the_other_way(x):
    return jnp.log(jnp.exp(-x) + 1)  # expect: JAX601


def softplus_by_log1p(x):
    return jnp.log1p(jnp.exp(x))  # expect: JAX601


def softplus_of_what_is_negative(x):
    return jnp.maximum(x, 0) + jnp.log1p(jnp.exp(-jnp.abs(x)))


def softplus_of_what_is_bounded(x):
    return jnp.log1p(jnp.exp(jnp.clip(x, -20.0, 20.0))) + jnp.log1p(jnp.exp(jnp.tanh(x)))


def softplus_that_is_chosen(x):
    return jnp.where(x < 20, jnp.log1p(jnp.exp(x)), x)


def difference_of_logs(x, y):
    return x + jnp.log1p(-jnp.exp(y - x))


def log_of_a_sum(x):
    return jnp.log(jnp.sum(jnp.exp(x), axis=0))  # expect: JAX601


def log_of_a_mean(log_weights):
    weights = jnp.exp(log_weights)
    return jnp.log(weights.mean())  # expect: JAX601


def log_of_a_shifted_sum(x):
    largest = jnp.max(x)
    return largest + jnp.log(jnp.sum(jnp.exp(x - largest))) + logsumexp(x)


@jax.jit
def log_of_a_sum_shifted_by_a_method(x):
    largest = lax.stop_gradient(x.max(axis=-1, keepdims=True))
    return jnp.log(jnp.exp(x - largest).sum(axis=-1)) + largest[..., 0]


def softmax(x):
    return jnp.exp(x) / jnp.sum(jnp.exp(x))  # expect: JAX601


def softmax_in_steps(x):
    powers = jnp.exp(x)
    return powers / powers.sum(axis=-1, keepdims=True)  # expect: JAX601


@jax.jit
def shifted_softmax(x):
    powers = jnp.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def softmax_of_what_is_unknown(x, normalize):
    powers = jnp.exp(normalize(x))
    return powers / powers.sum()


def softmax_of_what_is_normalized(x, temperature):
    logits = x / temperature
    powers = jnp.exp(logits - logsumexp(logits, keepdims=True))
    return powers / powers.sum()


@jax.jit
def softmax_of_a_projection(x, w):
    powers = jnp.exp(jnp.einsum("ij,jk->ik", x, w).reshape(3, -1))
    return powers / powers.sum()  # expect: JAX601


@jax.jit
def softmax_of_a_part(state):
    weights = jnp.exp(state["log_weights"])
    return weights / weights.sum()


def softmax_of_another(x, y):
    return jnp.exp(x) / jnp.sum(jnp.exp(y))


@jax.grad
def sigmoid(x):
    return 1 / (1 + jnp.exp(-x))  # expect: JAX601


def sigmoid_of_which_only_the_value_counts(x):
    return 1 / (1 + jnp.exp(-x))


def sigmoid_by_two(x):
    power = jnp.exp(x)
    return power / (1.0 + power)  # expect: JAX601


def tanh(x):
    up, down = jnp.exp(x), jnp.exp(-x)
    return (up - down) / (up + down)  # expect: JAX601


def ratio_of_others(x, y):
    up, down = jnp.exp(x), jnp.exp(y)
    return (up - down) / (up + down)


def entropy(logits):
    p = jax.nn.softmax(logits)
    return -jnp.sum(p * jnp.log(p))  # expect: JAX601


def of_numpy(x):
    x = np.asarray(x)
    return np.log(1 + np.exp(x)) + np.exp(x) / np.exp(x).sum()


# --- with something added -------------------------------------------------------------------------


def loss_with_offset(w, x):
    p = jax.nn.softmax(x @ w)
    return -jnp.log(p + 1e-8).mean()  # expect: JAX601


def loss_that_is_clamped(w, x):
    p = jnp.clip(jax.nn.sigmoid(x @ w), 1e-7, 1 - 1e-7)
    return -jnp.log(p).mean()  # expect: JAX601


def entropy_with_offset(w, x):
    p = jax.nn.softmax(x @ w)
    return -jnp.sum(p * jnp.log(p + 1e-8))


def loss_of_labels(w, labels):
    p = jax.nn.softmax(labels)
    return jnp.sum(w * jnp.log(p + 1e-8))


slopes = [
    jax.grad(loss_with_offset),
    jax.grad(loss_that_is_clamped),
    jax.grad(entropy_with_offset),
    jax.grad(loss_of_labels),
]


def only_looked_at(logits):
    p = jax.nn.softmax(logits)
    return jnp.log(p + 1e-8)


def of_what_is_bounded(x, w):
    near = jnp.tanh(w * x)
    inside = jnp.log(jax.nn.sigmoid(near)) + jnp.log(jax.nn.softmax(3 * jnp.sin(x)))
    return inside + jnp.log(1 - jax.nn.sigmoid(jnp.clip(w * x, -9, 9)))


def of_what_is_bounded_on_one_side(x, w):
    low = jnp.minimum(w * x, 3.0)
    return jnp.log(1 - jax.nn.sigmoid(low)) + jnp.log(jax.nn.sigmoid(low))  # expect: JAX601


bounded = jax.grad(lambda x, w: jnp.sum(of_what_is_bounded(x, w)))
half_bounded = jax.grad(lambda x, w: jnp.sum(of_what_is_bounded_on_one_side(x, w)))


# Between one and the largest number below it float32 has nothing.
def cross_entropy(p, y):
    p = jnp.clip(p, 1e-8, 1 - 1e-8)
    return -(y * jnp.log(p) + (1 - y) * jnp.log(1 - p))  # expect: JAX601


def cross_entropy_within_float32(p, y):
    p = jnp.clip(p, 1e-7, 1 - 1e-7)
    return -(y * jnp.log(p) + (1 - y) * jnp.log(1 - p))


def surprise(p):
    most = 0.999999999
    return -jnp.log(1.0 - jnp.minimum(p, most))  # expect: JAX601


def surprise_below_a_bound(p, most):
    return -jnp.log(1.0 - jnp.minimum(p, most))


# Between one and its neighbour there is nothing: exp(x) is one where x is -1e-8.
def log_of_the_rest(rate, time):
    return jnp.log(1 - jnp.exp(-rate * time))  # expect: JAX601


def log_of_the_rest_by_log1p(x):
    return jnp.log1p(-jnp.exp(x))  # expect: JAX601


def log_of_the_rest_in_one_step(rate, time):
    return jnp.log(-jnp.expm1(-rate * time))


def log_of_the_rest_far_from_zero(x):
    far = jnp.minimum(x, -0.5)
    return jnp.log(1 - jnp.exp(far)) + jnp.log1p(-jnp.exp(-1.0 - x**2))


def log_of_a_difference(x, y):
    return x + jnp.log(1 - jnp.exp(y - x))


def divergence(x, y):
    p, q = jax.nn.softmax(x), jax.nn.softmax(y)
    return jnp.sum(p * jnp.log(p / q))  # expect: JAX601


def log_odds(x):
    p = jax.nn.sigmoid(x)
    return jnp.log(p / (1 - p))  # expect: JAX601


def log_of_a_ratio(p, q):
    return jnp.log(p / q)


def divergence_by_logarithms(x, y):
    p = jax.nn.log_softmax(x)
    return jnp.sum(jnp.exp(p) * (p - jax.nn.log_softmax(y)))


def tanh_of_one_exponential(x):
    e = jnp.exp(2 * x)
    return (e - 1) / (e + 1)  # expect: JAX601


def ratio_of_one_exponential(x):
    e = jnp.exp(-jnp.abs(x))
    return (1 - e) / (1 + e)


# Flax hands on functions of jax.nn, and a layer gives what may be far from zero.
def by_flax(x):
    return jnp.log(linen.softmax(x)) + jnp.log(nnx.sigmoid(x))  # expect: JAX601, JAX601


class Classifier(linen.Module):
    @linen.compact
    def __call__(self, x):
        return linen.softmax(linen.Dense(10)(x))


class LogClassifier(linen.Module):
    @linen.compact
    def __call__(self, x):
        return linen.log_softmax(linen.Dense(10)(x))


@jax.grad
def loss_of_a_model(variables, x, labels):
    p = Classifier().apply(variables, x)
    return -jnp.sum(labels * jnp.log(p + 1e-8))  # expect: JAX601


@jax.grad
def loss_beside_a_model(w, variables, x, labels):
    p = Classifier().apply(variables, x)
    return -jnp.sum(labels * w * jnp.log(p + 1e-8))


@jax.grad
def loss_of_a_log_model(variables, x, labels):
    return -jnp.sum(labels * LogClassifier().apply(variables, x))


@jax.grad
def loss_of_rows(w, x, labels):
    p = jax.vmap(lambda row: jax.nn.softmax(w @ row))(x)
    return -jnp.sum(labels * jnp.log(p))  # expect: JAX601


# What is only picked, scaled or masked is as far from zero as before.
def of_those_picked(logits, labels):
    p = jax.nn.softmax(logits)
    picked = jnp.take_along_axis(p, labels[:, None], axis=-1)[:, 0]
    return jnp.log(picked) + jnp.log(p.take(labels))  # expect: JAX601, JAX601


@jax.jit
def attention(q, k, mask):
    scores = jnp.where(mask, q @ k.T / jnp.sqrt(q.shape[-1]), -1e9)
    return jnp.exp(scores) / jnp.exp(scores).sum(-1, keepdims=True)  # expect: JAX601


@jax.jit
def attention_that_is_shifted(q, k, mask):
    scores = jnp.where(mask, q @ k.T / jnp.sqrt(q.shape[-1]), -1e9)
    scores = scores - scores.max(-1, keepdims=True)
    return jnp.exp(scores) / jnp.exp(scores).sum(-1, keepdims=True)


def mixture(weights, means, x):
    return jnp.log(jnp.sum(weights * jnp.exp(-0.5 * (x - means) ** 2)))  # expect: JAX601


def mixture_in_one_step(weights, means, x):
    return logsumexp(-0.5 * (x - means) ** 2, b=weights)


def mixture_of_what_is_bounded(weights, means, x):
    return jnp.log(jnp.sum(weights * jnp.exp(-jnp.cos(x - means))))


def density_of_squashed(x):
    return jnp.log(1 - jnp.tanh(x) ** 2)  # expect: JAX601


def density_of_squashed_by_a_variable(x):
    y = jnp.tanh(x)
    return jnp.log1p(-(y * y))  # expect: JAX601


def density_of_squashed_with_offset(x):
    return jnp.log(1 - jnp.tanh(x) ** 2 + 1e-6)


def density_of_squashed_in_one_step(x):
    return 2 * (jnp.log(2.0) - x - jax.nn.softplus(-2 * x))


def log_of_the_right_answer(logits, labels):
    p = jax.nn.sigmoid(logits)
    right = jnp.where(labels == 1, p, 1 - p)
    return jnp.log(right)  # expect: JAX601


def log_of_what_is_replaced(logits):
    p = jax.nn.sigmoid(logits)
    return jnp.log(jnp.where(p > 0, p, 1e-9)) + jnp.log(jnp.where(p > 0.5, p, logits))


# --- logits of a draw, for which -inf is a number like any other ----------------------------------


def drawn(key, logits):
    p = jax.nn.softmax(logits)
    return jax.random.categorical(key, jnp.log(p))


def drawn_and_kept(key, logits):
    log_p = jnp.log(jax.nn.softmax(logits))  # expect: JAX601
    return jax.random.categorical(jax.random.fold_in(key, 1), log_p), log_p


@jax.grad
def drawn_in_a_loss(logits, key):
    p = jax.nn.softmax(logits)
    return logits[jax.random.categorical(key, jnp.log(p))]  # expect: JAX601


# --- what is drawn lies between bounds -------------------------------------------------------------


def drawn_time(key, mean=0.0, spread=1.0):
    return jax.nn.sigmoid(jax.random.normal(key, (3,)) * spread + mean)


def ratio_of_drawn_times(key):
    t = drawn_time(key)
    return jnp.log(1.0 - t) - jnp.log(t)


def ratio_of_times_drawn_far_out(key):
    t = drawn_time(key, spread=30.0)
    return jnp.log(1.0 - t)  # expect: JAX601


def ratio_of_times_drawn_as_wide_as_one_likes(key, spread):
    t = drawn_time(key, spread=spread)
    return jnp.log(1.0 - t)  # expect: JAX601


def uniform_in_a_narrow_interval(key):
    t = jax.nn.sigmoid(jax.random.uniform(key, (3,), minval=-5.0, maxval=5.0))
    return jnp.log(1.0 - t)


def uniform_between_zero_and_one(key):
    return jnp.log(jax.nn.sigmoid(-10.0 * jax.random.uniform(key, (3,))))


def uniform_in_a_wide_interval(key):
    t = jax.nn.sigmoid(jax.random.uniform(key, (3,), jnp.float32, -500.0, 500.0))
    return jnp.log(1.0 - t)  # expect: JAX601


# --- the logarithm of a hyperbolic cosine ----------------------------------------------------------


def smooth_absolute_value(x, steep=1e-5):
    return steep * jnp.log(jnp.cosh(x / steep))  # expect: JAX601


def smooth_by_default(x):
    return smooth_absolute_value(x)


def smooth_loss(prediction, target):
    return jnp.mean(jnp.log(jnp.cosh(prediction - target)))  # expect: JAX601


def smooth_absolute_value_by_a_sum(x):
    return jnp.logaddexp(x, -x) - jnp.log(2.0)


def smooth_absolute_value_of_what_is_bounded(x):
    return jnp.log(jnp.cosh(jnp.tanh(x))) + jnp.log(jnp.cosh(jnp.clip(x, -10.0, 10.0)))


# --- logits as they are written -------------------------------------------------------------------

CLOSE = jnp.array([1.0, 2.0, -0.5])
CLOSE_IN_ROWS = jnp.asarray([[1000, 1001], [999, 1000]])
APART = jnp.array([0.0, 300.0])


def entropy_of_what_is_written():
    p, rows = jax.nn.softmax(CLOSE), jax.nn.softmax(CLOSE_IN_ROWS * 2 + 1)
    return -jnp.sum(p * jnp.log(p)) - jnp.sum(rows * jnp.log(rows))


def entropy_of_what_is_far_apart():
    p = jax.nn.softmax(APART)
    scaled = jax.nn.softmax(CLOSE * 200.0)
    return jnp.sum(jnp.log(p)) + jnp.sum(jnp.log(scaled))  # expect: JAX601, JAX601


def entropy_of_some_that_are_written(x):
    p = jax.nn.softmax(jnp.array([0.0, x]))
    return jnp.sum(jnp.log(p))  # expect: JAX601


@jax.jit
def entropy_of_what_is_given(logits):
    return jnp.sum(jnp.log(jax.nn.softmax(logits)))  # expect: JAX601


def entropy_of_what_is_given_here():
    return entropy_of_what_is_given(jnp.array([1.0, 2.0]))


def of_draws_in_an_interval(key):
    return jnp.log(jax.nn.softmax(jax.random.uniform(key, (3,), minval=0.0, maxval=70.0)))


def of_draws_in_a_wide_interval(key):
    p = jax.nn.softmax(jax.random.uniform(key, (3,), minval=0.0, maxval=200.0))
    return jnp.log(p)  # expect: JAX601


# A determinant is a product of as many factors as a matrix has rows.
def log_volume(matrix):
    return jnp.log(jnp.abs(jnp.linalg.det(matrix)))  # expect: JAX601


def log_volume_of_a_small_matrix():
    return jnp.log(jnp.linalg.det(jnp.ones((3, 3))))


def log_volume_in_one_step(matrix):
    return jnp.linalg.slogdet(matrix)[1]


def log_of_a_distance(a, b):
    return jnp.log(jnp.abs(a - b))


# --- what is clamped at zero ----------------------------------------------------------------------


def log_rate(w, x):
    return jnp.mean(jnp.log(jax.nn.relu(x @ w)))  # expect: JAX601


def log_maximum(w, x):
    rate = jnp.maximum(x @ w, 0.0)
    return jnp.mean(rate - jnp.log(rate))  # expect: JAX601


def log_of_some(w, x):
    return jnp.mean(jnp.log(jnp.maximum(x @ w, 1e-6)) + jnp.log(jax.nn.relu(x @ w) + 1e-6))


def log_of_squares(w, x):
    return jnp.mean(jnp.log(jnp.maximum((x @ w) ** 2, 0.0) + 1.0))


def log_of_bounded(w, x):
    return jnp.mean(jnp.log(jnp.clip(x @ w, 0.1, 1.0)))


def slopes_of_rates(w, x):
    each = log_rate, log_maximum, log_of_some, log_of_squares, log_of_bounded
    return (
        [jax.grad(one)(w, x) for one in each],
        jax.grad(log_rate)(w, x),
        jax.grad(log_maximum)(w, x),
    )


def counted(x):
    return jnp.log(jnp.maximum(x, 0))


# --- exponentials of others -----------------------------------------------------------------------


@jax.grad
def contrast(scores):
    mine = jnp.exp(jnp.ravel(scores)) / jnp.sum(jnp.exp(scores))  # expect: JAX601
    return mine[0]


@jax.grad
def contrast_of_pairs(scores):
    mine = jnp.exp(jnp.diagonal(scores))
    return jnp.mean(mine / jnp.exp(scores).sum(axis=1))  # expect: JAX601


@jax.grad
def contrast_of_two(first, others):
    return jnp.exp(first) / jnp.exp(others).sum()


@jax.grad
def contrast_shifted(scores, positive):
    scores = scores - jnp.max(scores)
    return jnp.exp(scores[0]) / jnp.sum(jnp.exp(scores))


@jax.grad
def contrast_of_unit_vectors(z):
    z = z / jnp.linalg.norm(z, axis=-1, keepdims=True)  # expect: JAX604
    scores = z @ z.T / 0.1
    return jnp.mean(jnp.exp(jnp.diagonal(scores)) / jnp.sum(jnp.exp(scores), axis=1))


# --- cosines --------------------------------------------------------------------------------------


def unit(z):
    return z / jnp.linalg.norm(z, axis=-1, keepdims=True)  # expect: JAX604


@jax.grad
def matched(images, texts):
    cosines = unit(images) @ unit(texts).T / 0.07
    return -jnp.mean(jnp.log(jnp.exp(cosines).sum(1)))


@jax.grad
def matched_by_squares(z):
    z = z * lax.rsqrt(jnp.sum(z**2, axis=-1, keepdims=True) + 1e-6)
    return jnp.mean(jnp.log(jnp.exp(jnp.einsum("id,jd->ij", z, z)).sum(1)))


@jax.grad
def matched_with_others(z, w):
    z = z / jnp.sqrt(jnp.sum(z * z, axis=-1, keepdims=True))  # expect: JAX604
    return jnp.mean(jnp.log(jnp.exp(z @ w).sum(1)))  # expect: JAX601


@jax.grad
def matched_by_lengths_of_others(z, w):
    z = z / jnp.linalg.norm(w)
    return jnp.mean(jnp.log(jnp.exp(z @ z.T).sum(1)))  # expect: JAX601


# One-hot rows have zeros for certain.
def entropy_of_labels(labels):
    p = jax.nn.one_hot(labels, 5)
    return -jnp.sum(p * jnp.log(p), axis=-1)  # expect: JAX601


def divergence_from_targets(labels, teacher, is_soft, log_q):
    targets = jnp.where(is_soft[:, None], jax.nn.softmax(teacher), jax.nn.one_hot(labels, 5))
    return jnp.sum(targets * (jnp.log(targets) - log_q), axis=-1)  # expect: JAX601


def of_smoothed_labels(labels, log_q):
    targets = 0.9 * jax.nn.one_hot(labels, 5) + 0.02
    return jnp.sum(targets * (jnp.log(targets) - log_q), axis=-1)


def of_labels(labels, log_q):
    return -jnp.sum(jax.nn.one_hot(labels, 5) * log_q, axis=-1)


@jax.jit
def entropy_of_labels_compiled(labels):
    p = jax.nn.one_hot(labels, 5)
    return -jnp.sum(p * jnp.log(p), axis=-1)


def masked_by_labels(logits, labels):
    return logits + jnp.log(jax.nn.one_hot(labels, 5))


# Means weighted by exponentials.
@jax.grad
def weighted_by_ratios(log_ratios, returns):
    weights = jnp.exp(log_ratios)
    return jnp.sum(weights * returns) / jnp.sum(weights)  # expect: JAX601


@jax.grad
def weighted_by_ratios_to_the_best(log_ratios, returns):
    weights = jnp.exp(log_ratios - log_ratios.max())
    return jnp.sum(weights * returns) / jnp.sum(weights)


# --- settings, which are numbers of Python ---------------------------------------------------------


def softened(x, order: int, scale: float):
    lowest = -jnp.log(1 + jnp.exp(-order)) / order
    return x - lowest + jnp.log(1 + jnp.exp(scale))  # expect: JAX601


def softened_by_data(x, order: int):
    return jnp.log(1 + jnp.exp(order * x)) / order  # expect: JAX601


# --- numbers from which the largest, or the least, is taken off -----------------------------------


def boltzmann_factors(energies, beta):
    ground = jnp.min(energies)
    return -beta * ground, jnp.exp(-beta * (energies - ground))


def log_partition(energies, beta):
    offset, factors = boltzmann_factors(energies, beta)
    return offset + jnp.log(jnp.sum(factors))


def soft_least(x):
    shares = jnp.exp(-2.0 * (x - x.min()))
    return jnp.sum(x * (shares / jnp.sum(shares)))


def shifted_up(x):
    return jnp.log(jnp.sum(jnp.exp(x - jnp.min(x))))  # expect: JAX601


def unshifted(x):
    return jnp.log(jnp.sum(jnp.exp(-x / 0.1)))  # expect: JAX601


jax.grad(log_partition)(jnp.ones(3), 0.5)
jax.grad(soft_least)(jnp.ones(3))
jax.grad(shifted_up)(jnp.ones(3))
jax.grad(unshifted)(jnp.ones(3))


def bounded_entropy(logits):
    p = jnp.maximum(jax.nn.softmax(logits), 1e-12)
    return jnp.sum(p * jnp.log(p))


def bounded_likelihood(logits, labels):
    p = jnp.maximum(jax.nn.softmax(logits), 1e-12)
    return -jnp.sum(labels * jnp.log(p))  # expect: JAX601


bounded_slopes = jax.grad(bounded_entropy), jax.grad(bounded_likelihood)
