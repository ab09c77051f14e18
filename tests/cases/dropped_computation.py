"""Statements that only compute."""

import dataclasses
from functools import partial
from typing import NamedTuple

import equinox as eqx
import flax.core
import flax.linen as nn
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import nnx, serialization
from flax.training.train_state import TrainState

optimizer = optax.adam(1e-3)
chained = optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(0.1))
table = {}


def updates_dropped(params, grads, opt_state):
    updates, opt_state = optimizer.update(grads, opt_state)
    optax.apply_updates(params, updates)  # expect: JAX519
    return params, opt_state


def updates_kept(params, grads, opt_state):
    updates, opt_state = optimizer.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
    return params, opt_state


def state_dropped(params, grads, opt_state):
    optimizer.update(grads, opt_state, params)  # expect: JAX519
    chained.update(grads, opt_state)  # expect: JAX519
    table.update(grads)
    return params


def other_update(optimizer, model, grads):
    optimizer.update(model, grads)
    return model


@jax.jit
def train_state(state, grads):
    state.apply_gradients(grads=grads)  # expect: JAX519
    state.apply_gradients(zip(grads, state))
    return state.apply_gradients(grads=grads)


class Own:
    def __init__(self):
        self.steps = 0

    def apply_gradients(self, grads):
        self.steps += 1


def own_state(grads):
    state = Own()
    state.apply_gradients(grads=grads)
    return state


def any_state(state, grads):
    state.apply_gradients(grads=grads)
    return state


def halve(x):
    return x / 2


def show(x):
    print(x)


def count(x):
    table["n"] = table.get("n", 0) + 1
    return x


def trees(params, grads):
    jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)  # expect: JAX519
    jax.tree_util.tree_map(jnp.negative, grads)  # expect: JAX519
    jax.tree.map(lambda p: jnp.clip(p, 0.0, 1.0) * jnp.exp(-p), params)  # expect: JAX519
    jax.tree.map(halve, params)  # expect: JAX519
    jax.tree.map(show, params)
    jax.tree.map(lambda p, g: None, params, grads)
    jax.tree.map(count, params)
    jax.tree.map(lambda p: print(p), params)
    jax.tree.map(lambda p: p.block_until_ready(), params)
    jax.tree.map(lambda p: table.setdefault("p", p), params)
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b), params, grads)
    return jax.tree.map(halve, params)


def test_without_assert(x):
    y = jnp.sin(x)
    jnp.allclose(y, x)  # expect: JAX519
    np.array_equal(y, x)  # expect: JAX519
    assert jnp.allclose(y, y)
    np.testing.assert_allclose(y, y)
    close = jnp.isclose(y, y)
    return close


def expressions(x):
    y = jnp.cos(x)
    y == 1.0  # expect: JAX519
    y + 1.0  # expect: JAX519
    -y  # expect: JAX519
    x + 1.0
    len(x) == 3
    y += 1.0
    return y


def without_return(x):
    y = jnp.cos(x)
    y + 1.0


def expected(x):
    y = jnp.cos(x)
    with pytest.raises(TypeError):
        y + "a"
    with pytest.raises(ValueError):
        jnp.allclose(y, x)
    try:
        y == x
    except ValueError:
        return None
    return y


jnp.ones(3) + 1.0
jnp.allclose(jnp.ones(3), 1.0)


# --- functions made on the spot ------------------------------------------------------------------


def squares(x):
    doubled = 2.0 * x
    return jnp.sum(doubled**2)


def traced_by_print(x):
    print("traced")
    return jnp.sum(x**2)


def gradients_dropped(x, xs):
    jax.grad(squares)(x)  # expect: JAX519
    jax.value_and_grad(lambda y: jnp.sum(y**2))(x)  # expect: JAX519
    jax.vmap(squares)(xs)  # expect: JAX519
    jax.hessian(squares, argnums=0)(x)  # expect: JAX519
    return x


def compiled_and_dropped(x):
    jax.jit(squares)(x)  # expect: JAX519
    return x


def gradients_used(x, xs):
    slope = jax.grad(squares)(x)
    assert jnp.isfinite(jax.vmap(squares)(xs)).all()
    return slope


def gradients_of_what_does_more(f, x):
    jax.grad(f)(x)
    jax.grad(traced_by_print)(x)
    jax.vmap(print)(x)
    return x


def gradients_that_raise(x):
    with pytest.raises(TypeError):
        jax.grad(squares)(x)


def waited_for(x):
    jax.block_until_ready(jax.jit(squares)(x))
    jax.jit(squares)(x).block_until_ready()
    return x


class Averaged(TrainState):
    average: object


