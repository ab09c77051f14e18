"""One parent key that is split and folded from on one path."""

import hashlib
import zlib
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import jax.random as jr
from jax import lax, random
from jax.random import fold_in, split


def train(key, params, batches):
    init_key, data_key = jr.split(key)
    params = params + jr.normal(init_key, params.shape)
    order = jr.permutation(data_key, len(batches))
    for step, batch in enumerate(batches):
        step_key = jr.fold_in(key, step)  # expect: JAX405
        params = params - jr.normal(step_key, params.shape) * batch
    return params, order


# The third child is kept for the steps.
def train_with_a_root(key, params, batches):
    init_key, data_key, step_root = jr.split(key, 3)
    params = params + jr.normal(init_key, params.shape)
    order = jr.permutation(data_key, len(batches))
    for step, batch in enumerate(batches):
        params = params - jr.normal(jr.fold_in(step_root, step), params.shape) * batch
    return params, order


def folded_first(key, x):
    noise = jr.normal(fold_in(key, 1), x.shape)
    mask_key, drop_key = split(key)  # expect: JAX405
    return x + noise * jr.uniform(mask_key, x.shape), drop_key


@jax.jit
def jitted(key, step, x):
    k1, k2 = random.split(key)
    x = x + random.normal(k1, x.shape) + random.uniform(k2, x.shape)
    return x + random.normal(random.fold_in(key, step), x.shape)  # expect: JAX405


@partial(jax.jit, static_argnames="n")
def one_batch_of_children(key, n, index):
    keys = random.split(key, n)
    own = random.fold_in(key, index)  # expect: JAX405
    return jax.vmap(random.normal)(keys), random.normal(own)


# The name is bound anew by the split: this is a child.
def rebound(key, step, x):
    key, sub = jr.split(key)
    return x + jr.normal(sub, x.shape) + jr.normal(jr.fold_in(key, step), x.shape)


def alias_keeps_the_parent(key, step, x):
    root = key
    key, sub = jr.split(key)
    late = jr.fold_in(root, step)  # expect: JAX405
    return key, x + jr.normal(sub, x.shape) + jr.normal(late, x.shape)


def folded_into_the_child(key, x):
    init_key, noise_key = jr.split(key)
    w = jr.normal(init_key, x.shape)
    return w, [jr.normal(jr.fold_in(noise_key, i), x.shape) for i in range(3)]


def child_then_split(key, name, x):
    layer_key = jr.fold_in(key, name)
    w_key, b_key = jr.split(layer_key)
    return jr.normal(w_key, x.shape), jr.normal(b_key, x.shape)


def many_folds(key, x):
    a = jr.normal(jr.fold_in(key, 0), x.shape)
    b = jr.normal(jr.fold_in(key, 1), x.shape)
    c = jr.normal(jr.fold_in(key, 2), x.shape)
    return a, b, c


# Data from beyond the number of children is another key.
def distant_data(key, x):
    a_key, b_key = jr.split(key)
    other = jr.fold_in(key, 10_000)
    return jr.normal(a_key), jr.normal(b_key), jr.normal(other, x.shape)


# T17
def exclusive(key, folded, x):
    if folded:
        return jr.normal(jr.fold_in(key, 3), x.shape)
    own, _ = jr.split(key)
    return jr.normal(own, x.shape)


# T17
def branches_of_cond(key, pred, x):
    return lax.cond(
        pred,
        lambda k: jr.normal(jr.split(k)[0], (3,)),
        lambda k: jr.normal(jr.fold_in(k, 0), (3,)),
        key,
    )


def branch_then_after(key, warm, x):
    if warm:
        own, _ = jr.split(key)
        x = x + jr.normal(own, x.shape)
    return x + jr.normal(jr.fold_in(key, 0), x.shape)  # expect: JAX405


def dropout(key, layer, x):
    keep = jr.bernoulli(jr.fold_in(key, layer), 0.9, x.shape)
    return jnp.where(keep, x / 0.9, 0.0)


def helper_folds(key, x):
    noise_key, _ = jr.split(key)
    x = x + jr.normal(noise_key, x.shape)
    return dropout(key, 0, x)  # expect: JAX405


def helpers_fold(key, x):
    for layer in range(3):
        x = dropout(key, layer, x)
    return x


