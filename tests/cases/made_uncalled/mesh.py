"""Transformed functions that nothing in sight calls: nothing is traced by making them."""

import jax
import jax.numpy as jnp


class Mesh:
    def __init__(self, ids, amounts):
        self.ids = ids
        self.amounts = amounts
        self.at_once = jax.vmap(self.shown)

    def shown(self, i):
        return self.amounts[i.item()]  # expect: JAX105

    def step(self):
        def change(scale, i):
            i = i.item()
            if jnp.any(self.amounts[i] * scale < 0):
                return 0.0
            return scale

        self.changes = jax.vmap(change, in_axes=(None, 0))
        return [change(1.0, i) for i in self.ids]

    def step_at_once(self):
        def change_of(scale, i):
            return scale * self.amounts[i.item()]  # expect: JAX105

        self.changes_at_once = jax.vmap(change_of, in_axes=(None, 0))
        return self

    def changed(self):
        return self.changes_at_once(1.0, self.ids)


def kept_aside(batch):
    mapped = jax.vmap(lambda **named: named["a"], in_axes=({k: 0 for k in batch},))
    return batch["a"].shape


def handed_on(batch):
    axes = ({k: 0 for k in batch},)
    mapped = jax.vmap(lambda **named: named["a"], in_axes=axes)  # expect: JAX511
    return mapped


def left(x):
    def sign(v):
        return 1 if v > 0 else -1

    signs = jax.jit(sign)
    return sign(x)


def given_back(x):
    def sign(v):
        return 1 if v > 0 else -1  # expect: JAX101

    signs = jax.jit(sign)
    return lambda: signs
