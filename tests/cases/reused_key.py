"""One key drawn from twice on one path."""

import functools
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import equinox as eqx
import flax.linen as nn
import haiku as hk
import dm_pix as pix
import jax
import jax.numpy as jnp
import jax.random as jr
from flax import nnx
from jax import jit, lax, random
from jax.random import normal, split
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, SVI, Predictive


def init_layer(key, n_in, n_out):
    w = jr.normal(key, (n_in, n_out)) / jnp.sqrt(n_in)
    b = jr.normal(key, (n_out,))  # expect: JAX401
    return {"w": w, "b": b}


def init_layer_split(key, n_in, n_out):
    w_key, b_key = jr.split(key)
    w = jr.normal(w_key, (n_in, n_out)) / jnp.sqrt(n_in)
    b = jr.normal(b_key, (n_out,))
    return {"w": w, "b": b}


# Different samplers and shapes are strongly correlated all the same.
@jit
def noisy_mask(key, x):
    noise = jax.random.normal(key, x.shape)
    mask = jax.random.bernoulli(key, 0.5, x.shape)  # expect: JAX401
    return jnp.where(mask, x + noise, x)


@jit
def noisy_mask_split(key, x):
    noise_key, mask_key = jax.random.split(key)
    noise = jax.random.normal(noise_key, x.shape)
    mask = jax.random.bernoulli(mask_key, 0.5, x.shape)
    return jnp.where(mask, x + noise, x)


def keyword_key(shape):
    key = random.PRNGKey(0)
    a = random.uniform(key=key, shape=shape)
    b = random.uniform(minval=-1.0, key=key, shape=shape)  # expect: JAX401
    return a, b


def one_expression(key):
    return normal(key, (3,)) + random.gumbel(key, (3,))  # expect: JAX401


def one_expression_split(key):
    k1, k2 = split(key)
    return normal(k1, (3,)) + random.gumbel(k2, (3,))


# jnp.where evaluates both arms.
def mixture(key, pick):
    a = jnp.where(
        pick,
        jr.normal(key, (4,)),
        jr.uniform(key, (4,)),  # expect: JAX401
    )
    return a


# T17: exclusive branches use the key once each.
def exclusive(key, kind):
    if kind == "normal":
        return jr.normal(key, (4,))
    elif kind == "uniform":
        noise = jr.uniform(key, (4,))
    else:
        noise = jr.laplace(key, (4,))
    return noise


# T17: the first branch returns.
def early_return(key, deterministic):
    if deterministic:
        return jr.normal(key, (4,))
    return jr.uniform(key, (4,))


def branch_then_after(key, warm):
    x = jnp.zeros(3)
    if warm:
        x = jr.normal(key, (3,))
    return x + jr.uniform(key, (3,))  # expect: JAX401


# T17: the branch that draws raises or continues elsewhere.
def branch_rebinds(key, warm):
    x = jnp.zeros(3)
    if warm:
        key, sub = jr.split(key)
        x = jr.normal(sub, (3,))
    return x + jr.uniform(key, (3,))


def branch_raises(key, n):
    if n < 0:
        bad = jr.normal(key, (3,))
        raise ValueError(f"negative, such as {bad.shape}")
    return jr.normal(key, (n,))


# The two tests cannot both hold.
def correlated_tests(key, train):
    x = jnp.zeros(3)
    if train:
        x = jr.normal(key, (3,))
    if not train:
        x = jr.uniform(key, (3,))
    return x


def match_arms(key, kind):
    match kind:
        case "normal":
            return jr.normal(key)
        case "cauchy":
            return jr.cauchy(key)
        case _:
            return jr.uniform(key)


def conditional_expression(key, heavy):
    return jr.cauchy(key, (3,)) if heavy else jr.normal(key, (3,))


def after_conditional_expression(key, heavy):
    x = jr.cauchy(key, (3,)) if heavy else jnp.zeros(3)
    y = jr.normal(key, (3,))  # expect: JAX401
    return x, y


# T17: one of the two branches runs.
def cond_branches(key, pred, x):
    return lax.cond(
        pred,
        lambda k, v: v + jr.normal(k, v.shape),
        lambda k, v: v + jr.uniform(k, v.shape),
        key,
        x,
    )


# T17
def switch_branches(key, index):
    branches = [
        lambda k: jr.normal(k, (2,)),
        lambda k: jr.uniform(k, (2,)),
        lambda k: jr.laplace(k, (2,)),
    ]
    return lax.switch(index, branches, key)


def cond_then_after(key, pred, x):
    y = lax.cond(pred, lambda k: jr.normal(k, (3,)), lambda k: jr.uniform(k, (3,)), key)
    return x + y + jr.normal(key, (3,))  # expect: JAX401


def finally_draws(key):
    try:
        x = jr.normal(key)
    finally:
        y = jr.uniform(key)  # expect: JAX401
    return x, y


def except_draws(key, scale):
    try:
        return scale[0] * jr.normal(key)
    except TypeError:
        return jr.uniform(key)


# Through a helper, a lambda, a partial, a jitted helper.
def observe(key, state):
    return state + 0.1 * jr.normal(key, state.shape)


def act(key, logits):
    return jr.categorical(key, logits)


def env_step(key, state, logits):
    action = act(key, logits)
    obs = observe(key, state)  # expect: JAX401
    return action, obs


def env_step_split(key, state, logits):
    act_key, obs_key = jr.split(key)
    action = act(act_key, logits)
    obs = observe(obs_key, state)
    return action, obs


def twin_inits(key):
    return [observe(key, jnp.zeros(3)), observe(key, jnp.ones(3))]  # expect: JAX401


def helper_then_draw(key, state):
    obs = observe(state=state, key=key)
    return obs, jr.permutation(key, 10)  # expect: JAX401


# T20: this helper ignores its key.
def greedy(key, logits):
    return jnp.argmax(logits)


def evaluate(key, state, logits):
    return greedy(key, logits), observe(key, state)


# T20: and this one only passes it on in a new state.
def pack(key, x):
    return {"key": key, "x": x}


def packed(key, x):
    state = pack(key, x)
    return state, jr.normal(key)


def through_lambda(key):
    sample = lambda k, n: jr.normal(k, (n,))
    a = sample(key, 2)
    b = sample(key, 3)  # expect: JAX401
    return a, b


def through_partial(key):
    draw = partial(jr.normal, shape=(3,))
    a = draw(key)
    b = draw(key)  # expect: JAX401
    return a, b


def key_in_partial(key):
    draw = functools.partial(jr.normal, key)
    a = draw((2,))
    b = draw((3,))  # expect: JAX401
    return a, b


def partial_with_own_keys(key):
    draw = partial(jr.normal, shape=(3,))
    k1, k2 = jr.split(key)
    return draw(k1), draw(k2)


@partial(jit, static_argnums=1)
def sample_batch(key, n):
    return jr.choice(key, 100, (n,))


def two_batches():
    key = jr.key(42)
    train = sample_batch(key, 32)
    test = sample_batch(key, 8)  # expect: JAX401
    return train, test


