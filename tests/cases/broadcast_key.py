"""A key that vmap leaves whole, drawn from in the mapped function."""

import functools
from functools import partial

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import jax.random as jr
import optax
from flax import nnx
from jax import lax, vmap
from jax.random import normal


def closure(key, xs):
    def noisy(x):
        return x + jr.normal(key, x.shape)  # expect: JAX408

    return jax.vmap(noisy)(xs)


def closure_lambda(key, xs):
    return vmap(lambda x: x * jr.bernoulli(key, 0.5, x.shape))(xs)  # expect: JAX408


def split_per_row(key, xs):
    keys = jr.split(key, len(xs))
    return vmap(lambda k, x: x * jr.bernoulli(k, 0.5, x.shape))(keys, xs)


def sample(key, mean):
    return mean + normal(key, mean.shape)  # expect: JAX408


def in_axes_none(key, means):
    return jax.vmap(sample, in_axes=(None, 0))(key, means)


def draw(key, mean):
    return mean + normal(key, mean.shape)


def in_axes_mapped(key, mean):
    return jax.vmap(draw, in_axes=(0, None))(jr.split(key, 8), mean)


def both_mapped(key, means):
    return jax.vmap(draw)(jr.split(key, len(means)), means)


def choose(key, logits):
    return jr.categorical(key, logits)  # expect: JAX408


def by_partial(key, rows):
    return jax.vmap(partial(choose, key))(rows)


def act(logits, key):
    return jr.categorical(key, logits)  # expect: JAX408


def by_partial_keyword(key, rows):
    return jax.vmap(functools.partial(act, key=key))(rows)


def split_in_the_row(key, xs):
    def augment(x):
        flip_key, noise_key = jr.split(key)  # expect: JAX408
        x = jnp.where(jr.bernoulli(flip_key), x[::-1], x)
        return x + jr.normal(noise_key, x.shape)

    return jax.vmap(augment)(xs)


@jax.jit
def jitted(key, xs):
    return jax.vmap(lambda x: x + jr.uniform(key))(xs)  # expect: JAX408


def helper(key, x):
    return x + jr.gumbel(key, x.shape)


def through_a_helper(key, xs):
    return jax.vmap(lambda x: helper(key, x))(xs)  # expect: JAX408


def folded(key, xs):
    def noisy(i, x):
        return x + jr.normal(jr.fold_in(key, i), x.shape)

    return jax.vmap(noisy)(jnp.arange(len(xs)), xs)


def folded_axis_index(key, xs):
    def noisy(x):
        return x + jr.normal(jr.fold_in(key, lax.axis_index("batch")), x.shape)

    return jax.vmap(noisy, axis_name="batch")(xs)


def folded_constant(key, xs):
    return jax.vmap(lambda x: x + jr.normal(jr.fold_in(key, 0), x.shape))(xs)  # expect: JAX408


def children_by_mapped_index(key, xs):
    keys = jr.split(key, len(xs))
    return jax.vmap(lambda i, x: x + jr.normal(keys[i], x.shape))(jnp.arange(len(xs)), xs)


# All rows get this noise, and it is drawn outside.
def shared_noise(key, xs):
    noise = jr.normal(key, xs.shape[1:])
    return jax.vmap(lambda x: x + noise)(xs)


def unused_key(key, xs):
    def greedy(key, x):
        return jnp.argmax(x)

    return jax.vmap(greedy, in_axes=(None, 0))(key, xs)


def outside(key, xs):
    total = jax.vmap(jnp.sum)(xs)
    return total + jr.normal(key, total.shape)


def mapped_by_dict(key, xs):
    batch = {"key": jr.split(key, len(xs)), "x": xs}
    return jax.vmap(lambda b: b["x"] + jr.normal(b["key"], b["x"].shape))(batch)


# Two levels: each level maps the keys once.
def two_levels(key, table):
    keys = jr.split(key, table.shape[:2])
    return jax.vmap(jax.vmap(lambda k, x: x + jr.normal(k)))(keys, table)


def inner_level_unmapped(key, table):
    keys = jr.split(key, len(table))

    def row(k, xs):
        return jax.vmap(lambda x: x + jr.normal(k))(xs)  # expect: JAX408

    return jax.vmap(row)(keys, table)


# No vmap: each turn of the scan is handed its own key.
def scanned(key, xs):
    def body(carry, inputs):
        k, x = inputs
        return carry + jr.normal(k, x.shape), None

    return lax.scan(body, jnp.zeros(xs.shape[1:]), (jr.split(key, len(xs)), xs))


