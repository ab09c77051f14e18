"""A parent key that is used again after it was split, or split after it was drawn from."""

from functools import partial
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
import pytest
from jax import lax
from jax.random import split


def draw_from_parent(key):
    k1, k2 = jr.split(key)
    a = jr.normal(k1)
    b = jr.normal(key)  # expect: JAX403
    return a, b, k2


def draw_from_children(key):
    k1, k2 = jr.split(key)
    a = jr.normal(k1)
    b = jr.normal(k2)
    return a, b


def split_after_draw(key):
    x = jr.normal(key, (3,))
    key, sub = jr.split(key)  # expect: JAX403
    return x, jr.uniform(sub), key


def split_before_draw(key):
    key, sub = jr.split(key)
    x = jr.normal(sub, (3,))
    key, sub = jr.split(key)
    return x, jr.uniform(sub), key


# Both splits give the same children.
def split_twice(key):
    _, a_key = jr.split(key)
    _, b_key = jr.split(key)  # expect: JAX403
    return jr.normal(a_key), jr.normal(b_key)


def split_twice_rebound(key):
    key, a_key = jr.split(key)
    key, b_key = jr.split(key)
    return jr.normal(a_key), jr.normal(b_key)


def other_count(key):
    w_key, b_key = split(key)
    keys = split(key, 8)  # expect: JAX403
    return w_key, b_key, keys


def batch_and_parent(key, n):
    keys = jr.split(key, n)
    rows = jax.vmap(jr.normal)(keys)
    return rows + jr.normal(key)  # expect: JAX403


# T19
def batch_and_sibling(key, n):
    key, sub = jr.split(key)
    rows = jax.vmap(jr.normal)(jr.split(sub, n))
    return rows + jr.normal(key)


# T19: `key` is among the children here.
def star_rebinds(key, n):
    key, *subkeys = jr.split(key, n + 1)
    noise = [jr.normal(k) for k in subkeys]
    return noise, jr.normal(key)


def slice_rebinds(key, n):
    keys = jr.split(key, n + 1)
    key, rest = keys[0], keys[1:]
    return jax.vmap(jr.normal)(rest), jr.normal(key)


def child_indexed(key):
    sub = jr.split(key)[0]
    x = jr.normal(sub)
    return x + jr.normal(key)  # expect: JAX403


def child_replaces(key):
    key = jr.split(key)[0]
    return jr.normal(key)


# Splitting the consumed child: the slip of writing `subkey` for `key`.
def wrong_name(key):
    key, subkey = jr.split(key)
    a = jr.normal(subkey)
    key, subkey = jr.split(subkey)  # expect: JAX403
    return a, jr.normal(subkey), key


# T17: a branch that splits ends there.
def split_in_returning_branch(key, many):
    if many:
        return jax.vmap(jr.normal)(jr.split(key, 8))
    return jr.normal(key)


# T17
def split_in_exclusive_branches(key, many):
    if many:
        k1, k2 = jr.split(key)
        out = jr.normal(k1) + jr.uniform(k2)
    else:
        out = jr.normal(key)
    return out


def split_in_branch(key, noisy, x):
    if noisy:
        k1, k2 = jr.split(key)
        x = x * jr.uniform(k1) + jr.normal(k2)
    return x + jr.normal(key)  # expect: JAX403


def split_in_branch_rebinds(key, noisy, x):
    if noisy:
        key, k2 = jr.split(key)
        x = x + jr.normal(k2)
    return x + jr.normal(key)


# T17: exclusive.
def cond_arms(key, pred, x):
    def noisy(k):
        k1, k2 = jr.split(k)
        return x * jr.uniform(k1) + jr.normal(k2)

    return lax.cond(pred, noisy, lambda k: x + jr.normal(k), key)


# Through helpers that split their argument.
def init_mlp(key, sizes):
    keys = jr.split(key, len(sizes))
    return [jr.normal(k, (n,)) for k, n in zip(keys, sizes)]


def init_then_data(key):
    params = init_mlp(key, (3, 4))
    x = jr.normal(key, (8, 3))  # expect: JAX403
    return params, x


def init_then_data_split(key):
    init_key, data_key = jr.split(key)
    params = init_mlp(init_key, (3, 4))
    return params, jr.normal(data_key, (8, 3))


def actor_and_critic(rng):
    actor = init_mlp(rng, (3, 4))
    critic = init_mlp(rng, (3, 1))  # expect: JAX403
    return actor, critic


def data_then_init(key):
    x = jr.normal(key, (8, 3))
    params = init_mlp(sizes=(3, 4), key=key)  # expect: JAX403
    return params, x


