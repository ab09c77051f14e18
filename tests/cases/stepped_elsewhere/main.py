"""Loops over records of another module."""

import jax
import jax.numpy as jnp
import optax

from records import Fitted, Walker, made


def slope(params, batch):
    return jax.grad(lambda p: jnp.sum((p - batch) ** 2))(params)


def walk(batches):
    start, rule, plain = jnp.ones(3), optax.adam(1e-2), optax.sgd(1e-2)
    walker = whole = Walker(start, rule.init(start))
    sliding = Walker(start, plain.init(start))
    for batch in batches:
        walker = walker.moved(rule, slope(walker.params, batch))
        whole = whole.moved_whole(rule, slope(whole.params, batch))
        sliding = sliding.slid(plain, slope(sliding.params, batch))
    return walker.params, whole.params, sliding.params


@jax.jit
def step(state, batch):
    return state.stepped(slope(state.params, batch))


def fit(batches):
    start, rule = jnp.ones(3), made(1e-2)
    state = Fitted(start, rule.init(start), rule)
    for batch in batches:
        state = step(state, batch)
    return state.params
