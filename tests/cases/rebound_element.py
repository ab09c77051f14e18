"""Variables of loops that are bound anew, and variables that something reads."""

import jax
import jax.numpy as jnp
import numpy as np


class Net:
    def __init__(self, sizes):
        self.weights = [jnp.ones(size) for size in sizes]
        self.of_numpy = [np.ones(size) for size in sizes]

    def step(self, grads, rate):
        for weight, grad in zip(self.weights, grads, strict=True):
            weight -= rate * grad  # expect: JAX326

    def step_of_numpy(self, grads, rate):
        for weight, grad in zip(self.of_numpy, grads, strict=True):
            weight -= rate * np.asarray(grad)

    def halve(self):
        for weight in self.weights:
            weight = 0.5 * weight  # expect: JAX326

    def shrink(self):
        for weight in self.weights:
            if weight.size > 2:
                weight /= 2.0  # expect: JAX326

    def total(self):
        total = 0.0
        for weight in self.weights:
            weight = 0.5 * weight
            total += weight.sum()
        return total

    def last(self):
        for weight in self.weights:
            weight = 0.5 * weight
        return weight

    def doubled(self):
        for weight in self.weights:
            for _ in range(3):
                weight = 2.0 * weight
            yield weight

    def replaced(self):
        for n, weight in enumerate(self.weights):
            self.weights[n] = 0.5 * weight

    def read_inside(self):
        for weight in self.weights:
            weight = 0.5 * weight
            yield lambda: weight


@jax.jit
def decayed(params):
    for leaf in jax.tree.leaves(params):
        leaf *= 0.9  # expect: JAX326
    return params


@jax.jit
def decayed_by_name(params):
    for name, leaf in params.items():
        leaf = leaf * 0.9  # expect: JAX326
    return params


def rows(table):
    for row in table:
        row += 1.0  # expect: JAX326
    return table


def counted(n):
    for i in range(n):
        i += 1


def unknown(items):
    for item in items:
        item -= 1


net = Net((2, 3))
net.step(net.weights, 0.1)
net.step_of_numpy(net.weights, 0.1)
net.halve()
net.shrink()
net.total()
net.last()
list(net.doubled())
net.replaced()
list(net.read_inside())
decayed({"w": jnp.ones(3)})
decayed_by_name({"w": jnp.ones(3)})
rows(jnp.ones((3, 2)))
counted(3)
unknown([1, 2])


# --- parameters -----------------------------------------------------------------------------------


def force(place):
    return -place


def kicked(velocity, place, step):
    velocity += step * force(place)  # expect: JAX326


def kicked_and_returned(velocity, place, step):
    velocity += step * force(place)
    return velocity


def kicked_and_shown(velocity, place, step):
    velocity += step * force(place)
    return jnp.sum(velocity)


def kicked_in_turns(velocity, place, step):
    for _ in range(3):
        velocity += step * force(place + velocity)


def drifted(place, velocity):
    for _ in range(3):
        place += velocity  # expect: JAX326


def counted_up(number, place):
    number += 1
    return place


@jax.jit
def leapt(place, velocity):
    kicked(velocity, place, 0.1)
    place = place + kicked_and_returned(velocity, place, 0.1)
    kicked_and_shown(velocity, place, 0.1)
    kicked_in_turns(velocity, place, 0.1)
    drifted(place, velocity)
    return counted_up(1, place), velocity


def kicked_on_the_host(velocity, place):
    velocity += 0.1 * place


leapt(jnp.ones(3), jnp.zeros(3))
kicked_on_the_host(np.ones(3), np.zeros(3))


# --- leaves of a tree that a function makes of arrays --------------------------------------------


class Sums:
    def __init__(self, template):
        self.total = jax.tree.map(jnp.zeros_like, template)
        self.last = template

    def add(self, grads):
        for total, g in zip(jax.tree.leaves(self.total), jax.tree.leaves(grads)):
            total += g  # expect: JAX326

    def remember(self, grads):
        for kept, g in zip(jax.tree.leaves(self.last), jax.tree.leaves(grads)):
            kept += g


def summed(template, batches, gradients_of):
    sums = Sums(template)
    for batch in batches:
        sums.add(gradients_of(batch))
        sums.remember(gradients_of(batch))
    return sums.total
