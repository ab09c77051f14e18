"""A base class that compiles a method of its subclass, and a field set from outside."""

import jax.numpy as jnp

from sgd import SGD


def run():
    trainer = SGD(lr=0.1, momentum=0.9)
    w = trainer.fit(jnp.zeros(3), [jnp.ones(3)])
    trainer.lr = 0.01
    return trainer.fit(w, [jnp.ones(3)])