def closure_twice(key):
    def jitter(x):
        return x + jr.normal(key, x.shape)

    a = jitter(jnp.zeros(3))
    b = jitter(jnp.ones(3))  # expect: JAX401
    return a, b


def closure_once(key):
    def jitter(x):
        return x + jr.normal(key, x.shape)

    return jitter(jnp.zeros(3))


def closure_then_draw(key):
    def jitter(x):
        return x + jr.normal(key, x.shape)

    a = jitter(jnp.zeros(3))
    return a, jr.normal(key)  # expect: JAX401


# Through names, tuples, NamedTuples, dataclasses and attributes.
def alias(key):
    other = key
    a = jr.normal(key)
    b = jr.normal(other)  # expect: JAX401
    return a, b


def alias_before_rebinding(key):
    old = key
    key, sub = jr.split(old)
    return jr.normal(sub), jr.normal(key)


def through_tuple(key):
    state = (key, jnp.zeros(3))
    k, x = state
    a = jr.normal(k, x.shape)
    b = jr.normal(state[0], x.shape)  # expect: JAX401
    return a, b


class Chain(NamedTuple):
    key: jax.Array
    position: jax.Array


def mcmc_step(chain: Chain):
    proposal = chain.position + jr.normal(chain.key, chain.position.shape)
    accept = jr.uniform(chain.key) < 0.5  # expect: JAX401
    return Chain(chain.key, jnp.where(accept, proposal, chain.position))


def mcmc_step_split(chain: Chain):
    key, prop_key, acc_key = jr.split(chain.key, 3)
    proposal = chain.position + jr.normal(prop_key, chain.position.shape)
    accept = jr.uniform(acc_key) < 0.5
    return chain._replace(key=key, position=jnp.where(accept, proposal, chain.position))


@dataclass
class Agent:
    key: jax.Array
    noise: float = 0.1

    def explore(self, q):
        greedy_action = jnp.argmax(q + self.noise * jr.normal(self.key, q.shape))
        random_action = jr.randint(self.key, (), 0, 4)  # expect: JAX401
        return greedy_action, random_action

    def explore_split(self, q):
        self.key, k1, k2 = jr.split(self.key, 3)
        greedy_action = jnp.argmax(q + self.noise * jr.normal(k1, q.shape))
        return greedy_action, jr.randint(k2, (), 0, 4)


# One child of a split, drawn from twice.
def child_twice(key):
    key, sub = jr.split(key)
    a = jr.normal(sub)
    b = jr.exponential(sub)  # expect: JAX401
    return key, a, b


def star_children(key):
    k1, *rest = jr.split(key, 4)
    a = jr.normal(k1)
    b = jr.normal(k1)  # expect: JAX401
    return a, b, rest


# T19
def distinct_children(key):
    key, *subkeys = jr.split(key, 4)
    keys = jr.split(key, 3)
    noise = [jr.normal(k) for k in subkeys]
    return noise, jr.normal(keys[0]), jr.normal(keys[1]), jr.normal(keys[2])


# T19
def vmapped_children(key, n):
    return jax.vmap(lambda k: jr.normal(k, (3,)))(jr.split(key, n))


# T18: fold_in with distinct data.
def folded(key, n):
    a = jr.normal(jr.fold_in(key, 0))
    b = jr.normal(jr.fold_in(key, 1))
    c = [jr.normal(jr.fold_in(key, i)) for i in range(2, n)]
    return a, b, c


# T20: a clone says that the same numbers are wanted.
def common_random_numbers(key, a, b):
    first = observe(key, a)
    second = observe(jr.clone(key), b)
    return first - second


# T20: looking at a key is not drawing from it.
def looked_at(key):
    print(key)
    assert key == key
    data = jr.key_data(key)
    return data, jr.normal(key)


# T20: shapes only; then the one real call.
def shaped(key):
    shapes = jax.eval_shape(observe, key, jnp.zeros(3))
    return shapes, observe(key, jnp.zeros(3))


# T20: one call of value_and_grad draws once.
def one_gradient(key, w):
    def loss(w):
        return jnp.sum((w - jr.normal(key, w.shape)) ** 2)

    value, grads = jax.value_and_grad(loss)(w)
    return value, grads


# T20: rematerialised draws are the same draw.
@jit
def rematerialised(key, x):
    noisy = jax.checkpoint(lambda v: v * jr.normal(key, v.shape))
    return noisy(x)


# T18: streams that hand out a new key each time.
class Streams:
    def __init__(self, rngs):
        self.rngs = rngs

    def init(self):
        a = jr.normal(self.rngs.params())
        b = jr.normal(self.rngs.params())
        return a, b


def rebound(key, x):
    x = x + jr.normal(key, x.shape)
    key = jr.key(1)
    return x + jr.normal(key, x.shape)


def folded_chain(key, x):
    key = jr.fold_in(key, 7)
    x = x + jr.normal(key, x.shape)
    key = jr.fold_in(key, 8)
    return x + jr.normal(key, x.shape)


def optional_key(x, key=None):
    if key is None:
        key = jr.key(0)
    return x + jr.normal(key, x.shape)


@jit
def scanned(key, x):
    def body(carry, _):
        key, x = carry
        key, sub = jr.split(key)
        drift = jr.normal(sub, x.shape)
        jump = jr.bernoulli(sub, 0.1, x.shape)  # expect: JAX401
        return (key, x + jnp.where(jump, drift, 0.0)), x

    return lax.scan(body, (key, x), length=10)


@jit
def scanned_split(key, x):
    def body(carry, _):
        key, x = carry
        key, drift_key, jump_key = jr.split(key, 3)
        drift = jr.normal(drift_key, x.shape)
        jump = jr.bernoulli(jump_key, 0.1, x.shape)
        return (key, x + jnp.where(jump, drift, 0.0)), x

    return lax.scan(body, (key, x), length=10)


# Not jax.random at all (T21): a sampler object called `random` of another library.
def other_library(random, key):
    a = random.normal(key)
    b = random.normal(key)
    return a, b


def initialisers(key):
    init = jax.nn.initializers.he_normal()
    k1, k2 = jr.split(key)
    return init(k1, (3, 4)), init(k2, (4, 2))


def initialisers_one_key(key):
    init = jax.nn.initializers.he_normal()
    w1 = init(key, (3, 4))
    w2 = init(key, (4, 2))  # expect: JAX401
    return w1, w2


def loop_over_keys(key, xs):
    out = []
    for k, x in zip(jr.split(key, len(xs)), xs):
        y = x + jr.normal(k, x.shape)
        keep = jr.bernoulli(k, 0.9, x.shape)  # expect: JAX401
        out.append(jnp.where(keep, y, x))
    return out


# Equal data give one key: drawing from both is drawing twice.
def equal_data(key, x):
    a = jr.normal(jr.fold_in(key, 1), x.shape)
    b = jr.normal(jr.fold_in(key, 1), x.shape)  # expect: JAX401
    return a, b


def equal_data_by_name(key, step, x):
    noise_key = jr.fold_in(key, step)
    mask_key = jr.fold_in(key, step)
    noise = jr.normal(noise_key, x.shape)
    mask = jr.uniform(mask_key, x.shape)  # expect: JAX401
    return noise, mask


