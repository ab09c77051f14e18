"""A key that each turn of a loop, or each step of a scan, draws from again."""

import zlib
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import NamedTuple

import equinox as eqx
import flax
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState
from jax import lax, random
from jax import random as jr
from jax.flatten_util import ravel_pytree
from numpyro import handlers


def rollout(key, state, n):
    for _ in range(n):
        state = state + random.normal(key, state.shape)  # expect: JAX402
    return state


def rollout_split(key, state, n):
    for _ in range(n):
        key, sub = random.split(key)
        state = state + random.normal(sub, state.shape)
    return state


# The children are the same in each turn, for the parent stays.
def rollout_parent_kept(key, state, n):
    for _ in range(n):
        _, sub = random.split(key)  # expect: JAX402
        state = state + random.normal(sub, state.shape)
    return state


# T18
def rollout_folded(key, state, n):
    for i in range(n):
        state = state + random.normal(random.fold_in(key, i), state.shape)
    return state


def folded_key_kept(key, state, n):
    for i in range(n):
        step_key = jr.fold_in(key, i)
        a_key, b_key = jr.split(step_key)
        state = state + jr.normal(a_key) * jr.uniform(b_key)
    return state


# T19
def over_split(key, xs):
    for k, x in zip(jr.split(key, len(xs)), xs):
        xs = [x + jr.normal(k, x.shape)]
    return xs


# T19
def indexed_children(key, xs):
    keys = jr.split(key, len(xs))
    return [x + jr.normal(keys[i], x.shape) for i, x in enumerate(xs)]


def layers(key, sizes):
    params = []
    for n_in, n_out in zip(sizes[:-1], sizes[1:]):
        w = jr.normal(key, (n_in, n_out))  # expect: JAX402
        params.append({"w": w, "b": jnp.zeros(n_out)})
    return params


def layers_rebound(key, sizes):
    params = []
    for n_in, n_out in zip(sizes[:-1], sizes[1:]):
        key, w_key = jr.split(key)
        params.append({"w": jr.normal(w_key, (n_in, n_out))})
    return params


def comprehension(key, n):
    return [jr.normal(key, (3,)) for _ in range(n)]  # expect: JAX402


def dict_comprehension(key, names):
    return {name: jr.uniform(key, (2,)) for name in names}  # expect: JAX402


def comprehension_over_keys(key, n):
    return [jr.normal(k, (3,)) for k in jr.split(key, n)]


def nested_loops(key, epochs, batches):
    total = 0.0
    for _ in range(epochs):
        key, sub = jr.split(key)
        for batch in batches:
            total += jnp.sum(batch * jr.bernoulli(sub, 0.5, batch.shape))  # expect: JAX402
    return total


def nested_loops_split(key, epochs, batches):
    total = 0.0
    for _ in range(epochs):
        for batch in batches:
            key, sub = jr.split(key)
            total += jnp.sum(batch * jr.bernoulli(sub, 0.5, batch.shape))
    return total


def rejection(key):
    x = 2.0
    while x > 1.0:
        x = jr.exponential(key)  # expect: JAX402
    return x


def rejection_split(key):
    x = 2.0
    while x > 1.0:
        key, sub = jr.split(key)
        x = jr.exponential(sub)
    return x


def coin_loop(key, x):
    while jr.uniform(key) < 0.9:  # expect: JAX402
        x = x + 1.0
    return x


# The iterable of a loop is evaluated once.
def shuffled(key, data):
    total = 0.0
    for i in jr.permutation(key, data.shape[0]):
        total += data[i]
    return total


# These loops never come to a second draw.
def first_that_fits(key, models):
    for model in models:
        if model.fits:
            return model.apply(jr.normal(key, (3,)))
    return None


def draw_and_break(key, flags):
    x = jnp.zeros(3)
    for flag in flags:
        if flag:
            x = jr.normal(key, (3,))
            break
    return x


def draw_in_else(key, items):
    for item in items:
        item.reset()
    else:
        x = jr.normal(key, (3,))
    return x


# A new seed in each turn.
def over_seeds(seeds):
    results = []
    for seed in seeds:
        key = random.PRNGKey(seed)
        results.append(random.normal(key, (3,)))
    return results


# Through a helper.
def propose(key, x):
    return x + 0.1 * jr.normal(key, x.shape)


def sample_chain(key, x, n):
    for _ in range(n):
        x = propose(key, x)  # expect: JAX402
    return x


def sample_chain_split(key, x, n):
    for _ in range(n):
        key, sub = jr.split(key)
        x = propose(sub, x)
    return x


def advance(key, x):
    key, sub = jr.split(key)
    return key, x + jr.normal(sub, x.shape)


# The helper hands the new key back.
def sample_chain_handed_back(key, x, n):
    for _ in range(n):
        key, x = advance(key, x)
    return x


@jax.jit
def train_step(w, x, key):
    mask = jr.bernoulli(key, 0.5, x.shape)
    return w - 0.1 * jnp.mean(x * mask)


def main():
    w, key = jnp.zeros(3), jr.key(0)
    batches = [jnp.ones(3), jnp.zeros(3)]
    for batch in batches:
        w = train_step(w, batch, key)  # expect: JAX402
    return w


# T18
def fit(w, key, batches):
    for step, batch in enumerate(batches):
        w = train_step(w, batch, key=jr.fold_in(key, step))
    return w


# Bodies of scan, fori_loop, while_loop and map.
def scan_closure(key, x):
    def body(carry, _):
        carry = carry + jr.normal(key, carry.shape)  # expect: JAX402
        return carry, carry

    return lax.scan(body, x, None, length=100)


def scan_carry(key, x):
    def body(carry, _):
        key, x = carry
        key, sub = jr.split(key)
        return (key, x + jr.normal(sub, x.shape)), x

    return lax.scan(body, (key, x), None, length=100)


def scan_keys(key, x):
    def body(x, k):
        x = x + jr.normal(k, x.shape)
        return x, x

    return lax.scan(body, x, jr.split(key, 100))