# Each row of stacked keys is another one; what is left whole is the same key for all rows.
def stacked_per_row(key, xs):
    first, second = jr.split(key)
    keys = jnp.stack([first, second])
    return jax.vmap(draw)(keys, xs)


def listed_per_row(key, xs):
    first, second = jr.split(key)
    return jax.vmap(draw, in_axes=(0, None))(jnp.array([first, second]), xs)


def pick(keys, row):
    return jr.normal(keys[0]) + row  # expect: JAX408


def stacked_left_whole(key, xs):
    first, second = jr.split(key)
    return jax.vmap(pick, in_axes=(None, 0))(jnp.stack([first, second]), xs)


# One key copied into each row is one key.
def of_broadcast(key, x):
    return x + jr.normal(key)  # expect: JAX408


def of_tile(key, x):
    return x + jr.normal(key)  # expect: JAX408


def of_list(key, x):
    return x + jr.normal(key)  # expect: JAX408


def of_repeat(key, i):
    return jr.normal(jr.fold_in(key, 7)) * i  # expect: JAX408


def of_full(key, x):
    return x + jr.normal(key)  # expect: JAX408


def of_two(key, x):
    return x + jr.normal(key)


def of_rows(key, i):
    return jr.normal(jr.fold_in(key, i))


def copied(key, xs):
    keys = jnp.broadcast_to(key, xs.shape)
    first = jax.vmap(of_broadcast)(keys, xs)
    second = jax.vmap(of_tile)(jnp.tile(key, 3), xs)
    third = jax.vmap(of_full)(jnp.full(xs.shape, key), xs)
    return first, second, third, jax.vmap(of_list)(jnp.stack([key] * 3), xs)


def copied_of_one(xs):
    first, second, third = jr.split(jr.key(0), 3)
    repeated = jax.vmap(of_repeat)(jnp.repeat(first, 3), jnp.arange(3))
    mapped = jax.vmap(of_two)(jnp.stack(list(jr.split(second))), xs)
    return repeated, mapped, jax.vmap(of_rows)(jnp.repeat(third, 3), jnp.arange(3))


def copied_rows(xs):
    return jax.vmap(jnp.sin)(jnp.broadcast_to(xs, (3, *xs.shape)))


def of_one_row(key, x):
    return x + jr.normal(key)  # expect: JAX408


def of_row(key, x):
    return x + jr.normal(key)


def copied_row(xs):
    first, second = jr.split(jr.key(0))
    rows = jax.vmap(of_one_row)(jnp.repeat(first[None], 3, axis=0), xs)
    return rows, jax.vmap(of_row)(second[None], xs[:1])


# What is folded from a mapped key is that row's own, under each map anew.
STREAMS = (lambda key: jr.fold_in(key, 1), lambda key: jr.fold_in(key, 2))
SHARED = jr.key(7)


def of_streams(episodes):
    return [jax.vmap(lambda key, f=f: jr.normal(f(key)))(episodes) for f in STREAMS]


def of_one_episode(episodes):
    return jax.vmap(lambda x: x + jr.normal(jr.fold_in(SHARED, 3)))(episodes)  # expect: JAX408


print(of_streams(jr.split(jr.key(8), 3)), of_one_episode(jnp.arange(3.0)))


# A model with other parts or numbers is one of the same class.
class Gate(eqx.Module):
    weight: jax.Array
    noise: object

    def __init__(self, key):
        self.weight = jax.random.normal(key, (3, 3))
        self.noise = eqx.nn.Dropout(0.1)

    def __call__(self, x, key):
        return self.weight @ x + jax.random.normal(key, x.shape)  # expect: JAX408


class QuietGate(eqx.Module):
    weight: jax.Array
    noise: object

    def __init__(self, key):
        self.weight = jax.random.normal(key, (3, 3))
        self.noise = eqx.nn.Dropout(0.1)

    def __call__(self, x, key):
        return self.noise(self.weight @ x, key=key)


def through_a_changed_gate(key, xs):
    made, drawn = jax.random.split(key)
    gate = eqx.tree_at(lambda g: g.weight, Gate(made), jnp.zeros((3, 3)))
    return jax.vmap(gate, in_axes=(0, None))(xs, drawn)


def through_an_updated_gate(key, xs, updates):
    made, drawn = jax.random.split(key)
    gate = optax.apply_updates(Gate(made), updates)
    return jax.vmap(gate, in_axes=(0, None))(xs, drawn)


def through_a_gate_without_noise(key, xs):
    made, drawn = jax.random.split(key)
    gate = eqx.tree_at(lambda g: g.noise, QuietGate(made), eqx.nn.Identity())
    return jax.vmap(gate, in_axes=(0, None))(xs, drawn)


