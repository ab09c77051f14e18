"""Gradients that are zero everywhere."""

import functools
import math

import jax
import jax.numpy as jnp
import optax
import optimistix
import pytest
from jax.extend.core import Primitive


def accuracy(w, x, labels):
    return jnp.mean(jnp.argmax(x @ w, -1) == labels)


def cast(w):
    return jnp.sum(w.astype(int) * 2.0)


def counted(w):
    large = w > 0.5
    return jnp.sum(jnp.where(large, 1.0, 0.0))


def signs(w):
    return jnp.sum(jnp.sign(w)), w


def partly(w):
    return jnp.sum(jnp.round(w)) + jnp.sum(w**2)


def chosen(w):
    return jnp.sum(jnp.where(w > 0, w, 0.0))


def weighted(w, measure):
    return jnp.sum(jnp.floor(w) * measure(w))


def on_a_path(w, flag):
    y = jnp.floor(w) if flag else w
    return jnp.sum(y)


def straight(w):
    return jnp.sum(w + jax.lax.stop_gradient(jnp.round(w) - w))


def gradients(w, x, labels, measure, flag):
    jax.grad(accuracy)(w, x, labels)  # expect: JAX605
    a = jax.grad(accuracy)(w, x, labels)  # expect: JAX605
    b = jax.grad(cast)(w)  # expect: JAX605
    c = jax.value_and_grad(counted)(w)  # expect: JAX605
    d = jax.grad(signs, has_aux=True)(w)  # expect: JAX605
    e = jax.grad(partly)(w)
    f = jax.grad(chosen)(w)
    g = jax.grad(weighted)(w, measure)
    h = jax.grad(on_a_path)(w, flag)
    i = jax.grad(straight)(w)
    return a, b, c, d, e, f, g, h, i


@jax.jit
@jax.value_and_grad  # expect: JAX605
def decorated(w):
    return jnp.sum(jnp.round(w, 2))


def ignores(w, x):
    return jnp.sum(x**2)


def ignores_on_purpose(_w, x):
    return jnp.sum(x**2)


def reads_further_in(w, x):
    def inner():
        return w * x

    return jnp.sum(inner())


def reads_nothing(w, x):
    raise NotImplementedError


def has_a_hole(w, x):
    loss = x
    ...
    return loss


class Model:
    def loss(self, w, x):
        return jnp.sum(x**2)

    def slope(self, w, x):
        first = jax.grad(self.loss)(w, x)  # expect: JAX605
        return first, jax.grad(self.loss, argnums=1)(w, x)


def ignored(w, x):
    a = jax.grad(ignores)(w, x)  # expect: JAX605
    b = jax.grad(ignores, argnums=1)(w, x)
    c = jax.grad(ignores, argnums=(0, 1))(w, x)  # expect: JAX605
    d = jax.grad(ignores_on_purpose)(w, x)
    e = jax.grad(reads_further_in)(w, x)
    f = jax.grad(reads_nothing)(w, x)
    _ = jax.grad(has_a_hole)(w, x)
    g = jax.grad(lambda w: 3.0)(w)
    h = jax.grad(functools.partial(ignores, w))(x)
    return a, b, c, d, e, f, g, h


def expected(w):
    with pytest.raises(TypeError):
        jax.grad(cast)(w)


@jax.custom_vjp
def spike(x):
    return jnp.where(x > 0, 1.0, 0.0)


spike.defvjp(lambda x: (spike(x), x), lambda x, g: (g / (1.0 + x**2),))


def spikes(w):
    return jnp.sum(spike(w))


def spikes_by_a_helper(w):
    return spikes(w)


def surrogate(w):
    return spikes(w), jax.grad(spikes)(w), jax.grad(spikes_by_a_helper)(w)


def differentiated(function, w):
    return jax.grad(function)(w)


def by_a_caller(w):
    return differentiated(cast, w)


def distance_of_hits(w, x, labels):
    hits = (x @ w > 0).astype(jnp.float32)
    return jnp.mean(jnp.abs(hits - labels))


def distance_of_both(w, labels):
    hits = (w > 0).astype(jnp.float32)
    return jnp.mean(jnp.abs(hits - labels))


def beside_data(x, w):
    labels = jnp.ones(3)
    a = jax.grad(distance_of_hits)(w, x, labels)  # expect: JAX605
    b = jax.grad(distance_of_both, argnums=(0, 1))(w, labels)
    c = jax.grad(distance_of_both, argnums=1)(w, labels)
    d = jax.grad(lambda labels: jax.grad(distance_of_hits)(w, x, labels * w).sum())(labels)
    return a, b, c, d


