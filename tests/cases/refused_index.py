"""Indices of arrays, dicts and trees."""

import functools
from typing import NamedTuple

import flax.linen as nn
import haiku as hk
import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import checkify

NAMES = {"a": jnp.zeros(3)}


def lists(n, i):
    x = jnp.arange(n)
    rows = [0, 2]
    a = x[[0, 1]]  # expect: JAX307
    b = x[rows]  # expect: JAX307
    c = x[[i for i in range(3)]]  # expect: JAX307
    d = x[[i, 0]]  # expect: JAX307
    return a + b + c + d + x[jnp.array([0, 1])] + x[np.array(rows)] + x[(0,)] + x[i]


@jax.jit
def inside(x):
    y = jnp.tanh(x)
    return y[[0, 1]] + y[0, [1, 2]] + y[jnp.asarray([0, 1])]  # expect: JAX307


def floats(n):
    x = jnp.zeros(8)
    half = x.shape[0] / 2
    a = x[1.0]  # expect: JAX307
    b = x[half]  # expect: JAX307
    c = x[1.5:]  # expect: JAX307
    return a + b + c + x[int(half)] + x[: x.shape[0] // 2] + x[n / 2]


def ranges(n):
    x = jnp.ones((8, 8))
    first = range(3)
    a = x[range(n)]  # expect: JAX307
    b = x[first, 0]  # expect: JAX307
    c = x.at[0, range(3)].set(0.0)  # expect: JAX307
    d = [x[i] for i in first]
    return a, b, c, d, x[jnp.arange(n)], x[list(first), 0], x[: len(first)], np.ones(8)[first]


def along_axes(x):
    y = jnp.tanh(x)
    a = y[0, 1.0]  # expect: JAX307
    b = y[0, 0.5:]  # expect: JAX307
    return a, b, y[0, [0, 1]], y[None, 1:, ...]


# Axes with names are those of another library's arrays.
def named_axes(tokens, count):
    def body(i, state):
        return state.at["position", i].set(state["position", i] + 1)

    return jax.lax.fori_loop(0, count, body, tokens)


def strings(params):
    x = jnp.zeros(8)
    return x["a"] + params["a"] + NAMES["a"]  # expect: JAX307


@jax.jit
def trees(params, batch):
    loss = jnp.sum(params["w"] * batch["x"])
    return loss + jax.tree.map(jnp.sum, params)["w"]


@jax.jit
def updates(x):
    y = jnp.tanh(x)
    y = y.at[[0, 1]].set(0.0)  # expect: JAX307
    return y.at[jnp.array([0, 1])].set(0.0).at[0, [1, 2]].add(1.0)


def of_numpy(n):
    x = np.arange(n)
    return x[[0, 1]], x[x > 1]


def asked(x=None):
    x = {} if x is None else x
    y = jnp.ones(2)
    if isinstance(y, dict):
        return y["a"]
    return x["a"]


def annotated(params: jax.Array):
    return params["w"]


def only_reads_a_shape(x):
    y = jnp.asarray(x)
    return y.shape[0], y.ndim


@jax.jit
def only_computes(x):
    y = jnp.abs(x)
    return y * 2.0 + y.sum()


def only_numpy(n):
    y = np.zeros(n)
    return y.sum() + y[0]


def only_a_dict(params):
    names = sorted(params)
    return {name: params[name] for name in names}


def only_a_list(xs):
    found = []
    for x in xs:
        found.append(jnp.sum(x))
    return jnp.stack(found)


@jax.jit
def curve(x):
    return {"hits": x.sum(), "misses": (1 - x).sum()}


@jax.jit
def total(x):
    return x.sum()


# T04
def checked(x):
    error, found = checkify.checkify(curve)(x)
    error, number = checkify.checkify(total)(x)
    return found["hits"], number["hits"]  # expect: JAX307


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train=True):
        return nn.BatchNorm(use_running_average=not train)(nn.Dense(3)(x))


# T04: what was asked to be mutable comes beside the result.
@jax.jit
def trained(params, x):
    def loss(p):
        y, updates = Net().apply({"params": p}, x, mutable=["batch_stats"])
        return y.sum(), updates

    (value, updates), grads = jax.value_and_grad(loss, has_aux=True)(params)
    y = Net().apply({"params": params}, x, train=False, mutable=False)
    return updates["batch_stats"], grads, y["mean"]  # expect: JAX307


@jax.jit
def trained_by_haiku(params, state, x):
    model = hk.without_apply_rng(hk.transform_with_state(lambda y: y.sum()))
    y, state = model.apply(params, state, x)
    return state["mean"], y["mean"]  # expect: JAX307


# T04: a layer that calls a function gives what that gives.
@jax.jit
def batched(x):
    ends = hk.BatchApply(lambda y: {"head": y})(x)
    return ends["head"], hk.Linear(3)(x)["head"]  # expect: JAX307


# A decorator of the project whose result is not known may give another function.
WRAPPERS = {}


def counted(fn):
    if fn in WRAPPERS:
        return WRAPPERS[fn]

    @functools.wraps(fn)
    def wrapper(*args):
        return fn(*args), {"calls": 1}

    WRAPPERS[fn] = wrapper
    return wrapper


def listed(fn):
    WRAPPERS[fn] = fn
    return fn


@counted
def total_and_calls(x):
    return jnp.cumsum(x)


@functools.partial(counted)
def mean_and_calls(x):
    return jnp.cumsum(x) / x.size


@listed
def bare_total(x):
    return jnp.cumsum(x)


def of_decorated(x):
    calls = total_and_calls(x)[1]["calls"] + mean_and_calls(x)[1]["calls"]
    return calls, bare_total(x)["calls"]  # expect: JAX307


# --- what is declared to be an array, and is indexed by a name, is none ----------------------------


class Step(NamedTuple):
    reward: jax.Array
    extras: jax.Array = ()


@jax.jit
def masked_reward(step: Step):
    return step.reward * step.extras["done"]


@jax.jit
def swapped_reward(step: Step):
    swapped = jax.tree.map(lambda leaf: jnp.swapaxes(leaf, 0, 1), step)
    return swapped.reward * swapped.extras["done"]


@jax.jit
def of_what_was_computed(step: Step):
    scaled = step.extras * 2.0
    return step.reward * scaled["done"]  # expect: JAX307


# --- a call that is refused comes no further -------------------------------------------------------


@eqx.filter_jit
def shifted_by(pars, data):
    return pars["mu"] + data


@eqx.filter_jit
def fitted(pars, data):
    return shifted_by(data, data)


def loss_of_a_stale_call(data):
    return fitted(1, lr=1e-3, data=data)


jax.value_and_grad(loss_of_a_stale_call)(jnp.ones(()))


@eqx.filter_jit
def shifted_anew(pars, data):
    return pars["mu"] + data  # expect: JAX307


@eqx.filter_jit
def fitted_anew(pars, data):
    return shifted_anew(data, data)


def loss_of_a_call(data):
    return fitted_anew(1.0, data=data)


jax.value_and_grad(loss_of_a_call)(jnp.ones(()))


# --- the same mistake is told once --------------------------------------------------------------------


@jax.jit
def of_entries(layouts):
    rows = jnp.asarray(layouts)[0] * 1
    height = int(rows["height"])  # expect: JAX307
    width = rows["width"]
    return height * width + int(rows["depth"])


@jax.jit
def of_some_entries(layouts):
    rows = jnp.asarray(layouts)[0] * 1
    size = rows["size"] if layouts.ndim > 2 else 1  # expect: JAX307
    return size + rows["width"]  # expect: JAX307
