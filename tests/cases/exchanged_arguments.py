"""Arguments in the place of others."""

from functools import partial

import jax
import jax.numpy as jnp
import jax.scipy.stats as stats
import optax

RATE = 0.1


def distilled(student_logits, teacher_probs):
    return optax.softmax_cross_entropy(teacher_probs, student_logits).mean()  # expect: JAX529


def distilled_in_order(student_logits, teacher_probs):
    return optax.softmax_cross_entropy(student_logits, teacher_probs).mean()


def binary(batch, logits):
    return optax.losses.sigmoid_binary_cross_entropy(batch["y"], logits)  # expect: JAX529


def binary_of_model(model, batch):
    return optax.sigmoid_binary_cross_entropy(model(batch["x"]), batch["y"])


def by_integers(labels, out):
    value = optax.softmax_cross_entropy_with_integer_labels(labels, out.logits)  # expect: JAX529
    return value.mean()


def by_name(logits, labels):
    return optax.softmax_cross_entropy(labels=labels, logits=logits)


def between_logits(teacher_logits, student_logits):
    return optax.softmax_cross_entropy(teacher_logits, student_logits)


def descend(p, g, rate=RATE):
    return p - rate * g


def stepped(params, grads):
    return jax.tree.map(descend, grads, params)  # expect: JAX529


def stepped_in_order(params, grads):
    return jax.tree.map(descend, params, grads)


def stepped_by_a_partial(params, grads):
    step = partial(descend, rate=0.5)
    return jax.tree_util.tree_map(step, grads, params)  # expect: JAX529


def stepped_by_a_lambda(params, grads):
    return jax.tree.map(lambda p, g: p - RATE * g, grads, params)  # expect: JAX529


def stepped_by_another_lambda(params, grads):
    return jax.tree.map(lambda g, p: p - RATE * g, grads, params)


def stepped_by_others(params, grads, moments):
    first = jax.tree.map(lambda a, b: a - RATE * b, grads, params)
    return first, jax.tree.map(descend, moments, grads)


# --- bodies of scans ------------------------------------------------------------------------------


def unrolled(params, xs, h):
    def body(h, x):
        h = jnp.tanh(x @ params["in"] + h @ params["hidden"])
        out = h @ params["out"]
        return out, h  # expect: JAX529

    return jax.lax.scan(body, h, xs)


def unrolled_rightly(params, xs, h):
    def body(h, x):
        h = jnp.tanh(x @ params["in"] + h @ params["hidden"])
        out = h @ params["out"]
        return h, out

    return jax.lax.scan(body, h, xs)


def iterated(matrix, xs, v):
    def body(v, x):
        v = v / jnp.linalg.norm(v)
        v_next = matrix @ v + x
        return v_next, v

    return jax.lax.scan(body, v, xs)


def fed_back(params, xs, y):
    def body(y, x):
        h = jnp.tanh(x + y)
        y = h @ params
        return y, h

    return jax.lax.scan(body, y, xs)


def old_and_new(params, xs, h):
    def body(h, x):
        out = jnp.tanh(x @ params + h)
        return out, h

    return jax.lax.scan(body, h, xs)


# Distributions that are shifted by what is called a scale.
class Rain:
    def __init__(self, shape, scale):
        self.shape = shape
        self.scale = scale

    def log_likelihood(self, x):
        return stats.gamma.logpdf(x, self.shape, self.scale).sum()  # expect: JAX529

    def log_likelihood_by_name(self, x):
        return stats.gamma.logpdf(x, self.shape, scale=self.scale).sum()

    def log_likelihood_at_zero(self, x):
        return stats.gamma.logpdf(x, self.shape, 0.0, self.scale).sum()


def residuals(x, sigma, mean, noise_scale):
    by_scale = stats.norm.logpdf(x, noise_scale)  # expect: JAX529
    tail = stats.expon.logpdf(x, sigma)  # expect: JAX529
    located = stats.norm.logpdf(x, mean) + stats.norm.logpdf(x, mean, sigma)
    return by_scale + tail + located + stats.norm.logpdf(x, sigma, noise_scale)
