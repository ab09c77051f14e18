"""Classes that leave a method to those below them."""

import abc

import jax
import jax.numpy as jnp


class Kernel:
    def distance(self, a, b):
        raise NotImplementedError

    def gram(self, a, b):
        """What every kernel has."""
        return jnp.exp(-self.distance(a, b))


class Smooth(Kernel):
    def distance(self, a, b):
        return jnp.sum((a - b) ** 2)


class Rough(Kernel):
    def distance(self, a, b):
        square = jnp.sum((a - b) ** 2)
        return jnp.where(square > 0, jnp.sqrt(square), 0.0)  # expect: JAX602, JAX604


class Policy(abc.ABC):
    @abc.abstractmethod
    def rate(self, count): ...

    @abc.abstractmethod
    def shift(self, x): ...

    def step(self, x, count):
        return x * self.rate(count) + self.shift(x)


class Fixed(Policy):
    def rate(self, count):
        return 0.1 if count > 10 else 1.0

    def shift(self, x):
        return jnp.mean(x)


class Adaptive(Policy):
    def rate(self, count):
        return 1.0 / (1 + count)

    def shift(self, x):
        return 1.0 if jnp.mean(x) > 0 else 0.0  # expect: JAX101


def likelihood(kernel: Kernel, a, b):
    return jnp.log(1.0 + kernel.gram(a, b))


def fitted(kernel: Kernel, a, b):
    return jax.grad(lambda point: likelihood(kernel, point, b))(a)


def stepped(policy: Policy, x):
    return jax.vmap(lambda x: policy.step(x, 3))(x)


# --- what is not left to others -------------------------------------------------------------------


class Whole:
    def shift(self, x):
        return jnp.mean(x)


class Part(Whole):
    def shift(self, x):
        return 1.0 if jnp.mean(x) > 0 else 0.0


def stepped_whole(x):
    whole = Whole()
    return jax.vmap(lambda x: whole.shift(x))(x)
