"""What ``zip(*pairs)`` gives: the first of each pair, and the second of each."""

import jax
import jax.numpy as jnp
import numpy as np


def dense(size):
    def init(key, width):
        return jax.random.normal(key, (width, size)), size

    def apply(params, x):
        return x @ params

    return init, apply


def spoiled():
    def init(key, width):
        return None, width

    def apply(params, x):
        return np.tanh(x)  # expect: JAX107

    return init, apply


def serial(*layers):
    inits, applies = zip(*layers)

    def init(key, width):
        params = []
        for one in inits:
            key, part = jax.random.split(key)
            made, width = one(part, width)
            params.append(made)
        return params, width

    def apply(params, x):
        for one, held in zip(applies, params):
            x = one(held, x)
        return x

    return init, apply


def serial_with_one_key(layers):
    inits, applies = zip(*layers)

    def init(key, width):
        return [one(key, width)[0] for one in inits]  # expect: JAX402

    return init, lambda params, x: [one(held, x) for one, held in zip(applies, params)]


init, apply = serial(dense(4), dense(2), spoiled())
params, _ = init(jax.random.key(0), 3)
print(jax.jit(apply)(params, jnp.ones((5, 3))))
other_init, other_apply = serial_with_one_key([dense(4), dense(2)])
print(other_apply(other_init(jax.random.key(1), 3), jnp.ones(3)))