def equal_data_in_a_loop(key, n, x):
    out = []
    for i in range(n):
        noise = jr.normal(jr.fold_in(key, i), x.shape)
        mask = jr.uniform(jr.fold_in(key, i), x.shape)  # expect: JAX401
        out.append(noise * mask)
    return out


# T18
def other_data(key, step, x):
    noise = jr.normal(jr.fold_in(key, step), x.shape)
    step = step + 1
    mask = jr.uniform(jr.fold_in(key, step), x.shape)
    return noise, mask, jr.gumbel(jr.fold_in(key, 7)), jr.gumbel(jr.fold_in(key, 8))


def equal_data_other_parents(key, step, x):
    noise_root, mask_root = jr.split(key)
    noise = jr.normal(jr.fold_in(noise_root, step), x.shape)
    return noise, jr.uniform(jr.fold_in(mask_root, step), x.shape)


# T17
def equal_data_on_exclusive_paths(key, step, heavy):
    if heavy:
        return jr.cauchy(jr.fold_in(key, step))
    return jr.normal(jr.fold_in(key, step))


def one_folded_key_for_each_of_two_draws(key, step):
    own = jr.fold_in(key, step)
    a, b = jr.split(own)
    return jr.normal(a), jr.normal(b), jr.fold_in(key, step + 1)


# Whole batches of keys.
def batch_vmapped_twice(key, n):
    keys = jr.split(key, n)
    noise = jax.vmap(jr.normal)(keys)
    level = jax.vmap(lambda k: jr.uniform(k))(keys)  # expect: JAX401
    return noise, level


def two_batches_of_keys(key, n):
    noise_key, level_key = jr.split(key)
    noise = jax.vmap(jr.normal)(jr.split(noise_key, n))
    level = jax.vmap(lambda k: jr.uniform(k))(jr.split(level_key, n))
    return noise, level


def halves_of_a_batch(key, n):
    keys = jr.split(key, 2 * n)
    return jax.vmap(jr.normal)(keys[:n]), jax.vmap(jr.uniform)(keys[n:])


def two_rows_of_keys(key, n):
    keys = jr.split(key, (2, n))
    return jax.vmap(jr.normal)(keys[0]), jax.vmap(jr.uniform)(keys[1])


def iterated_then_indexed(key):
    keys = jr.split(key, 3)
    noise = [jr.normal(k, (3,)) for k in keys]
    start = jr.normal(keys[0], (3,))  # expect: JAX401
    return noise, start


def looped_then_indexed(key, xs):
    keys = jr.split(key, 3)
    out = []
    for k, x in zip(keys, xs):
        out.append(x + jr.normal(k, x.shape))
    return out, jr.uniform(keys[0])  # expect: JAX401


def the_rest_iterated(key):
    keys = jr.split(key, 4)
    start = jr.normal(keys[0], (3,))
    return start, [jr.normal(k, (3,)) for k in keys[1:]]


def all_but_the_last_iterated(key, xs):
    *keys, last = jr.split(key, 4)
    return [x + jr.normal(k) for k, x in zip(keys, xs)], jr.uniform(last)


def same_child_twice(key):
    keys = jr.split(key, 3)
    a = jr.normal(keys[0])
    b = jr.normal(keys[-3])  # expect: JAX401
    return a, b


# The key that comes back is the one that was drawn from.
@jit
def step_handing_back(key, x):
    return key, x + jr.normal(key, x.shape)


def draws_after_the_step(key, x):
    key, x = step_handing_back(key, x)
    return x * jr.bernoulli(key, 0.5, x.shape)  # expect: JAX401


def steps_twice(key, x):
    key, x = step_handing_back(key, x)
    key, x = step_handing_back(key, x)  # expect: JAX401
    return key, x


@jit
def step_with_a_fresh_key(key, x):
    key, sub = jr.split(key)
    return key, x + jr.normal(sub, x.shape)


def draws_after_a_fresh_key(key, x):
    key, x = step_with_a_fresh_key(key, x)
    key, x = step_with_a_fresh_key(key, x)
    return x * jr.bernoulli(key, 0.5, x.shape)


# One key for all streams of a module.
class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dropout(0.5, deterministic=False)(nn.Dense(4)(x))


# Each stream is folded with the path of the submodule that asks.
def one_key_for_params_and_dropout(key, x):
    return Encoder().init({"params": key, "dropout": key}, x)


def own_key_for_each_stream(key, x):
    params_key, dropout_key = jr.split(key)
    return Encoder().init({"params": params_key, "dropout": dropout_key}, x)


def initialised_and_applied(key, x):
    init_key, apply_key = jr.split(key)
    params = Encoder().init(init_key, x)
    return Encoder().apply(params, x, rngs={"dropout": apply_key})


def initialised_and_drawn(key):
    x = jr.normal(key, (2, 4))
    return Encoder().init(key, x)


# At one path both streams fold the same into the key.
class Noisy(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.normal(1.0), x.shape)
        return x + scale * jr.normal(self.make_rng("noise"), x.shape)


def one_key_for_params_and_noise(key, x):
    return Noisy().init({"params": key, "noise": key}, x)  # expect: JAX401


class Fixed(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.zeros, x.shape)
        return x + scale * jr.normal(self.make_rng("noise"), x.shape)


def one_key_for_zeros_and_noise(key, x):
    return Fixed().init({"params": key, "noise": key}, x)


# Models whose parts have the same names start alike, if the key is the same.
class Actor(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(8, name="hidden")(x))
        return nn.Dense(2, name="mean")(x)


class Critic(nn.Module):
    def setup(self):
        self.hidden = nn.Dense(8)
        self.value = nn.Dense(1)

    def __call__(self, x):
        return self.value(nn.tanh(self.hidden(x)))


class Scale(nn.Module):
    def setup(self):
        self.scale = nn.Dense(1)

    def __call__(self, x):
        return self.scale(x)


def actor_and_critic(key, x):
    actor = Actor().init(key, x)
    return actor, Critic().init(key, x)  # expect: JAX401


def actor_and_scale(key, x):
    return Actor().init(key, x), Scale().init(key, x)


def two_critics(key, x):
    first = Critic().init(key, x)
    return first, Critic().init(key, x)  # expect: JAX401


def two_layers(key, x):
    first = nn.Dense(3).init(key, x)
    return first, nn.Dense(4).init(key, x)  # expect: JAX401


def norm_and_layer(key, x):
    return nn.LayerNorm().init(key, x), nn.Dense(4).init(key, x)


class Dropping(nn.Module):
    @nn.compact
    def __call__(self, x, train=False):
        return nn.Dropout(0.5, deterministic=not train)(nn.Dense(3)(x))

    def other(self, x):
        return x


def trained_and_tested(params, key, x):
    net = Dropping()
    noisy = net.apply(params, x, train=True, rngs={"dropout": key})
    clean = net.apply(params, x, train=False, rngs={"dropout": key})
    plain = net.apply(params, x, rngs={"dropout": key}, method=net.other)
    again = net.apply(params, x, True, rngs={"dropout": key})  # expect: JAX401
    return noisy, clean, plain, again


