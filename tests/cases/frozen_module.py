"""Fields of Flax modules that are assigned while the module is called."""

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx


class Compact(nn.Module):
    @nn.compact
    def __call__(self, x):
        self.hidden = nn.Dense(4)(x)  # expect: JAX525
        return nn.relu(self.hidden)


class WithSetup(nn.Module):
    def setup(self):
        self.layer = nn.Dense(4)
        self.scale = 2.0

    def __call__(self, x):
        self.scale = 3.0  # expect: JAX525
        return self.scale * self.layer(x)


class ByHelper(nn.Module):
    width: int = 4

    def remember(self, x):
        self.seen = x.shape  # expect: JAX525
        return x

    @nn.compact
    def __call__(self, x):
        return self.remember(nn.Dense(self.width)(x))


class BySetattr(nn.Module):
    def setup(self):
        self.layer = nn.Dense(4)

    def __call__(self, x):
        setattr(self, "last", x)  # expect: JAX525
        return self.layer(x)


class Encoding(nn.Module):
    @nn.compact
    def encode(self, x):
        self.code = nn.Dense(4)(x)  # expect: JAX525
        return self.code


class MadeOnce(nn.Module):
    @nn.compact
    def __call__(self, x):
        if not hasattr(self, "layer"):
            self.layer = nn.Dense(4)  # expect: JAX525
        return self.layer(x)


# --- what is right -------------------------------------------------------------------------------


class BuiltByHelper(nn.Module):
    width: int = 4

    def setup(self):
        self.build()

    def build(self):
        self.layer = nn.Dense(self.width)

    def __call__(self, x):
        return self.layer(x)


class AfterInit(nn.Module):
    width: int = 4

    def __post_init__(self):
        self.kind = "dense"
        super().__post_init__()

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.width)(x)


class Local(nn.Module):
    @nn.compact
    def __call__(self, x):
        hidden = nn.Dense(4)(x)
        self.sow("intermediates", "hidden", hidden)
        count = self.variable("stats", "count", jnp.zeros, ())
        count.value = count.value + 1
        return nn.relu(hidden)


class Unseen(nn.Module):
    def extra(self, x):
        self.layer = nn.Dense(4)
        return self.layer(x)

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(x)


class Unfrozen(nn.Module):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    @nn.compact
    def __call__(self, x):
        self.hidden = 3
        return nn.Dense(4)(x)


class Plain:
    def __call__(self, x):
        self.hidden = x
        return x


class Stateful(nnx.Module):
    def __call__(self, x):
        self.calls = 1
        return x


class Holder:
    total = 0


class WritesElsewhere(nn.Module):
    @nn.compact
    def __call__(self, x):
        holder = Holder()
        holder.total = 3
        return nn.Dense(4)(x)


variables = WithSetup().init(jax.random.key(0), jnp.ones((2, 4)))