def through_a_changed_gate_by_rows(key, xs):
    made, drawn = jax.random.split(key)
    gate = eqx.tree_at(lambda g: g.weight, QuietGate(made), jnp.zeros((3, 3)))
    return jax.vmap(gate)(xs, jax.random.split(drawn, xs.shape[0]))


# A part that its owner makes with the default never draws; one that is made with another may.
class Masked(eqx.Module):
    rate: float = eqx.field(static=True)

    def __init__(self, rate=0.0):
        self.rate = rate

    def __call__(self, x, key=None):
        if self.rate > 0.0 and key is not None:
            x = x * jax.random.bernoulli(key, 1 - self.rate, x.shape)
        return x


class Unmasked(eqx.Module):
    part: Masked

    def __init__(self):
        self.part = Masked()

    def __call__(self, xs, key=None):
        return jax.vmap(lambda x: self.part(x, key))(xs)


class MaskedRows(eqx.Module):
    part: Masked

    def __init__(self):
        self.part = Masked(0.1)

    def __call__(self, xs, key=None):
        return jax.vmap(lambda x: self.part(x, key))(xs)  # expect: JAX408


class MaskedAsTold(eqx.Module):
    part: Masked

    def __init__(self, rate):
        self.part = Masked(rate)

    def __call__(self, xs, key=None):
        return jax.vmap(lambda x: self.part(x, key))(xs)  # expect: JAX408


# A field of an object that is not frozen may be another one by then, as that which a library sets.
class Switch:
    def __init__(self, on=False):
        self.on = on

    def __call__(self, x, key):
        return x * jax.random.bernoulli(key, 0.5, x.shape) if self.on else x


class Switched:
    def __init__(self):
        self.switch = Switch()

    def __call__(self, xs, key):
        return jax.vmap(lambda x: self.switch(x, key))(xs)  # expect: JAX408


class Training(eqx.Module):
    inference: bool

    def __init__(self, inference=True):
        self.inference = inference

    def __call__(self, x, key):
        return x if self.inference else x * jax.random.bernoulli(key, 0.5, x.shape)


class Trained(eqx.Module):
    part: Training

    def __init__(self):
        self.part = Training()

    def __call__(self, xs, key):
        return jax.vmap(lambda x: self.part(x, key))(xs)  # expect: JAX408