class Counted(TrainState):
    def apply_gradients(self, grads):
        counts.append(grads)
        return self


counts = []


def of_a_train_state(apply, params, grads):
    state = TrainState.create(apply_fn=apply, params=params, tx=optax.sgd(0.1))
    averaged = Averaged.create(apply_fn=apply, params=params, tx=optax.sgd(0.1), average=params)
    counted = Counted.create(apply_fn=apply, params=params, tx=optax.sgd(0.1))
    for gradient in grads:
        state.apply_gradients(grads=gradient)  # expect: JAX519
        averaged.apply_gradients(grads=gradient, average=params)  # expect: JAX519
        counted.apply_gradients(grads=gradient)
    state = state.apply_gradients(grads=grads[0])
    return state, averaged, counted


def of_a_declared_state(state: TrainState, other: TrainState, grads):
    state.apply_gradients(grads=grads)  # expect: JAX519
    other = Counted(other)
    other.apply_gradients(grads=grads)
    return state, other


# A copy with other fields leaves the record as it was.
@flax.struct.dataclass
class Position:
    x: jax.Array
    turn: int


class Pair(NamedTuple):
    low: jax.Array
    high: jax.Array


class Book:
    def replace(self, **entries):
        self.entries = entries


@jax.jit
def moved(position: Position, pair: Pair):
    position.replace(x=position.x + 1)  # expect: JAX519
    pair._replace(low=pair.high)  # expect: JAX519
    return position, pair


def turned(x):
    position = Position(x=x, turn=0)
    position.replace(turn=1)  # expect: JAX519
    dataclasses.replace(position, turn=2)  # expect: JAX519
    eqx.tree_at(lambda one: one.x, position, x)  # expect: JAX519
    return position


def turned_for_good(x, text):
    position = Position(x=x, turn=0).replace(turn=1)
    book = Book()
    book.replace(x=x)
    text.replace(old="a", new="b")
    return position, book


def nearer(slow, fast, rate=0.1):
    """Return a tree between two others."""
    return jax.tree.map(lambda s, f: (1 - rate) * s + rate * f, slow, fast)


def nearer_and_told(slow, fast):
    print("moving")
    return jax.tree.map(lambda s, f: 0.9 * s + 0.1 * f, slow, fast)


def nearer_by(move, slow, fast):
    return jax.tree.map(move, slow, fast)


class Follower:
    def __init__(self, fast):
        self.fast = fast
        self.slow = jax.tree.map(jnp.copy, fast)

    def turned(self, rate):
        return jax.tree.map(lambda s, f: s + rate * (f - s), self.slow, self.fast)

    def follow(self, rounds):
        for turn in range(rounds):
            nearer(self.slow, self.fast)  # expect: JAX519
            self.turned(0.5)  # expect: JAX519
            nearer_and_told(self.slow, self.fast)
            nearer_by(print, self.slow, self.fast)
            self.slow = nearer(self.slow, self.fast, 1 / (turn + 1))
        return self.slow


# --- what libraries give that is new -------------------------------------------------------------


def models_changed(model, other, params):
    eqx.nn.inference_mode(model)  # expect: JAX519
    eqx.tree_inference(model, value=True)  # expect: JAX519
    eqx.combine(model, other)  # expect: JAX519
    eqx.partition(model, eqx.is_array)  # expect: JAX519
    flax.core.freeze(params)  # expect: JAX519
    optax.incremental_update(params, other, 0.1)  # expect: JAX519
    serialization.from_bytes(params, other)  # expect: JAX519
    params = serialization.from_state_dict(params, other)
    optax.tree_utils.tree_scale(0.5, params)  # expect: JAX519
    eqx.tree_check(model)
    eqx.tree_pprint(model)
    tested = eqx.nn.inference_mode(model)
    return tested, model


def modules_changed(model, graphdef, state):
    nnx.merge(graphdef, state)  # expect: JAX519
    nnx.clone(model)  # expect: JAX519
    nnx.update(model, state)
    nnx.pop(model, nnx.Intermediate)
    model.eval()
    return model