def scan_folded(key, x):
    def body(x, i):
        return x + jr.normal(jr.fold_in(key, i), x.shape), None

    return lax.scan(body, x, jnp.arange(100))


# The carry hands the drawn key back.
def scan_stale_carry(key, x):
    def body(carry, _):
        key, x = carry
        x = x + jr.normal(key, x.shape)  # expect: JAX402
        return (key, x), x

    return lax.scan(body, (key, x), None, length=100)


def scan_old_carry(key, x):
    def body(carry, _):
        key, x = carry
        new_key, sub = jr.split(key)  # expect: JAX402
        x = x + jr.normal(sub, x.shape)
        return (key, x), new_key

    return lax.scan(body, (key, x), None, length=100)


# Only some of the steps draw anew: what is handed back is still a fresh key.
def scan_child_carry(key, x):
    def body(carry, _):
        key, x = carry
        keys = jr.split(key, 3)
        x = x + jr.normal(keys[0], x.shape) * jr.uniform(keys[1])
        return (keys[2], x), None

    return lax.scan(body, (key, x), None, length=100)


def fori_closure(key, x):
    return lax.fori_loop(0, 10, lambda i, c: c + jr.normal(key, c.shape), x)  # expect: JAX402


# A body draws as often as its loop turns: not at all, or once.
def fori_of_no_turns(key, x):
    def body(i, c):
        return c + jr.normal(key, c.shape)

    x = lax.fori_loop(3, 3, body, lax.fori_loop(lower=0, upper=0, body_fun=body, init_val=x))
    return x + jr.normal(key, x.shape)


def fori_of_one_turn(key, x):
    x = lax.fori_loop(0, 1, lambda i, c: c + jr.normal(key, c.shape), x)
    return x + jr.normal(key, x.shape)  # expect: JAX401


def fori_of_two_turns(key, x):
    return lax.fori_loop(-1, 1, lambda i, c: c + jr.normal(key, c.shape), x)  # expect: JAX402


def fori_as_often_as_asked(key, x, times):
    def turned(count):
        return lax.fori_loop(0, count, lambda i, c: c + jr.normal(key), x)  # expect: JAX402

    return turned(times)


def fori_folded(key, x):
    return lax.fori_loop(0, 10, lambda i, c: c + jr.normal(jr.fold_in(key, i), c.shape), x)


def fori_carry(key, x):
    def body(i, state):
        key, x = state
        key, sub = jr.split(key)
        return key, x.at[i].set(jr.uniform(sub))

    return lax.fori_loop(0, 10, body, (key, x))


def while_closure(key, x):
    def keep_going(state):
        return jnp.sum(state) < 10.0

    def body(state):
        return state + jr.uniform(key, state.shape)  # expect: JAX402

    return lax.while_loop(keep_going, body, x)


def while_condition(key, x):
    def keep_going(state):
        key, x = state
        return jr.uniform(key) < 0.9  # expect: JAX402

    return lax.while_loop(keep_going, lambda s: (s[0], s[1] + 1.0), (key, x))


def while_carry(key, x):
    def body(state):
        key, x = state
        key, sub = jr.split(key)
        return key, x + jr.uniform(sub)

    return lax.while_loop(lambda s: s[1] < 10.0, body, (key, x))


def mapped(key, xs):
    return lax.map(lambda x: x + jr.normal(key), xs)  # expect: JAX402


def mapped_keys(key, xs):
    return lax.map(lambda kx: kx[1] + jr.normal(kx[0]), (jr.split(key, 10), xs))


def scan_partial(key, x):
    def body(key, carry, _):
        carry = carry + jr.normal(key, carry.shape)  # expect: JAX402
        return carry, None

    return lax.scan(partial(body, key), x, None, length=3)


def scan_helper(key, x):
    def body(carry, _):
        carry = propose(key, carry)  # expect: JAX402
        return carry, None

    return lax.scan(body, x, None, length=3)


# The key lives in a dict and is replaced there.
def scan_of_state(key, env):
    def body(state, _):
        key = state["key"]
        key, sub = jr.split(key)
        return {**state, "key": key, "x": state["x"] + jr.normal(sub)}, state["x"]

    return lax.scan(body, {"key": key, "x": env}, None, length=10)


def resampled_on_demand(key, xs):
    for x in xs:
        if x.stale:
            key, sub = jr.split(key)
            x.value = jr.normal(sub, (3,))
    return xs


# Flax: the dropout key of each step.
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dropout(0.5, deterministic=False)(nn.Dense(4)(x))


def one_dropout_key(key, params, batches):
    out = []
    for batch in batches:
        out.append(Net().apply(params, batch, rngs={"dropout": key}))  # expect: JAX402
    return out


def dropout_key_folded(key, params, batches):
    out = []
    for step, batch in enumerate(batches):
        step_key = jr.fold_in(key, step)
        out.append(Net().apply(params, batch, rngs={"dropout": step_key}))
    return out


def dropout_key_split(key, params, batches):
    out = []
    for batch in batches:
        key, dropout_key = jr.split(key)
        out.append(Net().apply(params, batch, rngs={"dropout": dropout_key}))
    return out


def without_dropout(params, batches):
    return [Net().apply(params, batch) for batch in batches]  # expect: JAX521


# A key in a closure or in the module, drawn from at each call.
NOISE_KEY = jr.key(3)


@jax.jit
def noisy(x):
    return x + jr.normal(NOISE_KEY, x.shape)


def noisy_in_a_loop(xs):
    return [noisy(x) for x in xs]  # expect: JAX402


@jax.jit
def noisy_step(x, step):
    return x + jr.normal(jr.fold_in(NOISE_KEY, step), x.shape)


def noisy_steps(xs):
    return [noisy_step(x, step) for step, x in enumerate(xs)]


def closure_in_a_loop(key, xs):
    @jax.jit
    def jitter(x):
        return x + jr.normal(key, x.shape)

    out = []
    for x in xs:
        out.append(jitter(x))  # expect: JAX402
    return out


# The step hands back the key that it drew from.
@jax.jit
def step_handing_back(key, x):
    return key, x + jr.normal(key, x.shape)