# Of a model that is not seen, the same call draws the same, unless it is told not to.
def of_others(model, other, params, key, x):
    first = model.apply(params, x, rngs={"dropout": key})
    tested = model.apply(params, x, train=False, rngs={"dropout": key})
    encoded = other.apply(params, x, rngs={"dropout": key})
    again = model.apply(params, x, rngs={"dropout": key})  # expect: JAX401
    return first, tested, encoded, again


def of_others_with_a_key(model, other, params, x):
    key = jr.key(0)
    first = model.apply(params, x, rngs={"dropout": key})
    tested = model.apply(params, x, train=False, rngs={"dropout": key})
    encoded = other.apply(params, x, rngs={"dropout": key})
    again = model.apply(params, x, rngs={"dropout": key})  # expect: JAX401
    return first, tested, encoded, again


# A jitted function that closes over its key draws the same at each call.
NOISE_KEY = jr.key(7)


@jit
def noisy(x):
    return x + jr.normal(NOISE_KEY, x.shape)


def noisy_twice(x, y):
    a = noisy(x)
    b = noisy(y)  # expect: JAX401
    return a, b


def noisy_once(x):
    return noisy(x)


@jit
def noisy_step(x, step):
    return x + jr.normal(jr.fold_in(NOISE_KEY, step), x.shape)


def noisy_steps(x):
    return noisy_step(noisy_step(x, 0), 1)


def jitted_closure_twice(key, x, y):
    @jit  # expect: JAX503
    def jitter(v):
        return v + jr.normal(key, v.shape)

    a = jitter(x)
    b = jitter(y)  # expect: JAX401
    return a, b


def applied_without_a_key(key, x):
    model = hk.without_apply_rng(hk.transform_with_state(lambda y: y * 2.0))
    params, state = model.init(key, x)
    return model.apply(params, state, x), model.apply(params, state, x)


def applied_with_one_key(key, x):
    init_key, apply_key = jax.random.split(key)
    model = hk.transform_with_state(lambda y: y * 2.0)
    params, state = model.init(init_key, x)
    first = model.apply(params, state, apply_key, x)
    return first, model.apply(params, state, apply_key, x)


# Haiku takes keys where the function asks for them.
def dropping(x, is_training):
    x = hk.Linear(3)(x)
    return hk.dropout(hk.next_rng_key(), 0.5, x) if is_training else x


def dropped_twice(params, key, x):
    model = hk.transform(dropping)
    first = model.apply(params, key, x, True)
    return first, model.apply(params, key, x, True)  # expect: JAX401


def tested_twice(params, key, x):
    model = hk.transform(dropping)
    first = model.apply(params, key, x, False)
    return first, model.apply(params, key, x, False)


def initialised_twice(key, x):
    model = hk.transform(dropping)
    first = model.init(key, x, False)
    return first, model.init(key, x, False)  # expect: JAX401


def initialised_without_parameters(key, x):
    model = hk.transform(lambda y: y * 2.0)
    return model.init(key, x), model.init(key, x)


# One key picks alike from several arrays, which is no reuse, if each element is as likely in both.
def picked_alike(key, xs, ys):
    return jr.choice(key, xs), jr.choice(key, ys)


def picked_alike_by_weights(key, xs, ys, p):
    return jr.choice(key, xs, p=p), jr.choice(key, ys, p=p)


def picked_by_other_weights(key, walls):
    start = jr.choice(key, jnp.arange(100), p=walls)
    return start, jr.choice(key, jnp.arange(100), p=1.0 - walls)  # expect: JAX401


def two_indices(key):
    start = jr.choice(key, jnp.arange(100))
    return start, jr.choice(key, jnp.arange(50))  # expect: JAX401


# It draws where there is nothing yet, and hands on what it drew.
def mixed(x, key, chance, mixture=None):
    if mixture is None and chance > 0:
        mixture = jr.uniform(key, (3,))
    if mixture is None:
        return x, None
    return x * mixture, mixture


def mixed_alike(xs, ys, key, chance):
    xs, mixture = mixed(xs, key, chance)
    ys, _ = mixed(ys, key, chance, mixture=mixture)
    return xs, ys


def mixed_apart(xs, ys, key, chance):
    xs, mixture = mixed(xs, key, chance)
    ys, _ = mixed(ys, key, chance)  # expect: JAX401
    return xs, ys


# A function of which nothing is seen draws the same from the same key.
def augmented(image, other, seed):
    key, init_key = jr.split(jr.key(seed))
    first = pix.random_brightness(key=key, image=image)
    kept = pix.Options(key=key), pix.replace(image, key=key), other.replace(key=key)
    contrast = pix.random_contrast(key=key, image=image)
    started = other(image, key=init_key), other(image, inference=True, key=init_key)
    second = pix.random_brightness(key=key, image=image)  # expect: JAX401
    return first, kept, contrast, started, second, other(image, key=init_key)  # expect: JAX401


# One that does not say that it draws may have the key for an option of what it computes.
def simulated(scene, solver, seed):
    key = jr.key(seed)
    program = solver.lower(scene, key=key)
    first = pix.run_solver(scene, key=key)
    return program, first, pix.run_solver(scene, key=key), solver.lower(scene, key=key)


# Only the shapes are asked for: there are no numbers.
def template(key):
    first, second = split(key)
    return {"w": jr.normal(first), "b": jr.normal(key), "c": jr.normal(key)}


def template_that_runs_too(key):
    a = jr.normal(key)
    return a, jr.uniform(key)  # expect: JAX401


def shapes(key):
    return jax.eval_shape(template, key), jax.eval_shape(template_that_runs_too, key)


def run_too(key):
    return template_that_runs_too(key)


# An argument is evaluated before the call that it is for.
def drawn_anew(linear, shape, key):
    return linear * jr.truncated_normal(key, -2.0, 2.0, shape)


def initialised(shape, key):
    return drawn_anew(jr.uniform(key, shape), shape, key)  # expect: JAX401


# Only the first turn has the number 0, and nothing is drawn before it.
def layers_of_one_key(depth, key):
    layers = []
    for i in range(depth):
        if i == 0:
            layers.append(jr.normal(key, (3,)))
        elif i < depth - 1:
            layers.append(jr.normal(key, (4,)))  # expect: JAX401
        else:
            layers.append(jr.normal(key, (5,)))  # expect: JAX401
    return layers


def stacks_of_one_key(depth, key):
    for _ in range(2):
        for i in range(depth):
            if not i:
                x = jr.normal(key, (3,))  # expect: JAX401
            else:
                x = jr.normal(key, (4,))  # expect: JAX401
    return x


def special_third_layer(depth, key):
    for i in range(depth):
        if i == 2:
            x = jr.normal(key, (3,))  # expect: JAX401
        else:
            x = jr.normal(key, (4,))  # expect: JAX401
    return x


# Of the streams of a model that is not seen, `init` needs that of the parameters.
def initialised_models(actor, critic, key, x):
    first, second, other = split(key, 3)
    a = actor.init({"params": first, "batch_stats": other}, x)
    b = critic.init({"params": second, "batch_stats": other}, x)
    return a, b


