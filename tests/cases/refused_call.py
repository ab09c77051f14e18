"""Calls of transformed functions with the wrong arguments."""

import functools
import inspect
from collections.abc import Callable

import flax.linen as nn
import gin
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax import nnx
from jax.experimental import io_callback


@jax.jit
def step(params, state, batch=None):
    return params, state, batch


@functools.partial(jax.jit, static_argnames="train")
def apply(params, x, *, train):
    return params * x if train else x


@jax.jit
def anything(*arrays, **named):
    return arrays, named


def loss(params, batch):
    return jnp.sum(params * batch)


slope = jax.value_and_grad(loss)
half = jax.jit(functools.partial(loss, batch=2.0))
first = jax.jit(functools.partial(loss, jnp.ones(2)))


def counted(x):
    step(x)  # expect: JAX521
    step(x, x)
    step(x, x, x)
    step(x, x, x, x)  # expect: JAX521
    step()  # expect: JAX521
    step(x, state=x)
    step(x, batch=x)  # expect: JAX521
    step(x, x, train=True)  # expect: JAX521
    apply(x, x)  # expect: JAX521
    apply(x, x, train=False)
    anything()
    anything(x, x, x, y=x)
    slope(x)  # expect: JAX521
    slope(x, x)
    _ = jax.vmap(loss)(x, x)
    _ = jax.vmap(loss)(x, x, x)  # expect: JAX521
    half(x)
    half()  # expect: JAX521
    first(x)
    first()  # expect: JAX521


@jax.jit
@functools.partial(jax.vmap, in_axes=(0, None, None))
def weighted(x, weight, scale):
    return x * weight * scale


@jax.jit
@jax.vmap
def weighted_alike(x, weight, scale):
    return x * weight * scale


def axes_of_mapped_functions(x):
    weighted(x)  # expect: JAX521
    jax.vmap(weighted, in_axes=(0, None))(x, x)  # expect: JAX521
    weighted(x, 2.0, 3.0)
    weighted_alike(x)  # expect: JAX521
    weighted_alike(x, x, x)


def spread(xs, named):
    jax.vmap(functools.partial(loss, **named))(xs)
    jax.vmap(functools.partial(loss, *xs))()
    step(*xs)
    step(xs[0], **named)


def refused(x):
    with pytest.raises(TypeError):
        step(x)
    try:
        step(x)
    except TypeError:
        return None
    return x


class Model:
    def __init__(self, scale):
        self.scale = scale
        self.run = jax.jit(self.plain)

    def plain(self, x):
        return x * self.scale

    @functools.partial(jax.jit, static_argnums=0)
    def scaled(self, x):
        return x * self.scale

    @staticmethod
    @jax.jit
    def fixed(x, y):
        return x * y

    @functools.partial(jax.jit, static_argnums=0)
    def both(self, x):
        return self.scaled(x) + self.run(x) + self.fixed(x, x)

    def neither(self, x):
        self.scaled(x, x)  # expect: JAX521
        self.run()  # expect: JAX521
        return self.fixed(x)  # expect: JAX521


def of_objects(x):
    model = Model(2.0)
    model.scaled(x)
    model.scaled()  # expect: JAX521
    model.fixed(x, x)
    return model.both(x)


def unknown_decorator(decorate):
    @jax.checkpoint
    @decorate
    def inner(x, y):
        return x + y

    return jax.grad(inner)(1.0)


# What a dict is given later counts as much as what it was made with.
@jax.jit
def weighed(x, weights, bias, **others):
    return x * weights + bias


def pair(x):
    return x, x + 1.0


def by_entries(x, fill):
    kept = {}
    kept["weights"], kept["bias"] = pair(x)
    kept["unused"] = x
    half = {}
    half["weights"], half["unused"] = pair(x)
    filled = {}
    fill(filled)
    named = {}
    for name in ("weights", "bias"):
        named[name] = x
    weighed(x, **kept), weighed(x, **filled), weighed(x, **named)
    return weighed(x, **half)  # expect: JAX521