def key_handed_back_in_a_loop(key, x, n):
    for _ in range(n):
        key, x = step_handing_back(key, x)  # expect: JAX402
    return x


@jax.jit
def step_with_a_fresh_key(key, x):
    key, sub = jr.split(key)
    return key, x + jr.normal(sub, x.shape)


def fresh_key_in_a_loop(key, x, n):
    for _ in range(n):
        key, x = step_with_a_fresh_key(key, x)
    return x


# The same folded key in each turn.
def same_data_in_each_turn(key, xs):
    return [x + jr.normal(jr.fold_in(key, 0), x.shape) for x in xs]  # expect: JAX402


def batch_vmapped_in_each_turn(key, n):
    keys = jr.split(key, 4)
    out = []
    for _ in range(n):
        out.append(jax.vmap(jr.normal)(keys))  # expect: JAX402
    return out


def batch_split_in_each_turn(key, n):
    out = []
    for _ in range(n):
        key, *subs = jr.split(key, 5)
        out.append(jax.vmap(jr.normal)(jnp.stack(subs)))
    return out


def a_key_for_each_leaf(key, params):
    keys = list(jax.random.split(key, len(params)))
    return jax.tree.map(lambda p, k: p + jax.random.normal(k, p.shape), params, keys)


def the_rest_for_the_leaves(key, params, n):
    for _ in range(n):
        key, *keys = jax.random.split(key, len(params) + 1)
        params = jax.tree.map(lambda p, k: p + jax.random.normal(k, p.shape), params, keys)
    return params


def one_key_for_all_leaves(key, params):
    return jax.tree.map(lambda p: p + jax.random.normal(key, p.shape), params)  # expect: JAX402


# What is mended in the loop is mended for the draw above it too: one finding, of the loop.
def started_and_updated(key, x, steps):
    x = x + jr.normal(key, x.shape)
    for _ in range(steps):
        x = propose(key, x)  # expect: JAX402
    return x


def started_and_stepped(key, x, steps):
    key, sub = jr.split(key)
    x = x + jr.normal(sub, x.shape)
    for _ in range(steps):
        key, sub = jr.split(key)
        x = propose(sub, x)
    return x


def shaken(key, x):
    return x + jr.normal(key, x.shape)


def helper_in_the_first_turn(key, x, steps):
    for step in range(steps):
        if step == 0:
            x = shaken(key, x)
    return x


def stepped_every_tenth_turn(key, x, steps):
    for step in range(steps):
        if step % 10 == 0:
            key, other = jr.split(key)  # expect: JAX403
        x = propose(key, x)  # expect: JAX402
    return x


def drawn_and_listed(key, xs):
    start = jr.normal(key)
    return [start + propose(key, x) for x in xs]  # expect: JAX402


# What a function further down calls the pair that holds the key is no name for it here.
def drawn_in_scan(x, state):
    def turn(carry, _):
        total, key = carry
        key, subkey = jr.split(key)
        return (total + jr.normal(subkey), key), ()

    return lax.scan(turn, (x, state.key), length=3)[0][0]


def drawn_in_each_turn(x, state):
    for _ in range(3):
        x = drawn_in_scan(x, state)  # expect: JAX402
    return x


def drawn_once(x, state):
    return drawn_in_scan(x, state)


class Dropped(nn.Module):
    @nn.compact
    def __call__(self, x, training):
        return nn.Dropout(0.5, deterministic=not training)(nn.Dense(4)(x))


class KeyedState(TrainState):
    key: jax.Array


@jax.jit
def state_step(state, x, key):
    def loss(params):
        return state.apply_fn({"params": params}, x, True, rngs={"dropout": key}).mean()

    return state.apply_gradients(grads=jax.grad(loss)(state.params))


@jax.jit
def folding_step(state, x):
    key = random.fold_in(state.key, state.step)

    def loss(params):
        return state.apply_fn({"params": params}, x, True, rngs={"dropout": key}).mean()

    return state.apply_gradients(grads=jax.grad(loss)(state.params))


def train_states(key, x, tx):
    net = Dropped()
    first, second, third = random.split(key, 3)
    params = net.init(first, x, False)["params"]
    state = TrainState.create(apply_fn=net.apply, params=params, tx=tx)
    keyed = KeyedState.create(apply_fn=net.apply, params=params, tx=tx, key=second)
    for _ in range(3):
        state = state_step(state, x, third)  # expect: JAX402
        keyed = folding_step(keyed, x)
    return state, keyed


# NumPyro's `seed` starts from the key that it is given.
def seeded(model, x, n):
    key = random.key(3)
    found = []
    for _ in range(n):
        found.append(handlers.seed(model, key)(x))  # expect: JAX402
    return found


def seeded_each(model, x, n):
    found = []
    for key in random.split(random.key(4), n):
        found.append(handlers.seed(model, rng_seed=key)(x))
        with handlers.seed(rng_seed=0):
            found.append(model(x))
    return found


# All sites that would be drawn may be among those that are given.
def seeded_and_given(model, values, n):
    key = random.key(5)
    found = []
    for _ in range(n):
        found.append(handlers.trace(handlers.substitute(handlers.seed(model, key), values)))
        found.append(handlers.trace(handlers.block(handlers.seed(model, key))))  # expect: JAX402
    return found


# A shuffle of so many numbers is the same in each turn, whatever array is taken by it.
def shuffled(key, x):
    return x[random.permutation(key, x.shape[0])]


def epochs(key, x, n):
    def epoch(carry, _):
        x, total = carry
        rows = shuffled(key, x)  # expect: JAX402
        return (x, total + rows[0]), rows

    return lax.scan(epoch, (x, 0.0), None, length=n)


def shuffled_alike(key, x, y):
    return random.permutation(key, x), random.permutation(key, y)


# A stranger may be given one member of a batch under two names.
def given_twice(model, x):
    keys = jr.split(jr.key(21), 3)
    return model.init(rng=keys[0], x=x, key=keys[0])


def given_in_each_turn(model, xs):
    keys = jr.split(jr.key(22), 3)
    return [model.init(rng=keys[0], x=x, key=keys[0]) for x in xs]  # expect: JAX402