def overlap(scores, wanted):
    hard = (scores > 0.5).astype(jnp.float32)
    return 1.0 - 2 * jnp.sum(hard * wanted) / (jnp.sum(hard) + jnp.sum(wanted))


def soft_overlap(scores, wanted):
    return 1.0 - 2 * jnp.sum(scores * wanted) / (jnp.sum(scores) + jnp.sum(wanted))


def segmented(w, batch, measure):
    return measure(jax.nn.sigmoid(batch["pixels"] @ w), batch["wanted"])


def beside_parts(w, batch):
    a = jax.grad(segmented)(w, batch, overlap)  # expect: JAX605
    b = jax.grad(segmented)(w, batch, soft_overlap)
    c = jax.grad(lambda w: segmented(w, batch, overlap))(w)  # expect: JAX605
    d = jax.grad(lambda w: segmented(w, batch, soft_overlap))(w)
    e = jax.grad(lambda batch: segmented(w, batch, overlap), allow_int=True)(batch)
    return a, b, c, d, e


WEIGHTS = jnp.arange(3.0)


def rounds(w, x):
    return jnp.sum((jnp.round(x * w) * jnp.ones(3) - x) ** 2 * WEIGHTS)


def bends(w, x):
    return jnp.sum((jnp.abs(x * w) * jnp.ones(3) - x) ** 2 * WEIGHTS)


slope_of_rounds = jax.jit(jax.grad(rounds))  # expect: JAX605
slope_of_bends = jax.jit(jax.grad(bends))


def level(x):
    return WEIGHTS[jnp.clip(jnp.round(x), 0, 2).astype(int)]


def between(x):
    return jnp.interp(x, WEIGHTS, WEIGHTS**2)


def read_off(model, x, y, reader):
    return jnp.mean((reader(model["scale"] * x) - y) ** 2)


def fitted(model, x, y):
    for _ in range(5):
        a = jax.grad(lambda m: read_off(m, x, y, level))(model)  # expect: JAX605
        b = jax.grad(lambda m: read_off(m, x, y, between))(model)
        model = jax.tree.map(lambda p, da, db: p - da - db, model, a, b)
    return model


def goes_round_by_a_variable(w, x):
    kept = x

    def loss(w):
        nonlocal kept
        kept = w * x  # expect: JAX208
        return jnp.sum(jnp.round(w) * kept)

    return jax.grad(loss)(w)


def error_of(predicted, target):
    return predicted - jax.lax.stop_gradient(target)


def value_loss(w, frozen, batch):
    now, later = batch["now"] @ w, batch["reward"] + batch["later"] @ frozen
    return jnp.mean(error_of(later, now) ** 2)


def value_loss_of_the_prediction(w, frozen, batch):
    now, later = batch["now"] @ w, batch["reward"] + batch["later"] @ frozen
    return jnp.mean(error_of(now, later) ** 2)


def stopped(w, tree, frozen, batch):
    a = jax.grad(value_loss)(w, frozen, batch)  # expect: JAX605
    b = jax.grad(value_loss_of_the_prediction)(w, frozen, batch)
    c = jax.grad(value_loss, argnums=1)(w, frozen, batch)
    d = jax.grad(lambda t: jnp.sum(jax.lax.stop_gradient(t)["w"]))(tree)  # expect: JAX605
    e = jax.grad(lambda t: jnp.sum(jax.lax.stop_gradient(t)["w"] - t["w"]))(tree)
    return a, b, c, d, e


# What a primitive of its own gives is not known, and neither is its size.
doubled_p = Primitive("doubled")


def doubled_by_a_primitive(x):
    return jnp.sum(abs(doubled_p.bind(jnp.asarray(x))) ** 2)


def size_of_a_whole_number(x):
    return jnp.sum(jnp.ones(3) * abs(3 - len(x)))


jax.grad(doubled_by_a_primitive)(jnp.ones(3))
jax.grad(size_of_a_whole_number)(jnp.ones(3))  # expect: JAX605


# --- put at a place that has no slope ------------------------------------------------------------


def spike(t):
    return jnp.zeros(8).at[jnp.round(t / 0.1).astype(int)].set(1.0)


def heights(t):
    return jnp.zeros(8).at[jnp.round(t / 0.1).astype(int)].add(t)


def in_a_grid(t):
    cells = jnp.floor(t).astype(int)
    grid = jnp.zeros((4, 4)).at[cells, cells].max(2.0)
    return jnp.sum(grid**2)


def in_a_copy(t):
    return jnp.sum(jnp.stack([t, t]).at[jnp.round(t).astype(int)].multiply(2.0))


def applied(t):
    return jnp.sum(jnp.zeros(8).at[jnp.round(t).astype(int)].apply(jnp.cos))