def scan_folds(key, x, steps):
    start_key, _ = jr.split(key)
    start = x + jr.normal(start_key, x.shape)

    def body(carry, step):
        noise = jr.normal(jr.fold_in(key, step), x.shape)  # expect: JAX405
        return carry + noise, None

    return lax.scan(body, start, jnp.arange(steps))


def scan_folds_a_child(key, x, steps):
    start_key, loop_key = jr.split(key)
    start = x + jr.normal(start_key, x.shape)

    def body(carry, step):
        return carry + jr.normal(jr.fold_in(loop_key, step), x.shape), None

    return lax.scan(body, start, jnp.arange(steps))


class State(NamedTuple):
    rng: jax.Array
    step: jax.Array
    params: jax.Array


def update(state: State, batch):
    dropout_key, next_rng = jr.split(state.rng)
    keep = jr.bernoulli(dropout_key, 0.9, batch.shape)
    noise = jr.normal(jr.fold_in(state.rng, state.step), batch.shape)  # expect: JAX405
    return state._replace(rng=next_rng, params=state.params + jnp.sum(keep * batch + noise))


def update_folding(state: State, batch):
    dropout_key = jr.fold_in(state.rng, state.step)
    keep = jr.bernoulli(dropout_key, 0.9, batch.shape)
    return state._replace(step=state.step + 1, params=state.params + jnp.sum(keep * batch))


@dataclass
class Trainer:
    seed: int

    def run(self, shape, steps):
        key = jr.key(self.seed)
        params = jr.normal(jr.split(key, 4)[0], shape)
        noise = [jr.normal(jr.fold_in(key, step), shape) for step in range(steps)]  # expect: JAX405
        return params, noise

    def run_apart(self, shape, steps):
        init_key = jr.key(self.seed)
        noise_key = jr.key(self.seed + 1)
        params = jr.normal(jr.split(init_key, 4)[0], shape)
        return params, [jr.normal(jr.fold_in(noise_key, step), shape) for step in range(steps)]


# Each host folds in its number before anything else.
def per_host(seed, shape):
    key = jr.fold_in(jr.key(seed), jax.process_index())
    a, b = jr.split(key)
    return jr.normal(a, shape), jr.normal(b, shape)


def started(key):
    first, second = split(key)
    return jr.normal(first), jr.normal(second)


def plain():
    return jnp.zeros(()), jnp.ones(())


# What a branch binds is called where that branch was taken.
def bound_in_a_branch(pure, key):
    if pure:
        init = plain
    else:
        init = partial(started, key)
    state = init()
    noise = jr.normal(fold_in(key, 0)) if pure else None
    return state, noise


def bound_in_the_same_branch(pure, key):
    if pure:
        init = plain
    else:
        init = partial(started, key)
    state = init()
    if not pure:
        return state, jr.normal(fold_in(key, 0))  # expect: JAX405
    return state, None


# Folded data that begin behind the children, or are spread over 32 bits, give another key.
def beyond_the_children(key, x):
    only = jr.split(key, 1)
    for step in range(1, 10):
        x = x + jr.normal(jr.fold_in(key, step), x.shape)
    return x + jr.normal(only[0], x.shape)


def among_the_children(key, x):
    both = jr.split(key, 3)
    for step in range(1, 10):
        x = x + jr.normal(jr.fold_in(key, step), x.shape)  # expect: JAX405
    return x + jr.normal(both[0], x.shape)


def of_name(key, name):
    digest = hashlib.sha1(name.encode()).digest()
    return jr.fold_in(key, int.from_bytes(digest[:4], "big"))


def by_names(key, x, name):
    x = x + jr.normal(of_name(key, name), x.shape)
    x = x + jr.normal(jr.fold_in(key, zlib.crc32(name.encode())), x.shape)
    return x + jr.normal(jr.split(key, 3)[0], x.shape)


def by_lengths(key, x, name):
    x = x + jr.normal(jr.fold_in(key, len(name)), x.shape)
    return x + jr.normal(jr.split(key, 3)[0], x.shape)  # expect: JAX405


# A body is defined above the fold, and runs behind it.
def walked(key, x, n):
    def body(carry):
        key, x = carry
        key, step = split(key)  # expect: JAX405
        return key, x + jr.normal(step, x.shape)

    last = jr.normal(fold_in(key, n), x.shape)
    return last + lax.while_loop(lambda carry: carry[1].sum() < 9, body, (key, x))[1]