# Of one batch there is one turn, of two there are two.
def in_batches(key, n):
    def body(carry, i):
        own = key if n == 1 else random.fold_in(key, i)
        return carry, random.normal(own)

    return lax.scan(body, 0, jnp.arange(n))


def in_turns(key, n):
    out = []
    for i in range(n):
        own = random.fold_in(key, i) if n > 1 else key
        out.append(random.normal(own))
    return out


def in_pairs(key, n):
    def body(carry, i):
        own = key if n == 2 else random.fold_in(key, i)
        return carry, random.normal(own)  # expect: JAX402

    return lax.scan(body, 0, jnp.arange(n))


# map and reduce take turns, as a comprehension does.
def by_map(key, xs):
    return list(map(lambda x: x + random.normal(key), xs))  # expect: JAX402


def by_partial(key, xs):
    return list(map(partial(propose, key), xs))  # expect: JAX402


def by_reduce(key, xs):
    return reduce(lambda total, x: total + x * random.normal(key), xs)  # expect: JAX402


def by_map_of_keys(key, xs):
    return list(map(propose, random.split(key, 4), xs))


def by_map_of_one(key, x):
    return list(map(lambda y: y + random.normal(key), [x]))


def by_reduced_key(key, xs):
    return reduce(lambda k, x: random.fold_in(k, x), xs, key)


# What is picked from is the same in every turn; several arrays may be picked from alike.
def wandering(key, n):
    def body(at, _):
        return at + random.choice(key, jnp.array([-1.0, 1.0])), None  # expect: JAX402

    return jax.lax.scan(body, 0.0, None, length=n)[0]


def shuffled_alike(key, rows):
    return jax.lax.map(lambda row: random.permutation(key, row), rows)


# One key in each row that a scan goes over, and keys of its own there.
def scanned_copies(n):
    first, second = jr.split(jr.key(n))

    def body(total, key):
        return total + jr.normal(key), None  # expect: JAX402

    def body_of_own(total, key):
        return total + jr.normal(key), None

    total, _ = jax.lax.scan(body, 0.0, jnp.tile(first, 3))
    return total + jax.lax.scan(body_of_own, 0.0, jr.split(second, 3))[0]


# --- members of batches that a comprehension takes ------------------------------------------------


def drawn_from(clients):
    return [jax.random.normal(key) for _, key in clients]


def first_child_of_each(clients):
    batches = [jax.random.split(key) for _, key in clients]
    return drawn_from([(name, keys[0]) for (name, _), keys in zip(clients, batches)])


def first_child_of_all(names, key):
    keys = jax.random.split(key)
    out = []
    for name, child in [(name, keys[0]) for name in names]:
        out.append(jax.random.normal(child))  # expect: JAX402
    return out


def child_by_child(names, key):
    keys = jax.random.split(key, len(names))
    return drawn_from([(name, keys[place]) for place, name in enumerate(names)])


# A child by its number is another one in each turn.
def child_by_number(key, n):
    out = []
    for i in range(n):
        out.append(jax.random.normal(jax.random.split(key, 2 * n)[i], (3,)))
        out.append(jax.random.normal(jax.random.split(key, 2 * n)[i + n], (3,)))
    return out


def first_child(key, n):
    out = []
    for _ in range(n):
        out.append(jax.random.normal(jax.random.split(key, 2 * n)[0], (3,)))  # expect: JAX402
    return out


# What a helper makes of another name or number is another one, and of the same the same.
def tag(name):
    return zlib.crc32(name.encode()) & 0x7FFFFFFF


def by_tag(key, names):
    return {name: jax.random.normal(jax.random.fold_in(key, tag(name))) for name in names}


def by_tags(key, scales):
    out = {}
    for name, scale in tuple(scales.items()):
        out[name] = scale * jax.random.normal(jax.random.fold_in(key, tag(name)))
    return out


def by_one_tag(key, names, group):
    out = {}
    for name in names:
        out[name] = jax.random.normal(jax.random.fold_in(key, tag(group)))  # expect: JAX402
    for name in names:
        out[name] += jax.random.normal(jax.random.fold_in(key, tag("b")))  # expect: JAX402
    return out


# Rows that the turn picks may be others in each: advice.
def rows_by_count(key, samplers, counts):
    keys = jax.random.split(key, len(samplers))
    out = list(keys)
    for count in counts:
        stacks = jax.vmap(lambda one: jax.random.split(one, 4))(keys)  # expect: JAX402
        for i, sampler in enumerate(samplers):
            if sampler.count == count:
                out[i] = stacks[i]
    return out


def rows_by_another_test(key, samplers, counts):
    keys = jax.random.split(key, len(samplers))
    out = list(keys)
    for _ in counts:
        stacks = jax.vmap(lambda one: jax.random.split(one, 4))(keys)  # expect: JAX402
        for i, sampler in enumerate(samplers):
            if sampler.count == 4:
                out[i] = stacks[i]
    return out


# All turns behind the first few read the same.
def noise_behind_a_few(key, x):
    for step in range(10):
        noise = jax.random.normal(key, x.shape)  # expect: JAX402
        if step > 3:
            x = x + noise
    return x


# What has no elements has no turn.
def no_turn(key):
    for _ in range(0):
        print(jr.normal(key))
    for _ in ():
        print(jr.normal(key))
    for _ in []:
        print(jr.normal(key))
    return [jr.normal(key) for _ in range(3, 3)], jr.normal(key)


def some_turns_down(key):
    for _ in range(3, 0, -1):
        print(jr.normal(key))  # expect: JAX402


def no_turn_by_a_name(key):
    steps = 0
    for _ in range(steps):
        print(jr.normal(key))
    else:
        print(jr.normal(key))


def more_turns_each_time(key, xs):
    steps = 0
    for x in xs:
        for _ in range(steps):
            print(x + jr.normal(key))  # expect: JAX402
        steps += 1


def list_that_another_one_fills(key, fill):
    xs = []
    fill(xs.append)
    return [x + jr.normal(key) for x in xs]  # expect: JAX402