def alike_models(actor, critic, key, x):
    first, other = split(key)
    a = actor.init({"params": first, "batch_stats": other}, x)
    return a, critic.init({"params": first, "batch_stats": other}, x)  # expect: JAX401


# A function of Haiku that gets the key of its model draws from it itself, and once.
@hk.transform
def noised(x, key):
    return x + jr.normal(key, x.shape)


def initialised_with_one_key(x):
    keys = jr.split(jr.key(11), 3)
    return noised.init(rng=keys[0], x=x, key=keys[0])


def initialised_twice_with_one_key(x):
    keys = jr.split(jr.key(12), 3)
    first = noised.init(keys[0], x, keys[0])
    return first, noised.init(keys[0], x, keys[0])  # expect: JAX401


# Both branches of a cond give trees of one structure: if one is no None, neither is the other.
def fitted(key, initial=None):
    return jr.normal(key, (3,)) if initial is None else initial


def fitted_to_a_start(key, pred, known):
    start = jax.lax.cond(pred, lambda: known, lambda: jr.normal(key, (3,)))
    return fitted(key, start)


def fitted_to_what_is_known(key, pred, known):
    noise = jr.normal(key, (3,))
    start = jax.lax.cond(pred, lambda: known, lambda: known)
    return noise, fitted(key, start)  # expect: JAX401


# What is made of an object on one of two paths keeps what is known of the object.
class Drawing(NamedTuple):
    total: jax.Array
    key: jax.Array


def draw_into(drawing, x):
    return drawing._replace(total=drawing.total + random.normal(drawing.key, x.shape))


def reset_or_not(key, x):
    drawing = Drawing(x, key)
    if x.sum() > 1:
        drawing = drawing._replace(total=x * 0)
    one = jax.jit(draw_into)(drawing, x)
    other = jax.jit(draw_into)(drawing, x)  # expect: JAX401
    return one, other


def reset_with_another(key, x):
    first, second = random.split(key)
    drawing = Drawing(x, first)
    one = draw_into(drawing, x)
    if x.sum() > 1:
        drawing = Drawing(x * 0, second)
    else:
        drawing = drawing._replace(key=second)
    return one, draw_into(drawing, x)


# What is done to an object of which nothing is known may give it another key.
def stepped_state(state):
    first = jr.normal(state.key)
    state.step()
    return first + jr.normal(state.key)


def asked_state(state):
    first = jr.normal(state.key)
    shape = state.size()
    return first + jr.normal(state.key, shape)  # expect: JAX401


# A dropout of Equinox draws from the key of each call.
class Dropped(eqx.Module):
    layers: list
    dropout: eqx.nn.Dropout
    kept: eqx.nn.Dropout

    def __init__(self, layers):
        self.layers = layers
        self.dropout = eqx.nn.Dropout(0.5)
        self.kept = eqx.nn.Dropout(0.0)

    def __call__(self, x, key):
        x = self.dropout(x, key=key) + self.kept(x, key=key)
        x = self.dropout(x, key=key, inference=True)
        return self.dropout(x, key=key)  # expect: JAX401

    def split(self, x, key):
        first, second = jr.split(key)
        return self.dropout(self.dropout(x, key=first), key=second)


# What undoes a draw needs the same numbers.
def rotated(x, key):
    return x * jr.rademacher(key, x.shape)


def inverse_rotated(x, key):
    return x / jr.rademacher(key, x.shape)


def unrelated_rotated(x, key):
    return x / jr.rademacher(key, x.shape)


def there_and_back(x, key):
    return inverse_rotated(jnp.round(rotated(x, key)), key)


def there_and_elsewhere(x, key):
    return unrelated_rotated(jnp.round(rotated(x, key)), key)  # expect: JAX401


# NumPyro begins with a split, whatever the model.
def predictions(model, guide, key, x):
    predictive = Predictive(model, num_samples=10)
    prior = predictive(key, x)
    posterior = Predictive(guide, num_samples=10)(rng_key=key)  # expect: JAX401
    return prior, posterior, predictive(key, x)  # expect: JAX401


def predictions_split(model, key, x):
    prior_key, posterior_key = jax.random.split(key)
    predictive = Predictive(model, num_samples=10)
    return predictive(prior_key, x), predictive(posterior_key, x)


def chains(kernel, optimizer, model, key, x):
    mcmc = MCMC(kernel, num_warmup=10, num_samples=10)
    mcmc.run(key, x)
    first = mcmc.get_samples()
    mcmc.run(key, x)  # expect: JAX401
    svi = SVI(model, model, optimizer, None)
    return first, svi.run(key, 100, x)  # expect: JAX401


def fitted_and_predicted(optimizer, model, guide, key, x):
    svi = SVI(model, guide, optimizer, None)
    fitted = svi.run(key, 100, x)
    predictive = Predictive(model, guide=guide, params=fitted.params, num_samples=10)
    drawn = predictive(key)  # expect: JAX401
    return drawn, svi.run(key, 200, x)  # expect: JAX401


def chain_then_predictions(kernel, model, key, x):
    key, run_key = jax.random.split(key)
    mcmc = MCMC(kernel, num_warmup=10, num_samples=10)
    mcmc.run(run_key, x)
    return Predictive(model, mcmc.get_samples())(key, x)


# Predicates that exclude each other, by what they were made of.
@jax.jit
def roamed(state, key):
    up, down, arrived = state[0] > 1, state[0] < 0, state[1] > 3
    stays = jnp.logical_and(arrived, jnp.logical_not(jnp.logical_or(up, down)))
    x = lax.cond(stays, lambda: random.normal(key), lambda: 0.0)
    x = lax.cond(jnp.logical_and(arrived, up), lambda: random.normal(key), lambda: x)
    return lax.cond(down & ~up & arrived, lambda: random.normal(key), lambda: x)


def and_not(one, other):
    return one & ~other


@jax.jit
def roamed_by_helpers(state, key, other_key):
    up, down = state[0] > 1, state[0] < 0
    x = lax.cond(and_not(up, down), lambda: random.normal(key), lambda: 0.0)
    x = lax.cond(and_not(down, up), lambda: random.normal(key), lambda: x)
    x = lax.cond(up | down, lambda: random.normal(other_key), lambda: x)
    return lax.cond(up & down, lambda: random.normal(other_key), lambda: x)  # expect: JAX401


# What is folded in is a whole number: JAX leaves out the rest.
def folded_fractions(key):
    one = random.normal(random.fold_in(key, 0.25))
    other = random.normal(random.fold_in(key, 0.75))  # expect: JAX401
    return one, other, random.normal(random.fold_in(key, 1.25))


# --- distributions of NumPyro --------------------------------------------------------------------


def two_distributions(key):
    mean = dist.Normal(0.0, 1.0).sample(key)
    return mean, dist.Gamma(2.0, 1.0).sample(key, (3,))  # expect: JAX401


class Simulator:
    def __init__(self, scale):
        self.prior = dist.Normal(0.0, scale).expand([3]).to_event(1)

    def run(self, rng_key):
        theta = self.prior.sample(rng_key)
        return dist.Normal(theta, 1.0).sample(key=rng_key)  # expect: JAX401

    def run_apart(self, rng_key):
        first, second = jax.random.split(rng_key)
        return dist.Normal(self.prior.sample(first), 1.0).sample(second)