class Sampler(NamedTuple):
    key: jax.Array
    scale: float

    def step(self, x):
        key, sub = jr.split(self.key)
        x = x + self.scale * jr.normal(sub, x.shape)
        jump = jr.bernoulli(self.key, 0.1)  # expect: JAX403
        return self._replace(key=key), jnp.where(jump, 0.0, x)

    def step_split(self, x):
        key, sub, jump_key = jr.split(self.key, 3)
        x = x + self.scale * jr.normal(sub, x.shape)
        jump = jr.bernoulli(jump_key, 0.1)
        return self._replace(key=key), jnp.where(jump, 0.0, x)


class Trainer:
    def __init__(self, seed):
        self.rng = jr.key(seed)

    def next_key(self):
        self.rng, sub = jr.split(self.rng)
        return sub

    def augment(self, x):
        self.rng, a_key, b_key = jr.split(self.rng, 3)
        return x + jr.normal(a_key, x.shape) + jr.uniform(b_key, x.shape)

    # Each call hands out another child.
    def two_draws(self, shape):
        return jr.normal(self.next_key(), shape), jr.normal(self.next_key(), shape)


@partial(jax.jit, static_argnames="n")
def gibbs(key, x, n):
    def sweep(carry, _):
        key, x = carry
        key, z_key = jr.split(key)
        z = jr.bernoulli(z_key, jax.nn.sigmoid(x))
        x_new = z + jr.normal(key, x.shape)  # drawn here
        key, _ = jr.split(key)  # expect: JAX403
        return (key, x_new), x_new

    return lax.scan(sweep, (key, x), None, length=n)


@partial(jax.jit, static_argnames="n")
def gibbs_split(key, x, n):
    def sweep(carry, _):
        key, x = carry
        key, z_key, x_key = jr.split(key, 3)
        z = jr.bernoulli(z_key, jax.nn.sigmoid(x))
        x_new = z + jr.normal(x_key, x.shape)
        return (key, x_new), x_new

    return lax.scan(sweep, (key, x), None, length=n)


def keyword_arguments():
    key = jr.PRNGKey(0)
    keys = jr.split(key=key, num=3)
    x = jr.uniform(key=key, shape=(3,))  # expect: JAX403
    return keys, x


def after_loop(key, n):
    out = []
    for k in jr.split(key, n):
        out.append(jr.normal(k))
    out.append(jr.normal(key))  # expect: JAX403
    return out


def after_loop_of_rebinding(key, n):
    out = []
    for _ in range(n):
        key, sub = jr.split(key)
        out.append(jr.normal(sub))
    out.append(jr.normal(key))
    return out


# What one turn draws from, the next one splits.
def next_turn_splits(key, n):
    out = []
    for _ in range(n):
        key = jr.split(key, 1)[0]  # expect: JAX403
        out.append(jr.normal(key))
    return out


# Not keys: arrays and text split as well.
def other_splits(x, text):
    left, right = jnp.split(x, 2)
    a, b = np.split(np.arange(4), 2)
    words, again = text.split(","), text.split(";")
    return left, right, a, b, words, again, jnp.split(x, 2)


def first_key_of_two(key, other):
    a, b = jr.split(key)
    c, d = jr.split(other)
    return a, b, c, d


def kept_for_later(key):
    carry_key, key = jr.split(key)
    x = jr.normal(key)
    return carry_key, x


def cloned(key):
    k1, k2 = jr.split(jr.clone(key))
    return jr.normal(k1), k2, jr.normal(key)


def cloned_where_jax_can(key):
    if hasattr(jr, "clone"):
        return jr.clone(key)
    return key


def split_and_its_clone(key):
    a, b = jr.split(key)
    c, d = jr.split(cloned_where_jax_can(key))
    return jr.normal(a) + jr.normal(b), jr.normal(c) + jr.normal(d)


# To lower is to trace on an example: nothing is drawn before the compiled function is called.
def noisy_loss(params, key):
    _, subkey = jr.split(key)
    return params + jr.normal(subkey)


def compiled_ahead(params, key):
    loss = noisy_loss(params, key)
    step = jax.jit(noisy_loss).lower(params, key).compile()
    return loss, step


def compiled_ahead_with_a_child(params, seed):
    key, _ = jr.split(jr.key(seed))
    loss = noisy_loss(params, key)
    return loss, jax.jit(noisy_loss).lower(params, key).compile()


def called_again(params, key):
    loss = noisy_loss(params, key)
    return loss, jax.jit(noisy_loss)(params, key)  # expect: JAX403