def scanned_never(key):
    return jax.lax.scan(lambda c, _: (c + jr.normal(key), c), 0.0, None, length=0)


def scanned_once(key):
    return jax.lax.scan(lambda c, _: (c + jr.normal(key), c), 0.0, None, length=1)


def scanned_twice(key):
    return jax.lax.scan(lambda c, _: (c + jr.normal(key), c), 0.0, None, length=2)  # expect: JAX402


# A loop over an object runs its `__iter__`, each time from its start.
class Shuffled:
    def __init__(self, rows, key):
        self.rows, self.key = rows, key

    def __iter__(self):
        for i in random.permutation(self.key, len(self.rows)):
            yield self.rows[i]


class Reshuffled:
    def __init__(self, rows, key):
        self.rows, self.key = rows, key

    def __iter__(self):
        self.key, key = random.split(self.key)
        for i in random.permutation(key, len(self.rows)):
            yield self.rows[i]


def over_an_object(rows, key, epochs):
    key, other, last = random.split(key, 3)
    loader, renewed, once = Shuffled(rows, key), Reshuffled(rows, other), Shuffled(rows, last)
    for row in once:
        print(row)
    for _ in range(epochs):
        for row in loader:  # expect: JAX402
            print(row, [other for other in renewed])
        for row in renewed:
            print(row)


def listed_from_an_object(rows, key, epochs):
    loader = Shuffled(rows, key)
    return [[row for row in loader] for _ in range(epochs)]  # expect: JAX402


# What the turn before has shuffled is shuffled once more in the same order; other arrays are not.
class Epochs:
    def __init__(self, key):
        self.key = key

    def run(self, data, n):
        def epoch(carry, _):
            key, data = carry
            data = random.permutation(key, data)  # expect: JAX402
            return (key, data), data[0]

        (self.key, data), _ = lax.scan(epoch, (self.key, data), None, length=n)
        return data

    def run_stepped(self, data, n):
        def epoch(carry, _):
            key, data = carry
            key, sub = random.split(key)
            return (key, random.permutation(sub, data)), data[0]

        (self.key, data), _ = lax.scan(epoch, (self.key, data), None, length=n)
        return data


def counted_epochs(key, data, n):
    def epoch(_, carry):
        key, data = carry
        return key, random.permutation(key, data, axis=1)  # expect: JAX402

    return lax.fori_loop(0, n, epoch, (key, data))


def resampled(key, particles, n):
    def step(particles, _):
        return random.choice(key, particles, (64,)), None  # expect: JAX402

    return lax.scan(step, particles, None, length=n)[0]


def rows_shuffled_alike(key, rows):
    return lax.scan(lambda total, row: (total, random.permutation(key, row)), 0.0, rows)[1]


# Layers that a constructor puts into a list, of which each draws its mask from the key.
class Masking(eqx.Module):
    weight: jax.Array
    mask: eqx.nn.Dropout

    def __init__(self, width, key, rate=0.1):
        self.weight = jr.normal(key, (width, width))
        self.mask = eqx.nn.Dropout(rate)

    def __call__(self, x, key=None):
        return self.mask(self.weight @ x, key=key)


class Stack(eqx.Module):
    layers: list

    def __init__(self, width, depth, key):
        self.layers = [Masking(width, k) for k in jr.split(key, depth)]

    def __call__(self, x, key):
        for layer in self.layers:
            x = layer(x, key=key)  # expect: JAX402
        return x

    def of_own(self, x, key):
        for layer, sub in zip(self.layers, jr.split(key, len(self.layers))):
            x = layer(x, key=sub)
        return x

    def weighted(self, x, weights, key):
        for layer, weight in zip(self.layers, weights):
            x = weight * layer(x, key=key)  # expect: JAX402
        return x

    def first(self, x, key):
        return self.layers[0](x, key=key)


class GrownStack(eqx.Module):
    layers: tuple

    def __init__(self, width, depth, key):
        layers = []
        for k in jr.split(key, depth):
            layers.append(Masking(width, k))
        self.layers = tuple(layers)

    def __call__(self, x, key):
        for i, layer in enumerate(self.layers):
            x = layer(x, key)  # expect: JAX402
        return x


# One of the layers draws.
class Masked(eqx.Module):
    layers: list

    def __init__(self, width, key):
        first, second = jr.split(key)
        self.layers = [
            eqx.nn.Linear(width, width, key=first),
            eqx.nn.Dropout(0.1),
            eqx.nn.Linear(width, width, key=second),
        ]

    def __call__(self, x, key):
        for layer in self.layers:
            x = layer(x, key=key)
        return x


class MaskedFirst(eqx.Module):
    layers: list

    def __init__(self, width, depth, key):
        self.layers = [eqx.nn.Dropout(0.1)]
        for k in jr.split(key, depth):
            self.layers.append(eqx.nn.Linear(width, width, key=k))

    def __call__(self, x, key):
        for layer in self.layers:
            x = layer(x, key=key)
        return x


# What a method puts into the list may be anything.
class Filled:
    def __init__(self, width, depth, key):
        self.layers = [Masking(width, k) for k in jr.split(key, depth)]

    def fill(self, layers):
        self.layers.clear()
        self.layers.extend(layers)

    def __call__(self, x, key):
        for layer in self.layers:
            x = layer(x, key=key)
        return x


class Plain(eqx.Module):
    rate: float

    def __init__(self, rate=0.0):
        self.rate = rate

    def __call__(self, x, key=None):
        return x * jr.bernoulli(key, 1 - self.rate, x.shape) if self.rate > 0 else x


class PlainStack(eqx.Module):
    layers: list

    def __init__(self, depth):
        self.layers = [Plain() for _ in range(depth)]

    def __call__(self, x, key):
        for layer in self.layers:
            x = layer(x, key=key)
        return x


# That a key is given says nothing of turns: it is the same key in each of them.
class Smear(eqx.Module):
    scale: float

    def __call__(self, x, key=None):
        if self.scale > 0 and key is not None:
            key, subkey = jax.random.split(key)
            x = x + self.scale * jax.random.normal(subkey, x.shape)
        return x