# A large literal is there to tell a key apart; nobody splits into that many.
def salted(key, x, names):
    keys = jr.split(key, 2 * len(names))
    spare = jr.split(jr.fold_in(key, 0xB007), len(names))
    return x + jr.normal(keys[0], x.shape) + jr.normal(spare[0], x.shape)


def numbered(key, x, names):
    keys = jr.split(key, 2 * len(names))
    spare = jr.split(jr.fold_in(key, 7), len(names))  # expect: JAX405
    return x + jr.normal(keys[0], x.shape) + jr.normal(spare[0], x.shape)


def salted_among_many(key, x):
    keys = jr.split(key, 100_000)
    spare = jr.fold_in(key, 0xB007)  # expect: JAX405
    return x + jr.normal(keys[0], x.shape) + jr.normal(spare, x.shape)


# Changes of which the names are not known may be of any field.
class Board(NamedTuple):
    rng: jax.Array
    total: jax.Array


def updated(board, **changes):
    return board._replace(**{name: new for name, new in changes.items() if new is not None})


def folded_and_replaced(seed, x, step):
    board = Board(jr.key(seed), x)
    board = updated(board, rng=fold_in(board.rng, step), total=x + 1)
    board_key, noise_key = jr.split(board.rng)
    return board._replace(rng=board_key), jr.normal(noise_key)


def folded_and_kept(board: Board, x, step):
    noise = jr.normal(fold_in(board.rng, step))
    moved = board._replace(total=x + noise)
    board_key, noise_key = jr.split(board.rng)  # expect: JAX405
    return moved._replace(rng=board_key), jr.normal(noise_key)


# A count from so far on lies beyond the children, whichever side of the sum it is written on.
def counted_from_afar(key, n):
    a_key, b_key = jr.split(key)
    drawn = jr.normal(a_key, (3,)) + jr.normal(b_key, (3,))
    for turn in range(n):
        drawn += jr.normal(jr.fold_in(key, 1_000 + turn), (3,))
    return drawn


def counted_by_a_loop_of_jax(key, n):
    a_key, b_key = jr.split(key)
    drawn = jr.normal(a_key, (3,)) + jr.normal(b_key, (3,))
    return lax.fori_loop(
        0, n, lambda turn, sum: sum + jr.normal(jr.fold_in(key, turn + 2), (3,)), drawn
    )


def counted_from_among_them(key, n):
    a_key, b_key = jr.split(key)
    drawn = jr.normal(a_key, (3,)) + jr.normal(b_key, (3,))
    for turn in range(n):
        drawn += jr.normal(jr.fold_in(key, 1 + turn), (3,))  # expect: JAX405
    return drawn


def counted_from_among_them_by_jax(key, n):
    a_key, b_key = jr.split(key)
    drawn = jr.normal(a_key, (3,)) + jr.normal(b_key, (3,))
    return lax.fori_loop(
        0,
        n,
        lambda turn, sum: sum + jr.normal(jr.fold_in(key, 1 + turn), (3,)),  # expect: JAX405
        drawn,
    )


# --- which child both make, where the numbers are known -------------------------------------------


def same_child(key, x):
    first, second = jr.split(key)
    x = x + jr.normal(first, x.shape) * jr.normal(second, x.shape)
    return x + jr.normal(jr.fold_in(key, 1), x.shape)  # expect: JAX405


def same_child_of_three(key, x):
    parts = jr.split(key, 3)
    x = x + jr.normal(parts[0], x.shape)
    return x + jr.normal(jr.fold_in(key, 2), x.shape)  # expect: JAX405


def child_that_is_dropped(key, x):
    first, _ = jr.split(key)
    x = x + jr.normal(first, x.shape)
    return x + jr.normal(jr.fold_in(key, 1), x.shape)  # expect: JAX405


def child_of_a_number_not_known(key, x, step):
    first, second = jr.split(key)
    x = x + jr.normal(first, x.shape) * jr.normal(second, x.shape)
    return x + jr.normal(jr.fold_in(key, step), x.shape)  # expect: JAX405


def drawn_from_each(key, xs):
    keys = jr.split(key, 2 * len(xs))
    return sum(jr.normal(one) for one in keys)


def fold_behind_a_helper_that_splits(key, xs, x):
    total = drawn_from_each(key, xs)
    return total + jr.normal(jr.fold_in(key, 5), x.shape)  # expect: JAX405


def fold_behind_another_one(key, xs, x):
    total = drawn_from_each(key, xs)
    return total + jr.normal(jr.fold_in(key, 5), x.shape)  # expect: JAX405