@jax.jit
def loss_that_draws_twice(params, key):
    _, subkey = jr.split(key)
    return params + jr.normal(subkey) + jr.normal(key)  # expect: JAX403


ahead = loss_that_draws_twice.lower(1.0, jr.key(0)).compile()


# The key is another one in each turn, but one that the turn before drew from.
class Shuffler:
    def __init__(self, key):
        self.key = key

    def order(self, n):
        self.key, _ = jr.split(self.key)
        return jr.permutation(self.key, n)

    def orders(self, n):
        return [self.order(n) + turn for turn in range(3)]  # expect: JAX403

    def epochs(self, n):
        for epoch in range(3):
            yield self.order(n) + epoch  # expect: JAX403


class CarefulShuffler:
    def __init__(self, key):
        self.key = key

    def order(self, n):
        self.key, subkey = jr.split(self.key)
        return jr.permutation(subkey, n)

    def epochs(self, n):
        for epoch in range(3):
            yield self.order(n) + epoch


def drawn(key, rows):
    if rows < 1:
        raise ValueError(rows)
    key, one = jr.split(key)
    return jr.normal(one, (rows,))


# What is expected to raise may do so before it draws.
def expected_error(key):
    first = drawn(key, 1)
    with pytest.raises(ValueError):
        drawn(key, 0)
    return first


def expected_errors_first(key):
    with pytest.raises(ValueError):
        drawn(key, 0)
    return drawn(key, 1)


def no_error(key):
    first = drawn(key, 1)
    with jax.named_scope("second"):
        return first + drawn(key, 1)  # expect: JAX403


# Two calls that share a key are one mistake, whichever of its arms they take.
def noise(key, shape, mode):
    if mode == "joint":
        return jr.normal(key, shape)
    return jnp.stack([jr.normal(k) for k in split(key, 3)])


def two_of_noise(key, mode):
    first = noise(key, (3,), mode)
    return first, noise(key, (2,), mode)  # expect: JAX401


def noises(key, other, mode):
    return noise(key, (3,), mode), split(other)


def two_of_noises(key, other, mode):
    first = noises(key, other, mode)
    return first, noises(key, other, mode)  # expect: JAX401, JAX403


# What a stranger makes of an object under its own name is one of its class.
class Prepared:
    def keys(self, key):
        return split(key, 4)

    def sample(self, key, prepare):
        self = prepare(self)
        return jr.normal(self.keys(key)[0])

    def sample_elsewhere(self, key, find):
        self = find("sampler")
        return jr.normal(self.keys(key)[0])


def two_samples(key, prepare):
    first = Prepared().sample(key, prepare)
    return first, Prepared().sample(key, prepare)  # expect: JAX403


def two_samples_elsewhere(key, find):
    first = Prepared().sample_elsewhere(key, find)
    return first, Prepared().sample_elsewhere(key, find)


# What undoes a step needs the same numbers.
def encode(x, key):
    first, second = jr.split(key)
    return x + jr.normal(first) + jr.normal(second)


def decode(x, key):
    first, second = jr.split(key)
    return x - jr.normal(first) - jr.normal(second)


def there_and_back(x, key):
    return decode(encode(x, key), key)


def twice_there(x, key):
    return encode(encode(x, key), key)  # expect: JAX403


# One function that two scans run, each with the same key.
def walk(state, _):
    x, key = state
    key, own = jr.split(key)
    return (x + jr.normal(own), key), x


def trained_and_evaluated(key, x):
    _, trained = lax.scan(walk, (x, key), None, 4)
    _, evaluated = lax.scan(walk, (x, key), None, 9)  # expect: JAX403
    return trained, evaluated


def trained_and_evaluated_apart(key, x):
    one, other = jr.split(key)
    _, trained = lax.scan(walk, (x, one), None, 4)
    _, evaluated = lax.scan(walk, (x, other), None, 9)
    return trained, evaluated


# A layer of Equinox splits the key that it is given; an embedding draws from it.
def two_layers(key):
    first = eqx.nn.Linear(3, 4, key=key)
    return first, eqx.nn.Linear(4, 2, key=key)  # expect: JAX403


def layer_and_children(key):
    first = eqx.nn.Linear(3, 4, key=key)
    own, other = jr.split(key)  # expect: JAX403
    return first, jr.normal(own), other


def layer_and_noise(key):
    first = eqx.nn.Linear(3, 4, key=key)
    return first, jr.normal(key, (3,))  # expect: JAX403


def two_embeddings(key):
    first = eqx.nn.Embedding(3, 4, key=key)
    return first, eqx.nn.Embedding(3, 4, key=key)  # expect: JAX401