class Smears(eqx.Module):
    layers: list

    def __init__(self, scale, count):
        self.layers = [Smear(scale) for _ in range(count)]

    def __call__(self, x, key=None):
        for layer in self.layers:
            x = layer(x, key=key)  # expect: JAX402
        return x

    def apart(self, x, key):
        for layer in self.layers:
            key, own = jax.random.split(key)
            x = layer(x, key=own)
        return x


def smeared_once(x, key, n):
    for _ in range(n):
        if key is not None:
            x = x + jax.random.normal(key, x.shape)
            key = None
    return x


class Started:
    def __init__(self):
        self.first = None

    def run(self, xs, key):
        for x in xs:
            if self.first is None and key is not None:
                self.first = jax.random.normal(key, x.shape)
        return self.first


# --- keys that a property gives --------------------------------------------------------------------


class Sampler:
    def __init__(self, seed):
        self._key = random.key(seed)

    @property
    def fresh_key(self):
        self._key, child = random.split(self._key)
        return child

    @property
    def same_key(self):
        return self._key


def read_in_each_turn(sampler, xs):
    drawn = []
    for x in xs:
        key = sampler.fresh_key
        drawn.append(random.normal(key, x.shape))
    return drawn, random.normal(sampler.fresh_key, (3,))


def read_before_the_loop(sampler, xs):
    key = sampler.fresh_key
    return [random.normal(key, x.shape) for x in xs]  # expect: JAX402


def read_the_same_in_each_turn(sampler, xs):
    drawn = []
    for x in xs:
        key = sampler.same_key
        drawn.append(random.normal(key, x.shape))  # expect: JAX402
    return drawn


# Settings that are spelled out are compared, on equal numbers: advice.
def drawn_for(key, width):
    return random.normal(key, (width, 3))


def compared_by_width(key, score, x):
    for width in (3, 4):
        print(width, score(drawn_for(key, width), x))  # expect: JAX402


def compared_turn_by_turn(key, score, x):
    for turn in range(4):
        print(turn, score(drawn_for(key, turn), x))  # expect: JAX402


def layers_of_one_key(key):
    drawn = []
    for width in (3, 4):
        drawn.append(drawn_for(key, width))  # expect: JAX402
    return drawn


# Records that carry their key, and step it in some turns only.
@dataclass(frozen=True)
class Player:
    key: jax.Array
    level: jax.Array

    def act(self):
        key, sub = random.split(self.key)
        return random.normal(sub), replace(self, key=key)

    def stay(self):
        key, sub = random.split(self.key)
        return random.normal(sub), replace(self, level=self.level + 1)


def acts_now_and_then(due, n):
    player, seen = Player(random.key(n), jnp.zeros(3)), []
    for turn in range(n):
        if due(turn):
            move, player = player.act()
            seen.append(move)
    return seen


def stays_now_and_then(due, n):
    player, seen = Player(random.key(n), jnp.zeros(3)), []
    for turn in range(n):
        if due(turn):
            move, player = player.stay()  # expect: JAX402
            seen.append(move)
    return seen


class Walk(NamedTuple):
    key: jax.Array
    at: jax.Array

    def step(self):
        key, sub = random.split(self.key)
        return random.normal(sub), Walk(key, self.at + 1)

    def look(self):
        return random.normal(self.key), self


def steps_unless_told(told, n):
    walk, seen = Walk(random.key(n), jnp.zeros(3)), []
    for turn in range(n):
        if told(turn):
            continue
        move, walk = walk.step()
        seen.append(move)
    return seen


def looks_unless_told(told, n):
    walk, seen = Walk(random.key(n), jnp.zeros(3)), []
    for turn in range(n):
        if told(turn):
            continue
        move, walk = walk.look()  # expect: JAX402
        seen.append(move)
    return seen


# --- what a compiled step stores in the dict of a state, and gives back ---------------------------


@flax.struct.dataclass
class EnvState:
    obs: jax.Array
    info: dict


class Environment:
    def reset(self, rng):
        rng, key = jax.random.split(rng)
        return EnvState(jax.random.uniform(key, (3,)), {"rng": rng, "count": 0})

    def step(self, state, action):
        rng, key = jax.random.split(state.info["rng"])
        state.info["rng"] = rng
        return state.replace(obs=action + jax.random.uniform(key, (3,)))

    def step_that_forgets(self, state, action):
        rng, key = jax.random.split(state.info["rng"])
        state.info["count"] += 1
        return state.replace(obs=action + jax.random.uniform(key, (3,)))


environment = Environment()
reset = jax.jit(environment.reset)
step = jax.jit(environment.step)
step_that_forgets = jax.jit(environment.step_that_forgets)


def rolled_out(rng, actions):
    state = reset(rng)
    state.info["count"] = 3
    for action in actions:
        state = step(state, action)
    return state


def rolled_out_with_one_key(rng, actions):
    state = reset(rng)
    state.info["count"] = 3
    for action in actions:
        state = step_that_forgets(state, action)  # expect: JAX402
    return state


def stored_before(rng, actions, key):
    state = reset(rng)
    state.info["rng"] = key
    state = step(state, actions[0])
    return state, jax.random.normal(key)  # expect: JAX403


ONE = 1
TWO = 2


def of_one_turn(key):
    drawn = [jax.random.normal(key) for _ in range(3)]  # expect: JAX402
    for _ in range(1):
        drawn.append(jax.random.normal(jax.random.fold_in(key, 7)))
    return drawn


def of_one_turn_by_a_constant(key):
    drawn = []
    for _ in range(ONE):
        drawn.append(jax.random.normal(key))
    return drawn


def of_two_turns_by_a_constant(key):
    drawn = []
    for _ in range(TWO):
        drawn.append(jax.random.normal(key))  # expect: JAX402
    return drawn


# An object of the loop chooses the key by what it holds, so that each turn takes another one.
class Named:
    def __init__(self, name):
        self.name = name


