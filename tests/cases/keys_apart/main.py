"""One key given to functions of other modules."""

import jax
from jax import lax

import data
from model import apply, init, init_deep


def setup(key):
    params = init(key, 4, 2)
    x = data.batch(32, key=key)  # expect: JAX401
    return params, x


def setup_split(key):
    init_key, data_key = jax.random.split(key)
    text = data.describe(data_key)
    return init(init_key, 4, 2), data.batch(32, key=data_key), text


def setup_deep(key):
    params = init_deep(key, (4, 3, 2))
    x = data.batch(32, key=key)  # expect: JAX403
    return params, x


def evaluate(params, x, key):
    return apply(params, x), apply(params, x), apply(params, x, key, rate=0.5)


def dropped_twice(params, x, key):
    a = apply(params, x, key, rate=0.5)
    b = apply(params, x, key=key, rate=0.1)  # expect: JAX401
    return a, b


def train(params, key, steps):
    def body(params, step):
        x = data.batch_at(step, key)
        return jax.tree.map(lambda p: p - x.mean(), params), None

    return lax.scan(body, params, steps)


def train_stale(params, key, steps):
    def body(params, step):
        x = data.batch(8, key=key)  # expect: JAX402
        return jax.tree.map(lambda p: p - x.mean(), params), None

    return lax.scan(body, params, steps)