def several_of_one_key(key):
    many = dist.Normal(0.0, 1.0).sample(key, (100,))
    return many, dist.Normal(0.0, 1.0).log_prob(many)


def of_what_may_be_anything(table, row):
    return table.sample(row), table.sample(row)


# None is no key, though one statement binds it to both names.
def keys_or_none(x, key=None):
    if key is not None:
        k1, k2 = jax.random.split(key)
    else:
        k1 = k2 = None
    return jax.random.normal(k1, x.shape) + jax.random.normal(k2, x.shape)


def keys_or_one(x, key=None):
    if key is not None:
        k1, k2 = jax.random.split(key)
    else:
        k1 = k2 = jax.random.key(0)
    return jax.random.normal(k1, x.shape) + jax.random.normal(k2, x.shape)  # expect: JAX401


# A property of an object of another library may make a key each time it is read.
def keys_of_foreign_object():
    import somewhere

    stream = somewhere.KeyStream()
    q = jax.random.normal(stream.key, (3,))
    k = jax.random.normal(stream.key, (3,))
    return q, k


def key_of_foreign_object_held():
    import somewhere

    key = somewhere.KeyStream().key
    q = jax.random.normal(key, (3,))
    k = jax.random.normal(key, (3,))  # expect: JAX401
    return q, k


def keys_of_state(state):
    q = jax.random.normal(state.key, (3,))
    k = jax.random.normal(state.key, (3,))  # expect: JAX401
    return q, k


# Draws of which each result takes one, by way of variables and helpers.
def halved(key, scale):
    return scale * jax.random.uniform(key)


def mirrored(key, scale):
    return -scale * jax.random.uniform(key)


def mixture(key, scale, pick):
    left = halved(key, scale)
    flat = jax.random.uniform(key)  # expect: JAX401
    right = mirrored(key, scale)  # expect: JAX401
    tail = jnp.where(pick < 2, flat, right)
    drawn = jnp.where(pick < 1, left, tail)
    if scale > 1:
        drawn = jnp.round(drawn)
    return drawn


def selected(key, pick):
    left, right = jax.random.normal(key), jax.random.uniform(key)  # expect: JAX401
    low = jax.random.normal(key)  # expect: JAX401
    return jnp.select([pick < 1, pick < 2], [left, right], low)


def chosen_twice(key, scale, pick):
    left = halved(key, scale)
    right = mirrored(key, scale)  # expect: JAX401
    drawn = jnp.where(pick, left, right)
    return jnp.where(scale > 1, drawn, left)


def chosen_from_two_shapes(key, pick):
    left = jax.random.normal(key, (3,))
    right = jax.random.uniform(key, (2, 3))  # expect: JAX401
    return jnp.where(pick, left, right)


def chosen_and_added(key, scale, pick):
    left = halved(key, scale)
    right = mirrored(key, scale)  # expect: JAX401
    return jnp.where(pick, left, right) + right


def chosen_by_itself(key, scale):
    left = halved(key, scale)
    right = mirrored(key, scale)  # expect: JAX401
    return jnp.where(left > 0, left, right)


# One result that is made in several statements, under one name.
def filled_by_and_by(key, x):
    out = jnp.zeros(x.shape)
    out = jnp.where(x < 0, -jax.random.exponential(key, x.shape), out)
    out = jnp.where(x > 0, jax.random.uniform(key, x.shape), out)  # expect: JAX401
    out = jnp.where(x == 0, jax.random.normal(key, x.shape), out)  # expect: JAX401
    return out


def filled_by_and_by_at_each_size(key, x, sizes):
    found = []
    for size in sizes:
        one = jax.random.fold_in(key, size)
        out = jnp.zeros(x.shape)
        out = jnp.where(x < size, jax.random.exponential(one, x.shape), out)
        out = jnp.where(x > size, jax.random.uniform(one, x.shape), out)  # expect: JAX401
        found.append(out)
    return found


def filled_and_added(key, x):
    out = jnp.where(x < 0, jax.random.exponential(key, x.shape), x)
    out = out + jnp.where(x > 0, jax.random.uniform(key, x.shape), 0)  # expect: JAX401
    return out


def filled_and_kept(key, x):
    out = jnp.where(x < 0, jax.random.exponential(key, x.shape), x)
    before = out
    out = jnp.where(x > 0, jax.random.uniform(key, x.shape), out)  # expect: JAX401
    return out - before


def filled_from_the_last_turn(key, x):
    out = x
    for scale in (1, 2):
        one = jax.random.fold_in(key, scale)
        last = out
        out = jnp.where(x < scale, jax.random.exponential(one, x.shape), x)
        out = jnp.where(x > 0, jax.random.uniform(one, x.shape), out)  # expect: JAX401
        x = last + out
    return x


# Of a table of draws of which one entry is used no two are used together: advice.
def initialized(key, how, size):
    weights = {
        "normal": jr.normal(key, (size,)),
        "wide": 2.0 * jr.normal(key, (size,)),  # expect: JAX401
        "flat": jnp.zeros(size),
    }
    return weights[how]


def initialized_at_once(key, how):
    kinds = [0.0, {"a": normal(key, (3,)), "b": jr.uniform(key)}[how]]  # expect: JAX401
    return kinds


def initialized_twice(key, how, size):
    weights = {
        "normal": jr.normal(key, (size,)),
        "wide": 2.0 * jr.normal(key, (size,)),  # expect: JAX401
    }
    return weights[how], weights["wide"]


# Two arrays are shuffled alike, and one of them once more.
def shuffled_alike_and_again(key, x, y):
    x = jr.permutation(key, x)
    y = jr.permutation(key, y)
    return jr.permutation(key, x), y  # expect: JAX401


# One call with one key, whose result is kept; two calls with it.
@functools.cache
def kept_noise(key, n):
    return jr.normal(key, (n,))


def noise_kept(key):
    return kept_noise(key, 3), kept_noise(key, n=3)


def noise_of_two_sizes(key):
    return kept_noise(key, 3), kept_noise(key, 4)  # expect: JAX401


# A function of two points whose results are compared has common random numbers: advice.
def cost_of(pump, load, key):
    return jnp.mean(jnp.tanh(pump + load * jr.normal(key, (64,))))


def slope_by_difference(pump, load, key, step=0.1):
    above = cost_of(pump + step, load, key)
    below = cost_of(pump - step, load, key)  # expect: JAX401
    return (above - below) / (2 * step)


def slope_in_a_line(pump, load, key, step=0.1):
    return (cost_of(pump + step, load, key) - cost_of(pump, load, key)) / step  # expect: JAX401


def slope_of_any(cost, pump, key, step=0.1):
    above, below = cost(pump + step, key), cost(pump - step, key)  # expect: JAX401
    return (jnp.sum(above) - jnp.sum(below)) / (2 * step)


def slope_of_pump(pump, key):
    return slope_of_any(lambda at, k: cost_of(at, 2.0, k), pump, key)