# --- an object as a default says that nothing was passed ------------------------------------------


class Left:
    pass


LEFT = Left()


def with_noise(row, noise):
    return row + noise


def mapped_by_class(function, rows, noise=LEFT):
    if not isinstance(noise, Left):
        return jax.vmap(function)(rows, noise)
    return jax.vmap(function)(rows)


def mapped_by_object(function, rows, noise=LEFT):
    if noise is LEFT:
        return jax.vmap(function)(rows)
    return jax.vmap(function)(rows, noise)


def mapped_if_left(function, rows, noise=LEFT):
    if isinstance(noise, Left):
        return jax.vmap(function)(rows)  # expect: JAX521
    return jax.vmap(function)(rows, noise)


def passes_noise(rows, sources):
    made = sources.draw(rows)
    first = mapped_by_class(with_noise, rows, noise=made)
    return first, mapped_by_object(with_noise, rows, sources.draw(rows))


def leaves_noise(rows):
    return mapped_if_left(with_noise, rows)


# --- models take something before the arguments of their function ----------------------------------


def forward(x, train=True):
    h = hk.Linear(2)(x)
    return h + jax.random.normal(hk.next_rng_key(), h.shape) if train else h


net = hk.transform(forward)
with_state = hk.transform_with_state(forward)
keyless = hk.without_apply_rng(net)
keyless_with_state = hk.without_apply_rng(with_state)
quiet = hk.transform(functools.partial(forward, train=False))
gathering = hk.transform(lambda *xs: xs)
optional = hk.transform(lambda x=None: x)
jitted = jax.jit(net.apply)


def without_a_key(params, state, x):
    net.apply(params, x)  # expect: JAX521
    net.apply(params, x, train=False)  # expect: JAX521
    net.apply(params)  # expect: JAX521
    with_state.apply(params, state, x)  # expect: JAX521
    quiet.apply(params, x)  # expect: JAX521
    net.init(x)  # expect: JAX521
    jitted(params, x)  # expect: JAX521
    hk.transform(lambda y: hk.Linear(3)(y)).apply(params, x)  # expect: JAX521


def with_a_key_too_much(params, state, x):
    keyless.apply(params, None, x, True)  # expect: JAX521
    keyless_with_state.apply(params, state, None, x, True)  # expect: JAX521
    net.apply(params, None, x, False, x)  # expect: JAX521
    net.apply(params, None, y=x)  # expect: JAX521


def as_haiku_wants_it(params, state, key, x, unknown):
    net.apply(params, key, x)
    net.apply(params, None, x, train=False)
    net.apply(params, rng=None, x=x, train=False)
    net.apply(params=params, rng=None, x=x, train=False)
    with_state.apply(params, state, None, x, False)
    keyless.apply(params, x, train=False)
    keyless_with_state.apply(params, state, x, False)
    gathering.apply(params, x)
    optional.apply(params, x)
    net.apply(params, *unknown)
    jax.jit(quiet.apply)(params, None, x)
    hk.transform(unknown).apply(params, x)
    jax.vmap(quiet.apply, (None, None, 0))(params, None, x)
    with pytest.raises(ValueError, match="RNG"):
        net.apply(params, x)


def same_data_for_models_not_in_sight(key, xs, make):
    model = hk.transform(make)
    for i in range(3):
        params = model.init(jax.random.fold_in(key, i), xs)
        model.apply(params, xs)