class Layer(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


class Shelf:
    def bind(self, book):
        self.book = book


def bound(variables, x):
    layer, shelf = Layer(), Shelf()
    layer.bind(variables)  # expect: JAX519
    layer.clone(name="other")  # expect: JAX519
    shelf.bind(x)
    return layer.bind(variables)(x), shelf


@jax.jit
def checked_in_compiled_code(x):
    eqx.error_if(x, x < 0, "below zero")  # expect: JAX519
    y = eqx.error_if(x, x > 9, "above nine")
    return x + y


def checked_at_once(x):
    eqx.error_if(x, x < 0, "below zero")
    return x


# A function that only gives an updated copy of an array changes nothing of its caller.
def tally(counts, places, weight=1.0):
    return counts.at[places].add(weight)


def marked(board, row, column):
    """Mark a field of a board."""
    size = jnp.maximum(row, column)
    board = board.at[row, column:].set(size)
    return board


def noted(counts, places):
    print(places)
    return counts.at[places].add(1.0)


def widest(counts, places):
    wide = counts.at[places].add(1.0)
    return jnp.max(wide)


class Histogram:
    def __init__(self):
        self.counts = jnp.zeros(8)

    def put(self, counts, places):
        return counts.at[places].add(1.0)

    def fill(self, places):
        self.put(self.counts, places)  # expect: JAX519
        self.counts = self.put(self.counts, places)


def filled(rows):
    counts, board = jnp.zeros(8), jnp.zeros((8, 8))
    for row in rows:
        tally(counts, row)  # expect: JAX519
        marked(board, row, 2)  # expect: JAX519
        noted(counts, row)
        widest(counts, row)
        counts = tally(counts, row)
    return counts, board


def tally_twice(counts, places):
    counts = tally(counts, places, 2.0)
    return counts


def tally_of_all(counts, rows):
    for row in rows:
        tally_twice(counts, row)  # expect: JAX519
        counts = tally_twice(counts, row)
    return counts


def sum_of_slopes_in_vain(total, slopes):
    for slope in slopes:
        jax.tree.map(lambda t, s: t + s / len(slopes), total, slope)  # expect: JAX519
    return total


@flax.struct.dataclass
class SyncedAgent:
    params: object
    target: object

    def synced(self):
        return self.replace(target=self.params)

    def logged(self):
        print("synced")
        return self.replace(target=self.params)


def synced_in_vain(params):
    agent = SyncedAgent(params, params)
    agent.synced()  # expect: JAX519
    agent.logged()
    agent = agent.synced()
    return agent


@dataclasses.dataclass
class Mean:
    value: object
    decay: float = 0.98

    def mixed_with(self, params):
        value = jax.tree.map(lambda a, p: self.decay * a + p, self.value, params)
        return dataclasses.replace(self, value=value)

    def mix_in(self, params):
        self.value = jax.tree.map(lambda a, p: self.decay * a + p, self.value, params)
        return dataclasses.replace(self, value=self.value)


def mixed_in_vain(params, batches):
    mean = Mean(params)
    for batch in batches:
        mean.mixed_with(batch)  # expect: JAX519
    return mean


def mixed(params, batches):
    mean = Mean(params)
    for batch in batches:
        mean = mean.mixed_with(batch)
        mean.mix_in(batch)
    return mean


# What a library makes anew may have a name before a function returns it.
class Averaging:
    def __init__(self, params):
        self.params, self.average = params, params

    def blend(self):
        average = optax.incremental_update(self.params, self.average, 0.1)
        return average

    def blend_trees(self):
        average = jax.tree.map(lambda a, p: 0.9 * a + 0.1 * p, self.average, self.params)
        return average

    def keep(self):
        self.average = optax.incremental_update(self.params, self.average, 0.1)
        return self.average

    def fit(self, steps):
        for _ in range(steps):
            self.blend()  # expect: JAX519
            self.blend_trees()  # expect: JAX519
            self.keep()
            self.average = self.blend()


Averaging({"w": jnp.ones(3)}).fit(3)


# --- a compiled function that makes a tree, and is called once: not to warm it up -----------------


@jax.jit
def blended(shadow, params, rate):
    """Move a shadow towards parameters."""
    return jax.tree.map(lambda old, new: rate * old + (1.0 - rate) * new, shadow, params)


@partial(jax.jit, static_argnames="rate")
def decayed(params, rate):
    shrunk = jax.tree.map(lambda leaf: rate * leaf, params)
    return shrunk


@jax.jit
def scaled(params, rate):
    return jax.tree.map(lambda leaf: rate * leaf, params)


@jax.jit
def halved(params):
    return jax.tree.map(lambda leaf: 0.5 * leaf, params)


@jax.jit
def shown(params):
    return jax.tree.map(lambda leaf: jax.debug.print("{}", leaf), params)


class Shadow:
    def __init__(self, params):
        self.params, self.count = params, 0

    def update(self, params):
        blended(self.params, params, 0.99)  # expect: JAX519
        self.count += 1

    def decay(self):
        decayed(self.params, rate=0.5)  # expect: JAX519

    def scale(self):
        scaled(self.params, 0.5)  # to compile it
        self.params = scaled(self.params, 2.0)

    def warmup(self):
        halved(self.params)

    def show(self):
        shown(self.params)