class Picker:
    def __init__(self, named, index):
        self.named = named
        self.index = index

    def draw(self, keys):
        return jr.normal(keys[self.named.name])

    def draw_by_variable(self, keys):
        name = self.named.name
        return jr.normal(keys[name])

    def draw_shared(self, keys, which):
        return jr.normal(keys[which])


class PickerGroup:
    def __init__(self, pickers):
        self.pickers = pickers


def pick(keys, names):
    pickers = [Picker(Named(name), i) for i, name in enumerate(names)]
    out = [jr.normal(keys[picker.index]) for picker in pickers]
    for picker in pickers:
        out.append(picker.draw(keys))
    return out


def pick_by_variable(keys, names):
    out = []
    for _, picker in {name: Picker(Named(name), 0) for name in names}.items():
        out.append(picker.draw_by_variable(keys))
    return out


def pick_directly(keys, names):
    out = []
    for picker in [Picker(Named(name), i) for i, name in enumerate(names)]:
        out.append(jr.normal(keys[picker.index]))
    return out


def pick_of_groups(keys, names):
    out = []
    for group in [PickerGroup([Picker(Named(name), 0)]) for name in names]:
        for picker in group.pickers:
            out.append(picker.draw(keys))
    return out


# These come by one object, or one index, again.
def pick_again(keys, names, n):
    picker, out = Picker(Named(names[0]), 0), []
    for _ in range(n):
        out.append(picker.draw(keys))  # expect: JAX402
    return out


def pick_each_epoch(keys, names, n):
    pickers, out = [Picker(Named(name), i) for i, name in enumerate(names)], []
    for _ in range(n):
        for picker in pickers:
            out.append(picker.draw(keys))  # expect: JAX402
    return out


def pick_often(keys, names, n):
    out = []
    for picker in [Picker(Named(name), i) for i, name in enumerate(names)]:
        for _ in range(n):
            out.append(picker.draw(keys))  # expect: JAX402
    return out


def pick_of_one_name(keys, names, which):
    out = []
    for picker in [Picker(Named(name), i) for i, name in enumerate(names)]:
        out.append(picker.draw_shared(keys, which))  # expect: JAX402
    return out


def pick_of_a_constant(key, names):
    keys, out = jr.split(key, 3), []
    for picker in [Picker(Named(name), 1) for name in names]:
        out.append(jr.normal(keys[picker.index]))  # expect: JAX402
    return out


def pick_of_one_held(keys, names, which):
    out = []
    for picker in [Picker(Named(which), name) for name in names]:
        out.append(picker.draw(keys))  # expect: JAX402
    return out


def pick_twice(keys, names):
    out = []
    for picker in [Picker(Named(name), i) for i, name in enumerate(names)]:
        out.append(picker.draw(keys))
        out.append(picker.draw(keys))  # expect: JAX401
    return out


# --- parameters that start as one number ---------------------------------------------------------


class Scaled(nn.Module):
    start: float = 1.0

    @nn.compact
    def __call__(self, x):
        return x * self.param("gain", nn.initializers.constant(self.start), (3,))


class Weighted(nn.Module):
    start: float = 1.0

    @nn.compact
    def __call__(self, x):
        return x * self.param("gain", nn.initializers.normal(self.start), (3,))


def each_start(key, x):
    scaled, weighted = [], []
    for start in (1.0, 2.0, 3.0):
        scaled.append(Scaled(start).init_with_output(key, x))
        weighted.append(Weighted(start).init_with_output(key, x))  # expect: JAX402
    return scaled, weighted


# --- one of the things that a loop goes through --------------------------------------------------


def jittered(key, x):
    first, second = random.split(key)
    return x + random.normal(first) * random.uniform(second)


def jittered_by_name(key, x, kind):
    return jittered(key, x) if kind == "noisy" else x


def each_kind(key, x, kinds):
    for kind, scale in kinds.items():
        x = jittered_by_name(key, x, kind) * scale
    return x


def each_kind_here(key, x, kinds):
    for kind in kinds:
        if kind != "noisy":
            x = x * 2
        else:
            x = jittered(key, x)
    return x


def each_kind_in_each_round(key, x, kinds, n):
    for _ in range(n):
        for kind in kinds:
            if kind == "noisy":
                x = jittered(key, x)  # expect: JAX402
    return x


def each_kind_with_its_key(key, x, kinds, n):
    for _ in range(n):
        key, part = random.split(key)
        for kind in kinds:
            if kind == "noisy":
                x = jittered(part, x)
    return x


# What a display of one element holds is drawn once.
def drawn_in_a_display(key):
    for noise in [jr.normal(key)]:
        print(noise)


def drawn_in_a_counted_display(key):
    for number, noise in enumerate((jr.normal(key),)):
        print(number, noise)


def drawn_in_a_loop_over_one(keys):
    for key in [keys]:
        print(jr.normal(key))


def drawn_in_a_loop_over_spread(key, others):
    for other in [*others]:
        print(jr.normal(key), other)  # expect: JAX402


# Each turn of a zip takes another row of each.
@jax.jit
def drawn_by_rows(x, rng_keys, shifts):
    found = []
    for shift, rng_key in zip(shifts, rng_keys):
        found.append(jax.random.normal(rng_key) + x + shift)
    return found


@jax.jit
def drawn_by_one(x, rng_key, shifts):
    found = []
    for shift, scale in zip(shifts, shifts):
        found.append(jax.random.normal(rng_key) * scale + x + shift)  # expect: JAX402
    return found


def drawn_for_each_leaf(key, params):
    noise = jax.tree.map(lambda p: p + jr.normal(key, p.shape), params)  # expect: JAX402
    row = jnp.ones(3)
    one = jax.tree.map(lambda p: p + jr.normal(jr.key(7), p.shape), row)
    return noise, one


def drawn_for_the_only_leaf(key):
    row = jnp.ones(3)
    return jax.tree.map(lambda p: p + jr.normal(key, p.shape), row)


def of_one_array(state, key):
    flat, unravel = ravel_pytree(state)
    return unravel(jax.tree.map(lambda a: a + jax.random.normal(key, a.shape), flat))


