"""Lists of layers that are repeated, and lists that hold as many layers as places."""

import equinox as eqx
import flax.linen as nn
import haiku as hk
import jax
from flax import nnx


class Block(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.width)(x)


class Deep(nn.Module):
    width: int
    depth: int

    def setup(self):
        self.blocks = [Block(self.width)] * self.depth  # expect: JAX530
        self.own = [Block(self.width) for _ in range(self.depth)]
        self.activations = [nn.relu] * self.depth
        self.drops = [nn.Dropout(0.1)] * self.depth
        self.one = [Block(self.width)] * 1
        shared = Block(self.width)
        self.tied = [shared] * self.depth
        self.tail = (nn.Dense(3),) * 2  # expect: JAX530

    def __call__(self, x):
        for block in (*self.blocks, *self.own, *self.tied):
            x = block(x)
        return x


class Sequence(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Sequential([nn.Dense(3), nn.relu] * 2)(x)  # expect: JAX530


class Stack(nnx.Module):
    def __init__(self, depth, rngs):
        self.layers = [nnx.Linear(3, 3, rngs=rngs)] * depth  # expect: JAX530
        self.own = [nnx.Linear(3, 3, rngs=rngs) for _ in range(depth)]


class Chain(eqx.Module):
    layers: list
    own: list
    rates: list

    def __init__(self, depth, key):
        first, *keys = jax.random.split(key, depth)
        self.layers = depth * [eqx.nn.Linear(3, 3, key=first)]  # expect: JAX530
        self.own = [eqx.nn.Linear(3, 3, key=one) for one in keys]
        self.rates = [0.1] * depth


@hk.transform
def network(x):
    for layer in [hk.Linear(8)] * 3:  # expect: JAX530
        x = layer(x)
    for layer in [hk.Linear(8) for _ in range(3)]:
        x = layer(x)
    return x


def stacked_of_haiku(depth):
    return [hk.Linear(8) for _ in range(depth)]


def one_of_haiku():
    return [hk.Linear(8)] * 1


def tied_of_haiku(depth):
    layer = hk.Linear(8)
    return [layer] * depth


def numbers(depth):
    return [float(depth)] * depth


def activations(depth):
    return depth * [jax.nn.relu]


def drops(depth):
    return [nn.Dropout(0.1)] * depth