def two_layers_apart(key):
    own, other = jr.split(key)
    return eqx.nn.Linear(3, 4, key=own), eqx.nn.Linear(4, 2, key=other)


# A complex number is drawn of two children, one for each part.
def complex_and_child(key):
    own, other = jr.split(key)
    noise = jr.normal(key, (3,), jnp.complex64)  # expect: JAX403
    return noise, jr.normal(own, (3,)), other


def complex_by_name(key):
    noise = jr.normal(key, (3,), dtype="complex128")
    own, other = jr.split(key)  # expect: JAX403
    return noise, jr.normal(other, (3,)), own


def complex_and_real(key):
    return jr.normal(key, (3,), jnp.complex64), jr.normal(key, (3,))  # expect: JAX401


def real_and_child(key):
    own, other = jr.split(key)
    noise = jr.normal(key, (3,), jnp.float32)  # expect: JAX403
    return noise, jr.normal(own, (3,)), other


def complex_apart(key):
    own, other = jr.split(key)
    return jr.normal(own, (3,), jnp.complex64), jr.normal(other, (3,))


# What a function that is not in sight does with a key, it does with an equal one.
class Chain:
    def __init__(self, step):
        self.step = step

    def sample(self, key, state, n):
        def outer(carry, _):
            key, state = carry
            key, new_key = jr.split(key)  # expect: JAX403

            def inner(carry, _):
                key, state = carry
                key, new_key = jr.split(key)
                return (new_key, self.step(key, state)), None

            (_, state), _ = lax.scan(inner, (new_key, state), length=3)
            return (new_key, state), state

        return lax.scan(outer, (key, state), length=n)

    def sample_apart(self, key, state, n):
        def outer(carry, _):
            key, state = carry
            key, new_key = jr.split(key)

            def inner(carry, _):
                key, state = carry
                key, new_key = jr.split(key)
                return (new_key, self.step(key, state)), None

            (_, state), _ = lax.scan(inner, (new_key, state), length=3)
            return (key, state), state

        return lax.scan(outer, (key, state), length=n)


# What is compared is meant to be made of equal children: advice.
def worn(pad, key):
    grain, heat = jax.random.split(key)
    return pad * jax.random.normal(grain) + jax.random.normal(heat)


def wear_by_difference(pad, key, step=0.1):
    return (worn(pad + step, key) - worn(pad - step, key)) / (2 * step)  # expect: JAX403


def wear_of_two(pad, key, step=0.1):
    return worn(pad + step, key) + worn(pad - step, key)  # expect: JAX403


# The second of two steps is no run to compare with the first.
def wear_of_a_step(pad, key):
    once = worn(pad, key)
    return worn(once, key) - once  # expect: JAX403


def wear_of_layers(pad, key):
    pad = jnp.tanh(worn(pad, key))
    upper = worn(pad[1:], key)  # expect: JAX403
    return upper - jnp.mean(pad)


# What ends in an error that is told uses no key.
def fit(key, size):
    if size % 2:
        raise ValueError(size)
    return jax.random.normal(key, (size,))


def refuses_odd_sizes(key):
    kept, other = jax.random.split(key)
    try:
        fit(key, 3)
        assert False, "3 was taken"
    except ValueError as error:
        assert "3" in str(error)
    return kept, other


def may_refuse_odd_sizes(key):
    kept, other = jax.random.split(key)
    try:
        fit(key, 4)  # expect: JAX403
        assert kept.size
    except ValueError as error:
        assert "4" in str(error)
    return kept, other


# Of a record on two paths each is meant where its path was taken.
class Draws(NamedTuple):
    key: jax.Array
    scale: jax.Array

    def drawn(self):
        key, sub = jax.random.split(self.key)
        return jax.random.normal(sub), Draws(key, self.scale)


def stepped_where_drawn(first, scale):
    draws, kept = Draws(jax.random.key(7), scale), None
    if first:
        kept, draws = draws.drawn()
    return kept, draws.drawn()


def stepped_where_not_drawn(first, scale):
    draws, kept = Draws(jax.random.key(7), scale), None
    if first:
        kept, _ = draws.drawn()
    else:
        _, draws = draws.drawn()
    return kept, draws.drawn()  # expect: JAX403


# A branch that a constant rules out is traced, and draws nothing.
def checked(given):
    state, key = given
    return state + jax.random.normal(key, state.shape)


def unchecked(given):
    return given[0]


def seen_after(state, action, key):
    return lax.cond(action > 4, checked, unchecked, (state, key))


def seen_in_turn(state, turn, key):
    return lax.switch(turn, [unchecked, checked], (state, key))