compiled_cost = jax.jit(cost_of)


def is_better(one, other, load, key):
    old = compiled_cost(one, load, key)
    new = compiled_cost(other, load, key)  # expect: JAX401
    return new < old


def costs_added(pump, load, key, step=0.1):
    above = cost_of(pump + step, load, key)
    below = cost_of(pump - step, load, key)  # expect: JAX401
    return above + below


def costs_given(pump, load, key, step=0.1):
    above = cost_of(pump + step, load, key)
    below = cost_of(pump - step, load, key)  # expect: JAX401
    return above - step, below


def costs_equal(pump, load, key):
    return cost_of(pump, load, key) - cost_of(pump, load, key)  # expect: JAX401


def draws_subtracted(key):
    return jr.normal(key, (3,)) - jr.normal(key, (2, 3))  # expect: JAX401


def risk_of(pump, load, key):
    return jnp.mean(pump * load + jr.uniform(key, (64,)))


def others_subtracted(pump, load, key):
    return cost_of(pump, load, key) - risk_of(pump, load, key)  # expect: JAX401


def slope_of_two_keys(pump, load, key, step=0.1):
    near, far = jr.split(key)
    return (cost_of(pump + step, load, near) - cost_of(pump, load, far)) / step


# Derivatives of one function at one point are those of one function: advice.
by_pump = jax.grad(cost_of)
by_load = jax.grad(cost_of, argnums=1)


def both_slopes(pump, load, key):
    return by_pump(pump, load, key), by_load(pump, load, key)  # expect: JAX401


def cost_and_slope(pump, load, key):
    cost = cost_of(pump, load, key)
    slope = jax.grad(cost_of)(pump, load, key)  # expect: JAX401
    return cost, slope


def slope_at_two_points(pump, load, key):
    return by_pump(pump, load, key), by_load(load, pump, key)  # expect: JAX401


def cost_after_a_step(pump, load, key):
    slope = by_pump(pump, load, key)
    pump = pump - 0.1 * slope
    return cost_of(pump, load, key)  # expect: JAX401


def slopes_of_two(pump, load, key):
    return by_pump(pump, load, key), jax.grad(risk_of)(pump, load, key)  # expect: JAX401


# A helper that shuffles: arrays that are given to it with one key are shuffled alike.
def stirred(key, rows):
    return jr.permutation(key, rows)


def stirred_alike(key, rows, marks):
    return stirred(key, rows), stirred(key, marks)


def stirred_by_turns(key, rows, marks):
    rows, marks = stirred(key, rows), stirred(key, marks)
    return stirred(key, rows), marks  # expect: JAX401


def stirred_twice(key, rows):
    return stirred(key, rows), stirred(key, rows)  # expect: JAX401


def few_of(key, rows, odds):
    return jr.choice(key, rows, (3,), p=odds)


def few_alike(key, rows, marks, odds):
    return few_of(key, rows, odds), few_of(key, marks, odds)


def few_by_others(key, rows, marks, odds, bets):
    return few_of(key, rows, odds), few_of(key, marks, bets)  # expect: JAX401


# Of tests that are joined by `or` one holds: where none does, no other place is that asks for it.
def drawn_for_either(key, shift, scale):
    noise = 0.0
    if shift is not None or scale is not None:
        noise = jr.normal(key)
    if shift is None and scale is None:
        noise = jr.uniform(key)
    return noise


def drawn_for_one(key, shift, scale):
    noise = 0.0
    if shift is not None or scale is not None:
        noise = jr.normal(key)
    if shift is None:
        noise = noise + jr.uniform(key)  # expect: JAX401
    return noise


def drawn_for_one_of_three(key, small, large, odd):
    noise = jr.normal(key) if small or (large or not odd) else 0.0
    if small:
        return noise
    if large:
        return noise
    if odd:
        return noise + jr.uniform(key)
    return noise


def drawn_for_two_of_three(key, small, large, odd):
    noise = jr.normal(key) if small or (large or not odd) else 0.0
    if small:
        return noise
    if odd:
        return noise + jr.uniform(key)  # expect: JAX401
    return noise


def one_of_both(key, shifted, scaled):
    noise = 0.0
    if shifted and scaled:
        return noise
    elif shifted:
        noise = jr.normal(key)
    if scaled:
        noise = noise + jr.uniform(key)
    return noise


def one_without_the_other(key, shifted, scaled):
    noise = 0.0
    if shifted and scaled:
        return noise
    elif shifted:
        noise = jr.normal(key)
    if not scaled:
        noise = noise + jr.uniform(key)  # expect: JAX401
    return noise


# What holds is followed from one test to the next.
def one_by_one(key, a, b, c):
    noise = 0.0
    if (a or b) and (not b or c):
        noise = jr.normal(key)
    if not a and not c:
        noise = noise + jr.uniform(key)
    return noise


def one_by_another(key, a, b, c):
    noise = 0.0
    if (a or b) and (b or c):
        noise = jr.normal(key)
    if not a and not c:
        noise = noise + jr.uniform(key)  # expect: JAX401
    return noise


# The flags of the second test are others.
def set_between(key, shifted, scaled, turned):
    noise = 0.0
    if shifted or scaled:
        noise = jr.normal(key)
    scaled = turned
    if not shifted and not scaled:
        noise = noise + jr.uniform(key)  # expect: JAX401
    return noise


# An arm that is left nothing is not run.
def never_neither(key, shifted, scaled):
    noise = jr.normal(key)
    if shifted or scaled:
        if shifted:
            return noise
        if scaled:
            return noise
        return noise + jr.uniform(key)
    return noise


def sometimes_neither(key, shifted, scaled, turned):
    noise = jr.normal(key)
    if shifted or turned:
        if shifted:
            return noise
        if scaled:
            return noise
        return noise + jr.uniform(key)  # expect: JAX401
    return noise


# --- what is a key, or gives keys ----------------------------------------------------------------


# A test for what no key has asks whether it is one: callers out of sight may pass none.
def drawn_of_either(source, n):
    key = source.params() if hasattr(source, "params") else source
    return jax.random.normal(key, (n,))


def of_unknown_source(source):
    return drawn_of_either(source, 3), drawn_of_either(source, 4)


def of_streams():
    streams = nnx.Rngs(params=0)
    return drawn_of_either(streams, 3), drawn_of_either(streams, 4)


def of_key_itself():
    key = jax.random.key(0)
    return drawn_of_either(key, 3), drawn_of_either(key, 4)  # expect: JAX401


def of_what_is_shown_to_be_one(source):
    first = jax.random.normal(source, (3,))
    return first, drawn_of_either(source, 4)  # expect: JAX401


# Behind one test the code itself says that it is.
def of_source_in_branches(source):
    if hasattr(source, "params"):
        return source.params()
    first = jax.random.normal(source, (3,))
    return first, jax.random.normal(source, (4,))  # expect: JAX401


# What every array has is no sign of anything else.
def of_shaped(key):
    if hasattr(key, "shape"):
        first = jax.random.normal(key, (3,))
        return first, jax.random.normal(key, (4,))  # expect: JAX401
    return None


