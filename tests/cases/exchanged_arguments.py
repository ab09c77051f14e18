"""Arguments in the place of others."""

from functools import partial

import jax
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