# Layers of which linen makes several.
class EqualMembers(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.vmap(
            nn.Dense,
            variable_axes={"params": 0, "batch_stats": 0},
            split_rngs={"params": False, "dropout": True},  # expect: JAX408
        )(3)(x)


class Members(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.vmap(nn.Dense, variable_axes={"params": 0}, split_rngs={"params": True})(3)(x)


class SharedLayer(nn.Module):
    @nn.compact
    def __call__(self, x):
        shared = {"variable_broadcast": "params", "split_rngs": {"params": False}}
        mapped = nn.vmap(nn.Dense, variable_axes={"params": None}, split_rngs={"params": False})
        return nn.scan(nn.LSTMCell, **shared)(3)(x, mapped(3)(x))


class Tower(nn.Module):
    @partial(
        nn.scan,
        variable_axes={"params": 0},
        split_rngs={"params": False},  # expect: JAX408
        length=3,
    )
    @nn.compact
    def __call__(self, x, _):
        return nn.Dense(4)(x), None


# --- layers that drop the same units in each row --------------------------------------------------


class Dropping(eqx.Module):
    layer: eqx.nn.Linear
    dropout: eqx.nn.Dropout

    def __init__(self, key):
        self.layer = eqx.nn.Linear(3, 3, key=key)
        self.dropout = eqx.nn.Dropout(0.5)

    def __call__(self, x, key):
        return self.dropout(self.layer(x), key=key)


def on_a_batch(function, xs, key):
    return jax.vmap(function, in_axes=(0, None))(xs, key)  # expect: JAX408


@eqx.filter_jit
def of_a_batch(model, xs, key):
    return jnp.mean(on_a_batch(model, xs, key) ** 2)


@eqx.filter_jit
def of_a_batch_with_keys(model, xs, key):
    keys = jax.random.split(key, xs.shape[0])
    return jnp.mean(jax.vmap(model)(xs, keys) ** 2)


@eqx.filter_jit
def of_a_batch_at_rest(model, xs, key):
    still = eqx.nn.inference_mode(model)
    return jnp.mean(jax.vmap(still, in_axes=(0, None))(xs, key) ** 2)


dropping = Dropping(jax.random.key(9))
of_a_batch(dropping, jnp.ones((2, 3)), jax.random.key(10))
of_a_batch_with_keys(dropping, jnp.ones((2, 3)), jax.random.key(11))
of_a_batch_at_rest(dropping, jnp.ones((2, 3)), jax.random.key(12))


# --- layers of nnx with streams of one seed -------------------------------------------------------


class Expert(nnx.Module):
    def __init__(self, size, *, rngs):
        self.layer = nnx.Linear(size, size, rngs=rngs)


class EqualExperts(nnx.Module):
    def __init__(self, size, count, seed):
        self.gate = nnx.Linear(size, count, rngs=nnx.Rngs(seed))
        self.experts = nnx.List(
            [Expert(size, rngs=nnx.Rngs(seed)) for _ in range(count)]  # expect: JAX408
        )
        self.tails = [nnx.Linear(2, 2, rngs=nnx.Rngs(0)) for _ in range(count)]  # expect: JAX408


class Experts(nnx.Module):
    def __init__(self, size, count, seed, seeds, *, rngs):
        self.one = [Expert(size, rngs=rngs) for _ in range(count)]
        self.two = [Expert(size, rngs=nnx.Rngs(seed + n)) for n in range(count)]
        self.three = [Expert(size, rngs=nnx.Rngs(next(seeds))) for _ in range(count)]


def compared(size):
    return [Expert(size, rngs=nnx.Rngs(0)) for size in (size, 2 * size)]


def equal_members(size, count, seed):
    members = []
    for _ in range(count):
        members.append(Expert(size, rngs=nnx.Rngs(seed)))  # expect: JAX408
    return members, [Expert(size, rngs=nnx.Rngs(seed)) for _ in range(count)]  # expect: JAX408


def own_members(size, count, seed):
    members, streams = [], nnx.Rngs(seed)
    for number in range(count):
        members.append(Expert(size, rngs=nnx.Rngs(number)))
        members.append(Expert(size, rngs=streams))
        seed += 1
        members.append(Expert(size, rngs=nnx.Rngs(seed)))
    return members, [nnx.Rngs(seed) for _ in range(count)]


def one_of_each_rate(size, rates, train):
    results = []
    for rate in rates:
        model = Expert(size, rngs=nnx.Rngs(0))
        results.append(train(model, rate))
    return results


# --- what a mapped function splits a key into that all rows have ------------------------------------


class TwoDrops(eqx.Module):
    drop: eqx.nn.Dropout
    layers: list

    def __init__(self, key):
        self.drop = eqx.nn.Dropout(0.5)
        self.layers = [eqx.nn.Linear(2, 2, key=k) for k in jr.split(key, 3)]

    def __call__(self, x, *, key=None):
        count = len(self.layers)
        keys = [None] * count if key is None else jr.split(key, count)  # expect: JAX408
        for layer, k in zip(self.layers, keys):
            x = self.drop(layer(x), key=k)
        return x


def of_one_key(model, xs, key):
    return jax.vmap(partial(model, key=key))(xs)  # expect: JAX408


def of_a_key_each(model, xs, key):
    keys = jr.split(key, len(xs))
    return jax.vmap(lambda x, k: model(x, key=k))(xs, keys)


def dropped_in_two(xs, seed):
    k_model, k_one, k_each = jr.split(jr.key(seed), 3)
    model = TwoDrops(k_model)
    return of_one_key(model, xs, k_one), of_a_key_each(model, xs, k_each)


# --- keys of the rows, of which the mapped function reads none ------------------------------------


def left_alone(walk, start, key):
    keys = jr.split(key, 4)
    return jax.vmap(lambda k: walk(start, key))(keys)  # expect: JAX408


def left_alone_by_name(start, seed):
    first, *rest = jr.split(jr.key(seed), 5)

    def walk(k, x):
        return x + normal(first, x.shape)  # expect: JAX408

    return vmap(walk, in_axes=(0, None))(jr.split(rest[0], 4), start)


def taken_up(walk, start, key):
    keys = jr.split(key, 4)
    return jax.vmap(lambda k: walk(start, k))(keys)


def not_wanted(walk, start, key):
    keys = jr.split(key, 4)
    return jax.vmap(lambda _: walk(start))(keys)


def folded_by_row(walk, start, key, other):
    keys, rows = jr.split(other, 4), jnp.arange(4)
    return jax.vmap(lambda k, row: walk(start, jr.fold_in(key, row)))(keys, rows)


def read_within(walk, start, key):
    keys = jr.split(key, 4)

    def one(k):
        def inner(x):
            return walk(x, k)

        return inner(start) + key.ndim

    return jax.vmap(one)(keys)