class Routed(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.rngs = rngs

    def once(self, n):
        return drawn_of_either(self.rngs, n)

    def __call__(self):
        return self.once(3), self.once(4)


# --- functions of Haiku, whose parameters may start as the same numbers --------------------------


def scaled_at_random(x):
    gain = hk.get_parameter("gain", (3,), init=jnp.ones)
    return x * gain + jax.random.normal(hk.next_rng_key(), (3,))


class ScaledAtRandom(hk.Module):
    def __init__(self):
        super().__init__(name="scaled")

    def __call__(self, x):
        return scaled_at_random(x)


def weighted(x):
    weight = hk.get_parameter("weight", (3,), init=hk.initializers.RandomNormal())
    return x * weight + jax.random.normal(hk.next_rng_key(), (3,))


def started_from_ones(key):
    x = jax.random.normal(key, (3,))
    return x, hk.transform(scaled_at_random).init(key, x)


def started_as_a_module(key):
    x = jax.random.normal(key, (3,))
    return x, hk.transform(lambda x: ScaledAtRandom()(x)).init(key, x)


def started_at_random(key):
    x = jax.random.normal(key, (3,))
    return x, hk.transform(weighted).init(key, x)  # expect: JAX401


def applied_at_random(params, key):
    x = jax.random.normal(key, (3,))
    return hk.transform(scaled_at_random).apply(params, key, x)  # expect: JAX401


# --- models of NumPyro of which all sites may be given -------------------------------------------


def line(x, y=None):
    slope = numpyro.sample("slope", dist.Normal(0.0, 1.0))
    numpyro.sample("seen", dist.Normal(slope * x, 1.0), obs=y)


def filled(samples, key, x, y):
    found = Predictive(line, samples, return_sites=["logits"])(key, x, y)
    return found, jax.random.normal(key)


def foretold(samples, key, x):
    found = Predictive(line, posterior_samples=samples)(key, x)
    return found, jax.random.normal(key)  # expect: JAX401


def started(key, x, y):
    found = Predictive(line, num_samples=10)(key, x, y=y)
    return found, jax.random.normal(key)  # expect: JAX401


def filled_of_any_model(model, samples, key, x, y):
    found = Predictive(model, posterior_samples=samples)(key, x, y=y)
    return found, jax.random.normal(key)


# What a caller has asked of a field holds in what it calls, unless something assigns that field.
class Source:
    def __init__(self, path, cached, seed):
        self.path, self.cached, self.seed = path, cached, seed

    def forget(self):
        self.cached = False


def weights_of(source, key):
    if source.path:
        return jnp.load(source.path)
    return jr.normal(key)


def cached_weights_of(source, key):
    if source.cached:
        return source.cached
    return jr.normal(key)


def weights_twice(source, key):
    first = jr.normal(key)
    if source.path:
        return first, weights_of(source, key)
    return first, first


def weights_if_cached(source, key):
    first = jr.normal(key)
    if source.cached:
        source.forget()
        return first, cached_weights_of(source, key)  # expect: JAX401
    return first, first


def weights_of_another(source, other, key):
    first = jr.normal(key)
    if source.path:
        return first, weights_of(other, key)  # expect: JAX401
    return first, first


# zip ends with the shortest: what it leaves of a batch is fresh.
def heads_after_layers(key, sizes):
    keys = jax.random.split(key, len(sizes) + 1)
    layers = [jax.random.normal(k, (size,)) for size, k in zip(sizes, keys)]
    return layers, jax.random.normal(keys[-1], (3,))


def named_after_letters(key):
    keys = jax.random.split(key, 4)
    matrices = {name: jax.random.normal(k, (3,)) for name, k in zip("qkv", keys)}
    return matrices, jax.random.normal(keys[3], (3,))


def first_again(key, sizes):
    keys = jax.random.split(key, 5)
    layers = [jax.random.normal(k, (size,)) for size, k in zip(sizes, keys)]
    return layers, jax.random.normal(keys[0], (3,))  # expect: JAX401


def last_of_as_many(key):
    keys = jax.random.split(key, 4)
    matrices = {name: jax.random.normal(k, (3,)) for name, k in zip("qkvo", keys)}
    return matrices, jax.random.normal(keys[3], (3,))  # expect: JAX401


def last_of_exactly_as_many(key, sizes):
    keys = jax.random.split(key, len(sizes))
    layers = [jax.random.normal(k, (size,)) for size, k in zip(sizes, keys, strict=True)]
    return layers, jax.random.normal(keys[-1], (3,))  # expect: JAX401


# One key under several names.
def under_all_names(key):
    streams = dict.fromkeys(("weights", "noise"), key)
    weights = jax.random.normal(streams["weights"])
    return weights + jax.random.normal(streams["noise"])  # expect: JAX401


def under_no_name_yet(key):
    streams = dict.fromkeys(("weights", "noise"))
    streams["weights"], streams["noise"] = jax.random.split(key)
    return jax.random.normal(streams["weights"]) + jax.random.normal(streams["noise"])


# A function by itself and by what transforms it: equal numbers are wanted where they are compared.
def noisy_square(x, key):
    return (x + jax.random.normal(key)) ** 2


def agreeing(x, key):
    plain = noisy_square(x, key)
    jitted = jax.jit(noisy_square)(x, key)  # expect: JAX401
    return jnp.allclose(plain, jitted)


def added_up(x, key):
    plain = noisy_square(x, key)
    jitted = jax.jit(noisy_square)(x, key)  # expect: JAX401
    return plain + jitted


# --- helpers that bring several arrays into one order ----------------------------------------------


def reordered(key, inner, outer):
    both = jnp.concatenate([inner, outer])
    return both[jr.permutation(key, both.shape[0])]


def shaken(key, inner, outer):
    both = jnp.concatenate([inner, outer])
    return both + jr.normal(key, both.shape)


def reordered_alike(key, places, times):
    return reordered(key, places, places), reordered(key, times, times)


def shaken_alike(key, places, times):
    return shaken(key, places, places), shaken(key, times, times)  # expect: JAX401


# --- a function that is checked against another one -------------------------------------------------


def simulated(key, steps):
    return jnp.cumsum(jax.random.normal(key, (steps,)))


def reference(key, steps):
    level, levels = 0.0, []
    for step in jax.random.normal(key, (steps,)):
        level = level + step
        levels.append(level)
    return jnp.stack(levels)


def another(key, steps):
    return jax.random.normal(key, (steps,))


def checked(key):
    walk = simulated(key, 40)
    expected = reference(key, 40)  # expect: JAX401
    return jnp.abs(walk - expected).max()


def contrasted(key):
    walk = simulated(key, 40)
    other = another(key, 40)  # expect: JAX401
    return jnp.abs(walk - other).max()


# --- floats of other dtypes are drawn of other bits: advice ----------------------------------------


def halves(key):
    weights = random.normal(key, (3,), dtype=jnp.bfloat16)
    return weights, random.normal(key, (4,))  # expect: JAX401


def wholes(key):
    weights = random.normal(key, (3,), dtype=jnp.float32)
    return weights, random.uniform(key, (4,))  # expect: JAX401
