"""Functions of another module that this one compiles, and fresh ones made from them."""

from functools import partial

import jax

import steps
from steps import Sampler, evaluate

fast_update = jax.jit(steps.update, static_argnames="mode")
fast_evaluate = partial(jax.jit, donate_argnums=0)(evaluate)
sampler = Sampler(2.0)
fast_draw = jax.jit(sampler.draw)


def fit(w, x):
    for _ in range(10):
        g = jax.jit(jax.grad(steps.penalty))(w, x)  # expect: JAX502
        w = fast_update(w, g, mode="adam")
    return w, steps.measure(w, x)
