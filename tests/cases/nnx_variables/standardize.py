"""Variables of modules of nnx, which transformations trace with the module that has them."""

import jax
import jax.numpy as jnp
from flax import nnx


class Standardize(nnx.Module):
    def __init__(self, dim, limit=3):
        self.mean = nnx.BatchStat(jnp.zeros(dim))
        self.seen = nnx.BatchStat(jnp.zeros((), jnp.int32))
        self.scale = nnx.Param(jnp.ones(dim))
        self.limit = limit

    @property
    def collecting(self):
        return self.seen[...] < self.limit

    def observe(self, x):
        if self.seen.value > self.limit:  # expect: JAX101
            return self.mean[...]
        self.seen[...] = self.seen[...] + 1
        self.mean.value = self.mean.value + x.mean(axis=0)
        return x - self.mean

    def __call__(self, x):
        done = not self.collecting  # expect: JAX104
        return x if done else self.scaled(x)

    def scaled(self, x):
        y = x @ self.scale
        if (y > 0).all():  # expect: JAX101
            return y
        return float(self.scale.sum())  # expect: JAX105

    def by_shape(self, x):
        if self.mean.shape[0] > self.limit and self.limit:
            return x + self.mean
        return x

    def penalty(self):
        return jnp.sum(self.scale**2) if self.seen.value > 2 else 0.0


@nnx.jit
def forward(model, x):
    return model(x) + model.observe(x) + model.by_shape(x)


@nnx.value_and_grad
def loss(model):
    return model.penalty()


model = Standardize(2)
forward(model, jnp.ones((3, 2)))
loss(model)
print(int(model.seen.value) > 3)
