"""JAX517: what a traced function is given."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import struct


@jax.jit
def layer(x, activation="tanh"):
    return jnp.tanh(x) if activation == "tanh" else x


@functools.partial(jax.jit, static_argnames=("activation",))
def static_layer(x, activation):
    return jnp.tanh(x) if activation == "tanh" else x


@functools.partial(jax.jit, static_argnums=1)
def static_by_number(x, activation):
    return jnp.tanh(x) if activation == "tanh" else x


@eqx.filter_jit
def filtered(x, activation):
    return jnp.tanh(x) if activation == "tanh" else x


def loss(params, mode):
    return jnp.sum(params) if mode == "sum" else jnp.mean(params)


def calls(x, names):
    layer(x, "relu")  # expect: JAX517
    layer(x, activation="relu")  # expect: JAX517
    layer(x, jnp.tanh)  # expect: JAX517
    layer(x, lambda v: v)  # expect: JAX517
    layer(x, layer)  # expect: JAX517
    layer({"x": x, "kind": "a"})  # expect: JAX517
    layer((x, [1.0, "b"]))  # expect: JAX517
    layer({1.0, 2.0})  # expect: JAX517
    layer(range(3))  # expect: JAX517
    layer(x for x in names)  # expect: JAX517
    layer(x, f"layer {x}")
    layer(x, None)
    layer(x, 1)
    layer(x, True)
    layer({"x": x})
    layer([x, (1.0, 2)])
    static_layer(x, "relu")
    static_layer(x, activation="relu")
    static_by_number(x, "relu")
    filtered(x, "relu")
    return names


def differentiated(x):
    jax.grad(loss)(x, "sum")
    jax.value_and_grad(loss)("sum", x)  # expect: JAX517
    jax.grad(loss, argnums=(0, 1))(x, "sum")  # expect: JAX517


def mapped(xs):
    jax.vmap(loss, in_axes=(0, None))(xs, "sum")
    jax.vmap(loss)(xs, "sum")  # expect: JAX517


def configured(xs, options):
    name = "relu"
    if options.linear:
        name = "linear"
    run = jax.jit(loss)
    run(xs, "sum")  # expect: JAX517
    run(xs, name)
    jax.jit(loss, **options)(xs, "sum")
    jax.jit(functools.partial(loss, mode="sum"))(xs)  # expect: JAX503
    return run(xs, math.pi)


def of_unknown_signature(xs, kernel):
    named = jax.jit(kernel, static_argnames="kind")
    named(xs, "ntk")
    by_number = jax.jit(kernel, static_argnums=1)
    return by_number(xs, kind="ntk")


class Model:
    @functools.partial(jax.jit, static_argnums=(0, 2))
    def apply(self, x, mode):
        return x if mode == "eval" else -x

    def evaluate(self, x):
        return self.apply(x, "eval")


# Functions of JAX and NumPy are no arrays; their constants are numbers.
@jax.jit
def applied(function, x):
    return x


@functools.partial(jax.jit, static_argnums=0)
def applied_static(function, x):
    return function(x)


def of_libraries(x):
    applied(jnp.sin, x)  # expect: JAX517
    applied(jax.nn.relu, x)  # expect: JAX517
    applied(np.sin, x)  # expect: JAX517
    applied(jnp.pi, x)
    applied(np.inf, x)
    return applied_static(jnp.sin, x)


# Objects of plain classes are no pytrees; those of registered ones are, wherever that is done.
class Kernel:
    def __init__(self, length):
        self.length = length

    def __call__(self, x):
        return jnp.exp(-((x / self.length) ** 2))

    @jax.jit  # expect: JAX507
    def transformed(self, x):
        return x


class Scaled(Kernel):
    pass


class Batch:
    def __init__(self, x):
        self.x = x


class Rows:
    def __init__(self, x):
        self.x = x


class MoreRows(Rows):
    pass


jax.tree_util.register_pytree_node(Batch, lambda b: ((b.x,), None), lambda _, xs: Batch(*xs))
jax.tree_util.register_pytree_node(MoreRows, lambda b: ((b.x,), None), lambda _, x: MoreRows(*x))


class Sample(NamedTuple):
    x: jax.Array


@dataclasses.dataclass
class Point:
    x: jax.Array


def total(rows: Rows, x):
    return applied(rows, x)


def of_objects(x):
    applied(Kernel(1.0), x)  # expect: JAX517
    applied(Scaled(1.0), x)  # expect: JAX517
    applied([Kernel(1.0)], x)
    applied(Batch(x), x)
    applied(MoreRows(x), x)
    applied(Sample(x), x)
    applied(Point(x), x)  # expect: JAX517
    applied(functools.partial(jnp.sum, axis=0), x)  # expect: JAX517
    applied(jax.tree_util.Partial(jnp.sum, axis=0), x)
    applied_static(Kernel(1.0), x)
    Kernel(1.0).transformed(x)
    return jax.vmap(lambda kernel, v: kernel(v), in_axes=(None, 0))(Kernel(1.0), x)


# An annotation may name a class for want of a better one: what jit has traced is a tree.
class Animal:
    pass


@jax.jit
def met(wolves: Animal, sheep: Animal):
    return jax.vmap(lambda one, other: one.x + other.x)(wolves, sheep)


def met_by_name(x):
    return met(x, Animal())  # expect: JAX517


# Objects that are taken apart: each field that is not static is a leaf.
class Gate(eqx.Module):
    weight: jax.Array
    act: Callable

    def __init__(self, width, act=jnp.tanh):
        self.weight = jnp.ones(width)
        self.act = act

    def __call__(self, x):
        return self.act(self.weight * x)


class FixedGate(eqx.Module):
    weight: jax.Array
    act: Callable = eqx.field(static=True)
    mode: str = eqx.field(static=True, default="same")

    def __init__(self, width, act=jnp.tanh):
        self.weight = jnp.ones(width)
        self.act = act


class Tower(eqx.Module):
    body: eqx.nn.MLP
    head: eqx.nn.Linear

    def __init__(self, key):
        first, second = jax.random.split(key)
        self.body = eqx.nn.MLP(2, 3, 8, 1, key=first)
        self.head = eqx.nn.Linear(3, 1, key=second)


class Pair(NamedTuple):
    params: jax.Array
    apply: Callable


@jax.jit
def weight_of(model):
    return jnp.sum(model.weight)


@jax.jit
def first_leaf(model):
    return jax.tree.leaves(model)[0]


def takes_objects(x, key):
    gate, tower = Gate(3), Tower(key)
    weight_of(gate)  # expect: JAX517
    weight_of(FixedGate(3))
    first_leaf(tower)  # expect: JAX517
    first_leaf(tower.head)
    first_leaf(tower.body)  # expect: JAX517
    first_leaf(Pair(x, jnp.tanh))  # expect: JAX517
    first_leaf(Pair(x, x))
    jax.grad(lambda model: model.weight.sum())(gate)  # expect: JAX517
    eqx.filter_jit(lambda model: model.weight.sum())(gate)
    eqx.filter_grad(lambda model: model.weight.sum())(gate)
    arrays, rest = eqx.partition(gate, eqx.is_array)
    weight_of(arrays)
    weight_of(eqx.filter(gate, eqx.is_array))
    jax.vmap(gate)(x)
    jax.vmap(lambda model, y: model(y), in_axes=(None, 0))(gate, x)
    jax.jit(lambda y: gate(y))(x)


# A step gives back an object of the same class, with the very functions that it had.
class Cell(eqx.Module):
    gate: Gate
    mix: eqx.nn.MLP
    scale: jax.Array


def spread(cell, x):
    return jnp.var(cell.scale * cell.gate(x))


@eqx.filter_jit
def descend(cell, state, x):
    grads = eqx.filter_grad(spread)(cell, x)
    updates, state = adam.update(grads, state)
    return eqx.apply_updates(cell, updates), state


adam = optax.adam(1e-2)


def report(x, key, other_key):
    cell = Cell(Gate(3), eqx.nn.MLP(3, 3, 4, 1, key=key), jnp.ones(3))
    state = adam.init(eqx.filter(cell, eqx.is_array))
    for _ in range(4):
        cell, state = descend(cell, state, x)
    plain = Tower(other_key).head
    plain = eqx.apply_updates(plain, jax.grad(lambda head: head(x).sum())(plain))
    first_leaf(plain)
    first_leaf(eqx.filter(cell, eqx.is_array))
    return first_leaf(cell)  # expect: JAX517


class Trainer:
    def __init__(self, cell):
        self.cell = cell
        self.state = adam.init(eqx.filter(cell, eqx.is_array))
        self.test = jax.jit(spread)
        self.test_arrays = eqx.filter_jit(spread)

    def fit(self, x):
        for _ in range(4):
            grads = eqx.filter_grad(spread)(self.cell, x)
            updates, self.state = adam.update(grads, self.state)
            self.cell = eqx.apply_updates(self.cell, updates)

    def score(self, x):
        return self.test(self.cell, x), self.test_arrays(self.cell, x)  # expect: JAX517


def fit_and_score(x, key):
    trainer = Trainer(Cell(Gate(3), eqx.nn.MLP(3, 3, 4, 1, key=key), jnp.ones(3)))
    trainer.fit(x)
    return trainer.score(x)


# --- what optimisers make their state of ----------------------------------------------------------


heavy = optax.sgd(0.1, momentum=0.9)
light = optax.chain(optax.clip(1.0), optax.sgd(0.1))


def states(key, other, unknown):
    gate, tower, adam = Gate(3), Tower(key), optax.adam(0.1)
    optimiser = optax.chain(optax.clip(1.0), adam)
    refused = [
        adam.init(gate),  # expect: JAX517
        heavy.init(tower),  # expect: JAX517
        optimiser.init(eqx.nn.MLP(2, 3, 8, 1, key=other)),  # expect: JAX517
        optimiser.init(params={"weight": jnp.ones(2), "act": jnp.tanh}),  # expect: JAX517
    ]
    taken = [
        adam.init(eqx.filter(gate, eqx.is_array)),
        adam.init(eqx.partition(gate, eqx.is_inexact_array)[0]),
        adam.init(FixedGate(3)),
        adam.init(tower.head),
        light.init(gate),
        optax.masked(adam, unknown).init(gate),
        unknown.init(gate),
    ]
    with pytest.raises(TypeError):
        refused.append(adam.init(gate))
    return refused, taken


# What registers a class says nothing of the classes below it.
class Normal:
    def __init__(self, mean, spread):
        self.mean, self.spread = mean, spread


jax.tree_util.register_pytree_node(
    Normal, lambda one: ((one.mean, one.spread), None), lambda _, parts: Normal(*parts)
)


class Standard(Normal):
    def __init__(self, size):
        super().__init__(jnp.zeros(size), 1.0)


@jax.tree_util.register_pytree_node_class
class Path:
    def __init__(self, at):
        self.at = at

    def tree_flatten(self):
        return (self.at,), None

    @classmethod
    def tree_unflatten(cls, aside, parts):
        return cls(*parts)


class Detour(Path):
    pass


@jax.tree_util.register_pytree_node_class
class Shortcut(Path):
    pass


class Told(Path):
    pass


class Listed(Path):
    pass


def tell_of_paths():
    for one in (Told, Listed):
        jax.tree_util.register_pytree_node_class(one)


@jax.tree_util.register_pytree_node_class
class Telling(Path):
    def __init_subclass__(cls):
        jax.tree_util.register_pytree_node_class(cls)


class ToldByItsBase(Telling):
    pass


@struct.dataclass
class Momentum:
    speed: jax.Array


class Faster(Momentum):
    pass


@struct.dataclass
class Slower(Momentum):
    drag: jax.Array


class Node(struct.PyTreeNode):
    speed: jax.Array


class Leaf(Node):
    pass


@jax.jit
def mean_of(one):
    return one.mean


@jax.jit
def place_of(one):
    return one.at


@jax.jit
def speed_of(one):
    return one.speed


def below_what_is_registered(x):
    mean_of(Normal(x, x))
    mean_of(Standard(3))  # expect: JAX517
    place_of(Path(x))
    place_of(Detour(x))  # expect: JAX517
    jax.vmap(place_of)(Detour(x))  # expect: JAX517
    place_of(Shortcut(x))
    place_of(Told(x))
    place_of(Listed(x))
    place_of(ToldByItsBase(x))
    speed_of(Momentum(x))
    speed_of(Faster(x))  # expect: JAX517
    speed_of(Slower(x, x))
    speed_of(Leaf(x))


@functools.partial(jax.jit, static_argnums=0)
def static_place_of(one, x):
    return one.at + x


def below_and_static(x):
    kept = Detour(3.0)
    return static_place_of(kept, x), static_place_of(kept, x + 1)


# --- layers that are made of layers ---------------------------------------------------------------


def dense(key, activation=jax.nn.gelu):
    first, second = jax.random.split(key)
    layers = [eqx.nn.Linear(2, 8, key=first), eqx.nn.Linear(8, 1, key=second)]
    return eqx.nn.Sequential([layers[0], eqx.nn.Lambda(activation), layers[1]])


def without_functions(key):
    first, second = jax.random.split(key)
    return eqx.nn.Sequential([eqx.nn.Linear(2, 8, key=first), eqx.nn.Linear(8, 1, key=second)])


def replaced_before(key):
    layers = [eqx.nn.Lambda(jnp.tanh), eqx.nn.Identity()]
    layers[0] = eqx.nn.Linear(2, 8, key=key)
    return eqx.nn.Sequential(layers)


class Headed(eqx.Module):
    body: eqx.nn.Sequential

    def __init__(self, key):
        self.body = dense(key)


def output(model, x):
    return jnp.sum(jax.vmap(model)(x))


def gradients_of_layers(x, keys):
    first = jax.grad(output)(dense(keys[0]), x)  # expect: JAX517
    model = dense(keys[1])
    eqx.filter_jit(output)(model, x)
    second = jax.value_and_grad(eqx.filter_jit(output))(model, x)  # expect: JAX517
    third = jax.jit(output)(Headed(keys[2]), x)  # expect: JAX517
    return first, second, third


def gradients_of_arrays(x, keys):
    first = jax.grad(output)(without_functions(keys[0]), x)
    second = eqx.filter_grad(output)(dense(keys[1]), x)
    third = jax.grad(output, argnums=1)(dense(keys[2]), x)
    fourth = jax.grad(output)(replaced_before(keys[3]), x)
    params, _ = eqx.partition(dense(keys[4]), eqx.is_array)
    return first, second, third, fourth, jax.grad(output)(params, x)


# --- types that code asks for ---------------------------------------------------------------------


@jax.jit
def standardised(x):
    return (x - jnp.mean(x)) / jnp.std(x)


def by_equal_type(data):
    if type(data) == str:  # noqa: E721
        return standardised(data)
    return data


def by_type(data):
    if type(data) is str:
        return standardised(data)  # expect: JAX517
    return data


def by_other_type(data):
    if type(data) is not list:
        return standardised(data)
    return data


columns = by_equal_type(["weight"]), by_type(["weight"]), by_other_type(["weight"])
column = by_type("weight")