slope_of_spike = jax.grad(lambda t: jnp.sum(spike(t)))  # expect: JAX605
slope_of_heights = jax.grad(lambda t: jnp.sum(heights(t)))
slope_in_a_grid = jax.grad(in_a_grid)  # expect: JAX605
slope_in_a_copy = jax.grad(in_a_copy)
slope_of_applied = jax.grad(applied)


# Rounding has no slope, whatever rule lies within; a rule around it gives one.
@jax.custom_jvp
def squashed(x):
    return x / (1.0 + jnp.abs(x))


squashed.defjvp(lambda at, along: (squashed(*at), along[0] / (1.0 + jnp.abs(at[0])) ** 2))


@jax.custom_vjp
def stepped(x):
    return jnp.round(squashed(x))


stepped.defvjp(lambda x: (stepped(x), None), lambda _, slope: (slope,))


@jax.custom_vjp
def stands_for(value, moved):
    return value


stands_for.defvjp(lambda value, moved: (value, None), lambda _, slope: (None, slope))


def rounded_rows(gain, x):
    levels = jax.vmap(lambda one: jnp.round(squashed(gain * one)))(x)
    return jnp.mean((x - levels) ** 2)


def squashed_rows(gain, x):
    return jnp.mean((x - jax.vmap(lambda one: squashed(gain * one))(x)) ** 2)


def stepped_rows(gain, x):
    return jnp.mean((x - jax.vmap(stepped)(gain * x)) ** 2)


def stood_for(gain, x):
    return jnp.mean(stands_for(x, gain * x) ** 2)


def around_rules(gain, x):
    a = jax.grad(rounded_rows)(gain, x)  # expect: JAX605
    b = jax.grad(squashed_rows)(gain, x)
    c = jax.grad(stepped_rows)(gain, x)
    d = jax.grad(stood_for)(gain, x)
    return a, b, c, d


def scaled(x, gain=1.0, offset=0.0):
    return x * gain + offset


# A default is put in only where no value was given.
def with_defaults(x, **given):
    given.setdefault("gain", 1.0)
    given.setdefault("offset", 0.0)
    return scaled(x, **given)


def of_defaults(x):
    a = jax.grad(lambda gain: with_defaults(x, gain=gain))(1.0)
    b = jax.grad(lambda gain: with_defaults(2.0, gain=jnp.round(gain)))(1.0)  # expect: JAX605
    return a, b


spikes = jax.grad(lambda w, x: jnp.mean(jnp.heaviside(x @ w - 1.0, 0.0)))  # expect: JAX605


# What a loss of Optax makes of what has no slope has none either.
def cut_off_whole(w, batch):
    return jax.lax.stop_gradient(batch.sum(-1) - batch @ w)


def cut_off_in_part(w, batch):
    return jax.lax.stop_gradient(batch.sum(-1)) - batch @ w


def huber_of_nothing(w, batch):
    return optax.huber_loss(cut_off_whole(w, batch)).mean()


def huber_of_something(w, batch):
    return optax.huber_loss(cut_off_in_part(w, batch)).mean()


def of_optax(w, batch):
    batch = jnp.asarray(batch)
    a = jax.grad(huber_of_nothing)(jnp.asarray(w), batch)  # expect: JAX605
    return a, jax.grad(huber_of_something)(jnp.asarray(w), batch)


# What `math.prod` multiplies has a slope.
def in_a_box(place, centre, widths):
    return math.prod(
        jnp.clip((width + 1) / 2 - jnp.abs(one - at), 0, 1)
        for one, at, width in zip(place, centre, widths, strict=True)
    )


box_slopes = jax.grad(
    lambda centre: jnp.sum(in_a_box((jnp.arange(3.0), jnp.arange(3.0)), centre, (2.0, 2.0)))
)((1.0, 1.0))


# --- dicts that are filled item by item, and handed to one function one after the other ------------


def make_stream(flows):
    stream = {}
    for species, flow in flows.items():
        stream[f"F_{species}"] = jnp.asarray(flow)
    stream["T"] = jnp.asarray(350.0)
    return stream


def flows_of(stream):
    return {key[2:]: flow for key, flow in stream.items() if key.startswith("F_")}


def reacted(rate, inlet, species):
    flows = flows_of(inlet)
    solved = optimistix.root_find(rate, flows["A"])
    return make_stream({name: solved[at] for at, name in enumerate(species)})


def yield_of(rate):
    inlet = make_stream({"A": 10.0, "B": 0.0})
    outlet = reacted(rate, inlet, ["A", "B"])
    return flows_of(outlet)["B"]


jax.grad(yield_of)(0.1)