def of_a_tree(state, key):
    return jax.tree.map(lambda a: a + jax.random.normal(key, a.shape), state)  # expect: JAX402


# --- rows of all leaves in one order --------------------------------------------------------------


def in_batches(key, number, x):
    order = jax.random.permutation(key, x.shape[0])
    return x[order].reshape(number, -1, *x.shape[1:])


def batches_of_all(key, trajectory):
    return jax.tree.map(partial(in_batches, key, 4), trajectory)


def disturbed(key, x):
    return x + jax.random.normal(key, x.shape)


def noise_of_all(key, trajectory):
    return jax.tree.map(partial(disturbed, key), trajectory)  # expect: JAX402


# --- one turn, beside others ----------------------------------------------------------------------


def trained(key, steps, batches):
    for step, batch in zip(range(1, steps + 1), batches):
        print(jax.random.normal(jax.random.fold_in(key, step), batch.shape))


def trained_without_steps(key, steps, batches):
    for _, batch in zip(range(1, steps + 1), batches):
        print(jax.random.normal(key, batch.shape))  # expect: JAX402


def numbered(key, steps):
    for number, _ in enumerate(range(steps)):
        print(jax.random.normal(jax.random.fold_in(key, number)))


trained(jr.key(0), 1, iter(jnp.ones((3, 2))))
trained_without_steps(jr.key(1), 2, iter(jnp.ones((3, 2))))
numbered(jr.key(2), 1)


# A carry that the body changes in place, and gives back.
def moved_on_in_place(key):
    carry = {"x": jnp.zeros(3), "key": key}

    def body(i, carry):
        key, sub = random.split(carry["key"])
        carry["x"] = carry["x"] + random.normal(sub, (3,))
        carry["key"] = key
        return carry

    return lax.fori_loop(0, 3, body, carry)


def moved_on_in_a_scan(key):
    def body(carry, _):
        key, sub = random.split(carry["inner"]["key"])
        carry["inner"]["key"] = key
        return carry, random.normal(sub, (3,))

    return lax.scan(body, {"inner": {"key": key}}, length=3)


def left_in_place(key):
    carry = {"x": jnp.zeros(3), "key": key}

    def body(i, carry):
        key, sub = random.split(carry["key"])  # expect: JAX402
        carry["x"] = carry["x"] + random.normal(sub, (3,))
        return carry

    return lax.fori_loop(0, 3, body, carry)


def epochs_and_batches(key, w, batches):
    def on_epoch(w, epoch):
        def on_batch(w, batch):
            noise = jax.random.fold_in(key, epoch)
            return w + jax.random.normal(noise) * batch, None  # expect: JAX402

        return jax.lax.scan(on_batch, w, batches)[0], None

    return jax.lax.scan(on_epoch, w, jnp.arange(3))


def epochs_and_counted_batches(key, w, batches):
    def on_epoch(w, epoch):
        def on_batch(w, counted):
            count, batch = counted
            noise = jax.random.fold_in(jax.random.fold_in(key, epoch), count)
            return w + jax.random.normal(noise) * batch, None

        return jax.lax.scan(on_batch, w, (jnp.arange(4), batches))[0], None

    return jax.lax.scan(on_epoch, w, jnp.arange(3))


def by_one(key):
    return jax.random.normal(jax.random.fold_in(key, 1))


def by_two(key):
    return jax.random.normal(jax.random.fold_in(key, 2))


def by_two_again(key):
    return jax.random.uniform(jax.random.fold_in(key, 2))


def by_itself(key):
    return jax.random.normal(key)


def also_by_itself(key):
    return jax.random.uniform(key)


APART = {"one": by_one, "two": by_two}
ALIKE = {"one": by_one, "two": by_two, "again": by_two_again}
SHARED = {"normal": by_itself, "uniform": also_by_itself}


def each_looked_up(key, names):
    drawn = [APART[name](key) for name in names]
    for name in names:
        draw = APART[name]
        drawn.append(draw(jax.random.fold_in(key, 7)))
    return drawn


def two_of_one_number(key, names):
    return {name: ALIKE[name](key) for name in names}  # expect: JAX401


def looked_up_once(key, names, kind):
    draw = APART[kind]
    return [draw(key) for name in names]  # expect: JAX402


def one_key_for_all(key, names):
    return {name: SHARED[name](key) for name in names}  # expect: JAX402


# --- a number that is known to be one counts no turns ---------------------------------------------


def drawn_by_count(key, mean, count):
    if count == 1:
        return mean + jax.random.normal(key, mean.shape)
    return mean + jax.random.normal(key, (count, *mean.shape))


def drawn_once(key, mean, count=1):
    return drawn_by_count(key, mean, count)


def rounds_of_one(key, mean, rounds):
    key, sub = jax.random.split(key)
    picks = []
    for _ in range(rounds):
        picks.append(drawn_once(sub, mean))  # expect: JAX402
    return picks


def rounds_of_one_key_each(key, mean, rounds):
    return [drawn_once(sub, mean) for sub in jax.random.split(key, rounds)]


# --- batches of keys that are folded with the numbers of an array ---------------------------------


@jax.jit
def moved_by_rows(key, places):
    keys = jax.vmap(partial(jax.random.fold_in, key))(jnp.arange(4))
    return jax.vmap(lambda k, place: place + jax.random.normal(k))(keys, places)


def folded_rows(key, places, rounds):
    for _ in range(rounds):
        places = moved_by_rows(key, places)  # expect: JAX402
    return places


def folded_rows_of_a_new_key(key, places, rounds):
    for _ in range(rounds):
        key, sub = jax.random.split(key)
        places = moved_by_rows(sub, places)
    return places


def folded_rows_by_round(key, places, rounds):
    for turn in range(rounds):
        places = moved_by_rows(jax.random.fold_in(key, turn), places)
    return places


def folded_rows_further_on(key, places, rounds):
    for turn in range(rounds):
        rows = jnp.arange(4 * turn, 4 * turn + 4)
        keys = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(key, rows)
        places = places + jax.vmap(jax.random.normal)(keys)
    return places
