"""Layers in lists, tuples and dicts of a model, and in sequences of a library, are run with it."""

import time

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


class Noisy(eqx.Module):
    weight: jax.Array

    def __init__(self, size, key):
        self.weight = jax.random.normal(key, (size,))

    def noise(self):
        return np.random.normal(size=self.weight.shape)  # expect: JAX206

    def __call__(self, x, key=None):
        return (self.weight + self.noise()) * x


class Keyed(eqx.Module):
    weight: jax.Array

    def __init__(self, size, key):
        self.weight = jax.random.normal(key, (size,))

    def __call__(self, x, key):
        return (self.weight + jax.random.normal(key, self.weight.shape)) * x


class Stack(eqx.Module):
    layers: list

    def __init__(self, sizes, key):
        keys = jax.random.split(key, len(sizes) - 1)
        self.layers = [Noisy(size, key) for size, key in zip(sizes, keys, strict=False)]

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = jnp.tanh(layer(x))
        return self.layers[-1](x)


class KeyedStack(eqx.Module):
    layers: list

    def __init__(self, sizes, key):
        keys = jax.random.split(key, len(sizes) - 1)
        self.layers = [Keyed(size, key) for size, key in zip(sizes, keys, strict=False)]

    def __call__(self, x, key):
        for layer, one in zip(self.layers, jax.random.split(key, 2), strict=True):
            x = layer(x, one)
        return x


@eqx.filter_jit
def run(model, x):
    return model(x)


@eqx.filter_jit
def run_keyed(model, x, key):
    return model(x, key)


run(Stack([3, 3, 3], jax.random.key(0)), jnp.ones(3))
run_keyed(KeyedStack([3, 3, 3], jax.random.key(1)), jnp.ones(3), jax.random.key(2))


class Branch(eqx.Module):
    scale: jax.Array

    def __call__(self, x):
        if x.sum() > 0:  # expect: JAX101
            return x * self.scale
        return x


class Masked(eqx.Module):
    scale: jax.Array

    def __call__(self, x):
        return jnp.where(x.sum() > 0, x * self.scale, x)


class Heads(eqx.Module):
    heads: dict
    last: tuple

    def __init__(self):
        self.heads = {"policy": Branch(jnp.ones(())), "value": Masked(jnp.ones(()))}
        self.last = (Masked(jnp.ones(())),)

    def __call__(self, x):
        return self.heads["policy"](x), self.last[0](self.heads["value"](x))


@jax.jit
def of_heads(model, x):
    return model(x)


of_heads(Heads(), jnp.ones(3))


# A list that is added to while the model is made.
class Grown(eqx.Module):
    layers: list
    count: int = eqx.field(static=True)

    def __init__(self, count):
        self.count = count
        self.layers = []
        for _ in range(count):
            self.layers.append(Timed(jnp.ones(3)))

    def __call__(self, x):
        if self.count > 2:
            x = x * 2
        for layer in self.layers:
            x = layer(x)
        return x


class Timed(eqx.Module):
    weight: jax.Array

    def __call__(self, x):
        return x * self.weight * time.time()  # expect: JAX206


@eqx.filter_jit
def of_grown(model, x):
    return model(x)


of_grown(Grown(2), jnp.ones(3))


# Whether a layer in a list was compiled is not known of one that nobody calls.
class Eager(eqx.Module):
    layers: list

    def __init__(self):
        self.layers = [Measured(jnp.ones(3))]

    def __call__(self, x):
        return self.layers[0](x)


class Measured(eqx.Module):
    weight: jax.Array

    def __call__(self, x):
        return x * self.weight * time.time()


Eager()(jnp.ones(3))


# --- nnx -----------------------------------------------------------------------------------------


class Printing(nnx.Module):
    def __init__(self, rngs):
        self.weight = nnx.Param(jax.random.normal(rngs.params(), (3,)))

    def __call__(self, x):
        print("mean", x.mean())  # expect: JAX204
        return self.weight[...] * x


class Debugging(nnx.Module):
    def __init__(self, rngs):
        self.weight = nnx.Param(jax.random.normal(rngs.params(), (3,)))

    def __call__(self, x):
        jax.debug.print("mean {}", x.mean())
        return self.weight[...] * x


class Listed(nnx.Module):
    def __init__(self, rngs):
        self.layers = nnx.List([Printing(rngs) for _ in range(2)])
        self.others = nnx.data([Debugging(rngs)])

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.others[0](x)


@nnx.jit
def of_listed(model, x):
    return model(x)


of_listed(Listed(nnx.Rngs(0)), jnp.ones(3))


# --- sequences -----------------------------------------------------------------------------------


class Counted(eqx.Module):
    width: int = 3

    def __call__(self, x, key=None):
        return x + np.random.normal(size=self.width)  # expect: JAX206


class InSequence(eqx.Module):
    body: eqx.nn.Sequential

    def __init__(self, key):
        self.body = eqx.nn.Sequential([eqx.nn.Linear(3, 3, key=key), Counted()])

    def __call__(self, x):
        return self.body(x)


run(InSequence(jax.random.key(3)), jnp.ones(3))


class Dense(nn.Module):
    def __call__(self, x):
        return x + np.random.normal(size=3)  # expect: JAX206


class Denses(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Sequential([nn.Dense(3), Dense(), nn.relu])(x)


denses = Denses()
params = denses.init(jax.random.key(4), jnp.ones(3))
jax.jit(lambda params, x: denses.apply(params, x))(params, jnp.ones(3))


class Sequence(nnx.Module):
    def __init__(self, rngs):
        self.body = nnx.Sequential(nnx.Linear(3, 3, rngs=rngs), Added(), Drawn())

    def __call__(self, x):
        return self.body(x)


class Added(nnx.Module):
    def __call__(self, x):
        return x + np.random.normal(size=3)  # expect: JAX206


class Drawn(nnx.Module):
    def __call__(self, x):
        return x + jax.random.normal(jax.random.key(40), (3,))


@nnx.jit
def of_sequence(model, x):
    return model(x)


of_sequence(Sequence(nnx.Rngs(1)), jnp.ones(3))


def noisy(x):
    return x + np.random.normal(size=3)  # expect: JAX206


def of_haiku(x):
    return hk.Sequential([hk.Linear(3), noisy])(x)


transformed = hk.transform(of_haiku)
jax.jit(transformed.apply)(transformed.init(jax.random.key(5), jnp.ones(3)), None, jnp.ones(3))


# Plain functions between the layers are called with arrays.
def shifted(x):
    return hk.Sequential([hk.Linear(3), jax.nn.relu, lambda y: y + 1.0])(x)


shifting = hk.transform(shifted)
jax.jit(shifting.apply)(shifting.init(jax.random.key(6), jnp.ones(3)), None, jnp.ones(3))