class Noisy(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        return nn.Dense(2)(x) if train else x

    def encode(self, x):
        return x


class Plain(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


def of_linen(variables, x, key, other, how):
    Noisy().apply(variables, x)  # expect: JAX521
    Noisy().apply(variables, x, train=True)
    Noisy().apply(variables, x, True, x)  # expect: JAX521
    Noisy().apply(variables, x, method=Noisy.encode)
    Noisy().apply(variables, x, True, method="encode")  # expect: JAX521
    Noisy().apply(variables, x, method=how)
    Noisy().apply(variables=variables, x=x, train=False)
    Noisy().apply(variables, x, True, rngs={"dropout": key}, mutable=["batch_stats"])
    Noisy().init(key, x)  # expect: JAX521
    Plain().apply(x)  # expect: JAX521
    Plain().apply(variables, x, deterministic=True)  # expect: JAX521
    Plain().apply(variables, x, method=lambda module, y: module(y))
    return Plain().init_with_output(other, x)


def partials_of_methods(variables, x, key, other):
    given = {"rngs": {"params": key}, "x": x}
    training = functools.partial(Noisy.__call__, train=True)
    Noisy().init(**given, method=training)
    Noisy().apply(variables, x, method=training)
    Noisy().apply(variables, x, method=functools.partial(training, train=False))
    Noisy().apply(variables, method=training)  # expect: JAX521
    Noisy().init(other, x, method=functools.partial(Noisy.__call__))  # expect: JAX521
    Noisy().apply(variables, x, True, method=functools.partial(Noisy.encode))  # expect: JAX521


# --- optimisers that need the parameters -----------------------------------------------------------

adamw = optax.adamw(1e-3, mask=lambda tree: tree)
adam = optax.adam(1e-3)
chained = optax.chain(optax.clip(1.0), optax.add_decayed_weights(1e-4), optax.scale(-1.0))
masked = optax.masked(optax.add_decayed_weights(1e-4), {"weight": True, "bias": False})
parted = optax.multi_transform({"body": optax.adamw(1e-3), "head": adam}, {"weight": "head"})
named = optax.named_chain(("first", adam), ("second", optax.lion(1e-3)))
gathered = optax.MultiSteps(adamw, 4)
injected = optax.inject_hyperparams(optax.adamw)(learning_rate=1e-3)
light = optax.chain(optax.masked(optax.clip(1.0), {"weight": True}), adam)
settings = {"rate": 1e-3}


@jax.jit
def updates_without_parameters(gradients, state):
    first, state = adamw.update(gradients, state)  # expect: JAX521
    second, state = adamw.update(first, state, None)  # expect: JAX521
    third, state = chained.update(second, state)  # expect: JAX521
    fourth, state = masked.update(third, state)  # expect: JAX521
    fifth, state = parted.update(fourth, state)  # expect: JAX521
    sixth, state = named.update(fifth, state)  # expect: JAX521
    seventh, state = gathered.update(sixth, state)  # expect: JAX521
    return injected.update(seventh, state)  # expect: JAX521


@jax.jit
def updates_with_all_they_need(params, gradients, state):
    given = (gradients, state, params)
    first, state = adamw.update(*given)
    second, state = adamw.update(first, state, params=params)
    third, state = light.update(second, state)
    fourth, state = gathered.update(third, state, params)
    return adam.update(fourth, state)


def built(name):
    if name == "adam":
        core = optax.adam(1e-3)
    else:
        core = optax.adamw(1e-3)
    return optax.chain(optax.clip(1.0), core)


def update_of_either(name, gradients, state):
    optimiser = built(name)
    return optimiser.update(gradients, state)  # expect: JAX521


def update_as_each_needs(name, params, gradients, state):
    optimiser = built(name)
    if name == "adam":
        return optimiser.update(gradients, state)
    return optimiser.update(gradients, state, params)


def update_of_a_dict():
    settings.update(rate=1e-2)
    return settings


def update_of_what_is_given(optimiser, gradients, state):
    return optimiser.update(gradients, state)


class Trainer:
    def __init__(self, params):
        self.optimiser = optax.adamw(1e-3)
        self.state = self.optimiser.init(params)

    def step(self, gradients):
        updates, self.state = self.optimiser.update(gradients, self.state)  # expect: JAX521
        return updates


def trained(params, gradients):
    return Trainer(params).step(gradients)


# --- statistics that a model updates --------------------------------------------------------------


class Normed(nn.Module):
    @nn.compact
    def __call__(self, x, train=True):
        return nn.BatchNorm(use_running_average=not train)(nn.Dense(3)(x))


class NormedAtCall(nn.Module):
    def setup(self):
        self.norm = nn.BatchNorm()
        self.inner = Normed()

    def __call__(self, x, train):
        return self.norm(x, use_running_average=not train)

    def deep(self, x, train):
        return self.inner(self.inner(x, train), train)


class NormedByField(nn.Module):
    train: bool = True

    @nn.compact
    def __call__(self, x):
        return nn.BatchNorm(use_running_average=not self.train)(x)


class PerhapsNormed(nn.Module):
    norm: bool

    @nn.compact
    def __call__(self, x, train):
        return Normed()(x, train) if self.norm else x


class Tall(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        for _ in range(3):
            x = Normed()(x, train)
        return x


def trained_without_statistics(variables, x):
    return [
        Normed().apply(variables, x),  # expect: JAX521
        Normed().apply(variables, x, True, mutable=["intermediates"]),  # expect: JAX521
        Normed().apply(variables, x, mutable=False),  # expect: JAX521
        NormedAtCall().apply(variables, x, True),  # expect: JAX521
        NormedAtCall().apply(variables, x, True, method="deep"),  # expect: JAX521
        NormedByField().apply(variables, x),  # expect: JAX521
        Tall().apply(variables, x, True),  # expect: JAX521
        nn.BatchNorm(use_running_average=False).apply(variables, x),  # expect: JAX521
    ]


def trained_with_statistics(variables, x, key, train, collections):
    return [
        Normed().init(key, x),
        Normed().apply(variables, x, train=False),
        Normed().apply(variables, x, train=train),
        Normed().apply(variables, x, mutable=["batch_stats"]),
        Normed().apply(variables, x, mutable="batch_stats"),
        Normed().apply(variables, x, mutable=True),
        Normed().apply(variables, x, mutable=collections),
        NormedAtCall().apply(variables, x, False),
        NormedAtCall().apply(variables, x, False, method="deep"),
        NormedByField(train=False).apply(variables, x),
        NormedByField(train=train).apply(variables, x),
        PerhapsNormed(train).apply(variables, x, True),
        Tall().apply(variables, x, False),
    ]


def applied_either_way(model, variables, x, train):
    return model.apply(variables, x, train)  # expect: JAX521


def judged(variables, x):
    return applied_either_way(NormedAtCall(), variables, x, False)


@jax.jit
def fitted(variables, x):
    return applied_either_way(NormedAtCall(), variables, x, True)


# --- optimisers of nnx, in a program that hands over the model elsewhere ---------------------------


@nnx.jit
def stepped(model, optimizer, x):
    gradients = nnx.grad(lambda one: one(x).sum())(model)
    optimizer.update(model, gradients)


def tuned(model, x, old):
    optimizer = nnx.Optimizer(model, optax.sgd(1e-2), wrt=nnx.Param)
    stepped(model, optimizer, x)
    gradients = nnx.grad(lambda one: one(x).sum())(model)
    optimizer.update(model=model, grads=gradients)
    if old:
        optimizer.update(gradients)
    else:
        optimizer.update(model, gradients)
    together = nnx.ModelAndOptimizer(model, optax.sgd(1e-2))
    together.update(gradients)
    optimizer.update(gradients)  # expect: JAX521


# --- functions that are asked what they take ------------------------------------------------------


def of_state(state):
    return state.sum()


def of_state_and_time(state, time):
    return state.sum() * time


def gradient_by_signature(loss, state, time):
    timed = len(inspect.signature(loss).parameters) >= 2
    return jax.grad(loss)(state, time) if timed else jax.grad(loss)(state)


def gradient_by_parameters(loss, state, time):
    shown = inspect.signature(loss)
    by_position = [one for one in shown.parameters.values() if one.default is one.empty]
    if len(by_position) == 1:
        return jax.grad(loss)(state)
    return jax.grad(loss)(state, time)


def gradient_by_code(loss, state, time):
    if loss.__code__.co_argcount == 2:
        return jax.grad(loss)(state, time)
    else:
        return jax.grad(loss)(state)


def takes(loss):
    return len(inspect.getfullargspec(loss).args)


def gradient_by_helper(loss, state, time):
    gradient = jax.grad(loss)
    return gradient(state, time) if takes(loss) == 2 else gradient(state)


def gradient_unasked(loss, state, time, timed):
    return jax.grad(loss)(state, time) if timed else jax.grad(loss)(state)  # expect: JAX521, JAX521


def gradient_of_another(loss, state, time):
    timed = len(inspect.signature(loss).parameters) >= 2
    if timed:
        return jax.grad(loss)(state, time) + jax.grad(of_state_alone)(state, time)  # expect: JAX521
    return jax.grad(loss)(state)


def of_state_alone(state):
    return state.max()


def gradient_after_asking(loss, state, time):
    timed = len(inspect.signature(loss).parameters) >= 2
    return timed, jax.grad(loss)(state, time)  # expect: JAX521


def gradients(state, timed):
    for loss in (of_state, of_state_and_time):
        yield gradient_by_signature(loss, state, 1.0)
        yield gradient_by_parameters(loss, state, 1.0)
        yield gradient_by_code(loss, state, 1.0)
        yield gradient_by_helper(loss, state, 1.0)
        yield gradient_of_another(loss, state, 1.0)
    yield gradient_unasked(of_state, state, 1.0, timed)
    yield gradient_unasked(of_state_and_time, state, 1.0, timed)
    yield gradient_after_asking(of_state, state, 1.0)


# --- models that draw, and get no key -------------------------------------------------------------


class Dropping(nn.Module):
    rate: float = 0.5

    @nn.compact
    def __call__(self, x, train=True):
        return nn.Dropout(self.rate, deterministic=not train)(nn.Dense(3)(x))


class Streaming(nn.Module):
    @nn.compact
    def __call__(self, x, mode="sample"):
        if mode == "sample":
            x = x + jax.random.normal(self.make_rng("noise"), x.shape)
        return x


def without_a_stream(variables, key, x):
    Dropping(0.5).apply(variables, x)  # expect: JAX521
    Dropping(0.5).apply(variables, x, train=True, rngs={"noise": key})  # expect: JAX521
    Streaming().apply(variables, x, rngs={"dropout": key})  # expect: JAX521
    Streaming().apply(variables, x, rngs=None)  # expect: JAX521
    noisy, state = Dropping(0.5).apply(variables, x, mutable=["batch_stats"])  # expect: JAX521
    return jax.grad(lambda v: Dropping(0.5).apply(v, x).sum())(variables)  # expect: JAX521


def with_a_stream(variables, keys, x, given, rate, train):
    Dropping(0.5).apply(variables, x, rngs={"dropout": keys[0]})
    Dropping(0.5).apply(variables, x, rngs={"params": keys[1]})
    Dropping(0.5).apply(variables, x, rngs=keys[2])
    Dropping(0.5).apply(variables, x, rngs=given)
    Dropping(0.5).apply(variables, x, train=False)
    Dropping(0.5).apply(variables, x, train=train)
    Dropping(0.0).apply(variables, x)
    Dropping(rate).apply(variables, x)
    Dropping(0.5).init(keys[3], x)
    Streaming().apply(variables, x, mode="mean")
    Streaming().apply(variables, x, mode=given)
    with pytest.raises(Exception, match="PRNG"):
        Dropping(0.5).apply(variables, x)


def drawn(x, train):
    if train:
        x = hk.dropout(hk.next_rng_key(), 0.1, x)
    return hk.Linear(2)(x)


def drawn_perhaps(x):
    key = hk.maybe_next_rng_key()
    return x if key is None else hk.dropout(key, 0.1, x)


drawing = hk.transform(drawn)
drawing_without = hk.without_apply_rng(drawing)


def without_the_key(params, x):
    drawing.apply(params, None, x, True)  # expect: JAX521
    drawing_without.apply(params, x, True)  # expect: JAX521
    return drawing.init(None, x, True)  # expect: JAX521


def with_the_key(params, key, x, train):
    drawing.apply(params, key, x, True)
    drawing.apply(params, None, x, False)
    drawing.apply(params, None, x, train)
    drawing_without.apply(params, x, False)
    return hk.transform(drawn_perhaps).apply(params, None, x)


@jax.jit
def bare_shape_of_a_tracer(x):
    y = jnp.sin(x)
    return jax.pure_callback(np.cos, y.shape, y)  # expect: JAX521


@jax.jit
def shape_and_dtype(x):
    y = jnp.sin(x)
    return jax.pure_callback(np.cos, (y.shape, y.dtype), y)  # expect: JAX521


def bare_in_plain_code():
    x = jnp.ones((2, 3))
    rows = x.shape[0]
    io_callback(np.cos, x.shape, x)  # expect: JAX521
    io_callback(np.cos, (rows, 3), x)  # expect: JAX521
    io_callback(np.cos, x.dtype, x)  # expect: JAX521
    io_callback(np.cos, jnp.float32, x)  # expect: JAX521
    io_callback(np.cos, "float32", x)  # expect: JAX521


def described_results(x, out, settings):
    y = jnp.ones((2, 3))
    one = jax.ShapeDtypeStruct(y.shape, y.dtype)
    io_callback(np.cos, one, y)
    io_callback(np.cos, (one, one), y)
    io_callback(np.cos, {"a": one, "b": None}, y)
    io_callback(np.cos, y, y)
    io_callback(np.cos, np.float32(1.0), y)
    io_callback(np.cos, jax.eval_shape(jnp.cos, y), y)
    io_callback(print, None, y)
    io_callback(print, (), y)
    io_callback(np.cos, one.shape, y)
    jax.debug.callback(print, y.shape, y)
    jax.debug.callback(print, 3, y)
    jax.pure_callback(np.cos, x.shape, x)
    jax.pure_callback(np.cos, out, x)
    return jax.pure_callback(np.cos, settings["shape"], x)


def test_of_bare_shape():
    with pytest.raises(AttributeError):
        io_callback(np.cos, (2, 3), jnp.ones((2, 3)))


# Which function of a table a turn has, a test of its name tells.
def of_two(x, n):
    return x * n


def of_three(x, n, k):
    return x * n - k


def each_of_a_table(x, names):
    for name, function in (("two", of_two), ("three", of_three), ("more", of_three)):
        jitted = jax.jit(function)
        if name in ["three", "more"]:
            x = jitted(x, 2, 6)
        elif name not in {"two"}:
            x = jitted(x, 2, 3, 4)
        elif name in names:
            x = jitted(x, 2, 3)  # expect: JAX521
    return x


# A field is no method: each object holds what its default is.
@functools.partial(jax.jit, static_argnames="width")
def window_mean(series, width):
    return jnp.convolve(series, jnp.ones(width) / width, mode="valid")


class Trend(nn.Module):
    width: int
    smooth: Callable = window_mean
    smoothed = window_mean

    @nn.compact
    def __call__(self, series):
        return self.smooth(series, self.width)

    def as_a_method(self, series):
        return self.smoothed(series, self.width)  # expect: JAX521


# A configuration may give another class than the default.
class PlainHead(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


@gin.configurable
class ConfiguredAgent:
    def __init__(self, params, network=PlainHead):
        self.params = params
        self.network = network()

    def act(self, x, key):
        return self.network.apply(self.params, x, key=key)


class FixedAgent:
    def __init__(self, params, network=PlainHead):
        self.params = params
        self.network = network()

    def act(self, x, key):
        return self.network.apply(self.params, x, key=key)  # expect: JAX521


def acted(params, x, key):
    return ConfiguredAgent(params).act(x, key), FixedAgent(params).act(x, key)


# A function of Haiku that keeps a state, where there is no place for one.
def batch_normalised(x, is_training):
    x = hk.Linear(3)(x)
    return hk.BatchNorm(True, True, 0.9)(x, is_training)


def averaged(x):
    mean = hk.get_state("mean", (), init=jnp.zeros)
    hk.set_state("mean", 0.9 * mean + 0.1 * x.mean())
    return x - mean


def levelled(x):
    return hk.LayerNorm(-1, True, True)(x)


def normalised_perhaps(x, norm):
    if norm:
        return hk.BatchNorm(True, True, 0.9)(x, True)
    return x


def build_normalised(function):
    return hk.without_apply_rng(hk.transform(function))


def without_state(key, x):
    net = build_normalised(batch_normalised)
    return net.init(key, x, True)  # expect: JAX521


def without_state_for_the_mean(key, x):
    return hk.transform(averaged).init(key, x)  # expect: JAX521


def with_a_state(key, x, norm):
    one, two, three = jax.random.split(key, 3)
    params, state = hk.transform_with_state(batch_normalised).init(one, x, True)
    of_level = build_normalised(levelled).init(two, x)
    of_choice = build_normalised(normalised_perhaps).init(three, x, norm)
    return params, state, of_level, of_choice


# What a function does for certain does not depend on the test behind which it was met first.
def running_mean(x):
    mean = hk.get_state("mean", (), init=jnp.zeros)
    return x - mean


def centred_if_asked(x, centre):
    if centre:
        return running_mean(x)
    return x


def centred(x):
    return running_mean(x)


def centred_or_not(key, x, centre):
    one, two = jax.random.split(key)
    perhaps = hk.transform(centred_if_asked).init(one, x, centre)
    return perhaps, hk.transform(centred).init(two, x)  # expect: JAX521


# Nor does that of one that was met before where it is certain.
def offset_kept(x):
    return x - hk.get_state("offset", (), init=jnp.zeros)


def offset(x):
    return offset_kept(x)


def offset_if_asked(x, shift):
    if shift:
        return offset_kept(x)
    return x


def offset_or_not(key, x, shift):
    one, two = jax.random.split(key)
    kept = hk.transform(offset).init(one, x)  # expect: JAX521
    return kept, hk.transform(offset_if_asked).init(two, x, shift)


# A test around the call of `init` decides about all of it.
def offset_where_wanted(key, x, wanted):
    if wanted:
        return hk.transform(offset).init(key, x)  # expect: JAX521
    return None


# --- what is spread besides, and what is there on some paths only ----------------------------------


@jax.jit
def scaled_by(x, scale=1.0):
    return x * scale


@jax.jit
def started_at(x, start=1.0):
    return x + start


def main_of_options(x, named, first):
    options = {}
    if first:
        options["start"] = 3.0
        started_at(x, **options)
    if not first:
        return scaled_by(x, **options)
    options["start"] = 4.0
    scaled_by(x, start=4.0, **named)  # expect: JAX521
    return scaled_by(x, **options)  # expect: JAX521


# A function that a call can't enter is not entered by it.
def drawn_first(count, start=None):
    return jax.random.normal(jax.random.PRNGKey(0), (count,)) if start is None else start


def drawn_at(count, start=None):
    key = jax.random.PRNGKey(0)  # expect: JAX406
    return jax.random.normal(key, (count,)) if start is None else start


def drawn_by_name(count, **named):
    return drawn_first(count, **named)


def drawn_at_by_name(count, **named):
    return drawn_at(count, **named)


def main_of_rows(xs, named):
    jax.vmap(lambda x: x + drawn_at_by_name(3, **named))(xs)
    return jax.vmap(lambda x: x + drawn_by_name(3, begin=x, **named))(xs)