@jax.jit
def begun(state, key):
    kept, other = jax.random.split(key)
    return seen_after(state, 0, key), seen_in_turn(state, 0, key), kept, other


@jax.jit
def begun_with_a_check(state, key):
    kept, other = jax.random.split(key)
    return seen_after(state, 5, key), kept, other  # expect: JAX403


@jax.jit
def begun_in_the_second_turn(state, key):
    kept, other = jax.random.split(key)
    return seen_in_turn(state, 7, key), kept, other  # expect: JAX403


@jax.jit
def gone_on(state, action, key):
    kept, other = jax.random.split(key)
    return seen_after(state, action, key), kept, other  # expect: JAX403


class Traces:
    traced: bool
    measured: bool

    # What is left where neither flag is set is not where one of the two was.
    def run(self, state, key):
        if self.traced or self.measured:
            first, second = jax.random.split(key)
            state = state + jax.random.normal(first)
        if self.traced:
            return state * jax.random.normal(second)
        if self.measured:
            return state - jax.random.normal(second)
        else:
            return state + jax.random.normal(jax.random.split(key)[0])

    def run_on(self, state, key):
        if self.traced or self.measured:
            first, second = jax.random.split(key)
            state = state + jax.random.normal(first)
        if self.traced:
            return state * jax.random.normal(second)
        return state + jax.random.normal(jax.random.split(key)[0])  # expect: JAX403


# What a helper gives that splits the key is no key that could be kept.
def fitted(key):
    first, second = jax.random.split(key)
    return jax.random.normal(first), jax.random.normal(second)


def fitted_twice(key):
    _, one = fitted(key)
    _, other = fitted(key)  # expect: JAX403
    return one, other


# --- calls that raise before the function begins -------------------------------------------------


@jax.jit
def measured(key, data, merged, *, scale=1.0):
    one, other = jax.random.split(key)
    return data + scale * jax.random.normal(one) + merged * jax.random.uniform(other)


def plain(key, data, *, scale=1.0):
    one, other = jax.random.split(key)
    return data + scale * jax.random.normal(one) + jax.random.uniform(other)


def refused_before(key, data):
    try:
        first = measured(key, data)
    except TypeError:
        first = data
    return first, measured(key, data, 1)


def refused_by_name(key, data):
    try:
        first = plain(key, data, merged=1)
    except TypeError:
        first = data
    return first, plain(key, data)


def taken_before(key, data):
    first = plain(key, data, scale=2.0)
    return first, measured(key, data, 1)  # expect: JAX403


# Of two results of which one is kept no children are used together: advice.
def moved(key, x):
    left, right = jax.random.split(key)
    return x + jax.random.normal(left) - jax.random.normal(right)


def stirred(key, x):
    one, two, three = jax.random.split(key, 3)
    return x * jax.random.normal(one) * jax.random.normal(two) * jax.random.normal(three)


def one_of_both(key, x, fast):
    calm = moved(key, x)
    wild = stirred(key, x)  # expect: JAX403
    return jnp.where(fast, wild, calm)


def both_of_them(key, x):
    calm = moved(key, x)
    wild = stirred(key, x)  # expect: JAX403
    return jnp.where(x > 0, wild, calm) + calm


# A step that is taken back needs the same numbers, as a target network needs the same parameters.
def perturbed_by(params, key, scale):
    first, second = jax.random.split(key)
    return params + scale * jax.random.normal(first, (3,)) * jax.random.normal(second, (3,))


def slope_by_two_points(loss, params, key, eps):
    params = perturbed_by(params, key, eps)
    above = loss(params)
    params = perturbed_by(params, key, -2 * eps)
    below = loss(params)
    return perturbed_by(params, key, eps), (above - below) / (2 * eps)


def perturbed_twice(params, key, eps):
    params = perturbed_by(params, key, eps)
    return perturbed_by(params, key, 2 * eps)  # expect: JAX403


def made_network(key):
    first, second = jax.random.split(key)
    return jax.random.normal(first, (3,)), jax.random.normal(second, (3,))


class OnlineAndTarget:
    def __init__(self, key):
        self.online = made_network(key)
        self.target = made_network(key)  # expect: JAX403


class LeftAndRight:
    def __init__(self, key):
        self.left = made_network(key)
        self.right = made_network(key)  # expect: JAX403


def split_twice(key):
    first, second = jax.random.split(key)
    return jax.random.normal(first, (3,)) + jax.random.normal(second, (3,))


def data_and_target(key):
    data = split_twice(key)
    target = split_twice(key)  # expect: JAX403
    return data, target
