from jax.random import fold_in, normal


def batch(n, *, key):
    return normal(key, (n, 4))


def batch_at(step, key):
    return normal(fold_in(key, step), (8, 4))


def describe(key):
    return f"data seeded by {key}"
