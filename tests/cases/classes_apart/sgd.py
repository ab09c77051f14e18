import jax.numpy as jnp

from base import Trainer


class SGD(Trainer):
    def __init__(self, lr, momentum):
        super().__init__(lr)
        self.momentum = momentum

    def _step(self, w, x):
        g = jnp.mean(w - x)
        if self.verbose:
            g = g * 1.0
        if g > 10.0:  # expect: JAX101
            return w
        return w - self.momentum * self.clip(g, 1.0)


class Plain:
    def __init__(self):
        self.lr = 0.1
        self.step = self._step

    def _step(self, w, x):
        return w if x > 0 else x
