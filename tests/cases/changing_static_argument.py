"""Static arguments that change in each turn of a loop."""

import dataclasses
import functools
import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import struct


@partial(jax.jit, static_argnames="step")
def update(x, step):
    return x / (1 + step)


@jax.jit
def update_traced(x, step):
    return x / (1 + step)


def counted(x, n):
    for step in range(n):
        x = update(x, step)  # expect: JAX505
    for step in range(n):
        x = update_traced(x, step)
    return x


def enumerated(x, batches):
    for i, batch in enumerate(batches):
        x = update(x + batch, step=i)  # expect: JAX505
    return x


def many(x):
    for step in range(1000):
        x = update(x, step)  # expect: JAX505
    return x


def few(x):
    for step in range(3):
        x = update(x, step)
    return x


def centred(x):
    reach = 4
    for step in range(-reach, reach + 1):
        x = update(x, step)
    return x


def centred_far(x):
    reach = 40
    for step in range(-reach, reach + 1):
        x = update(x, step)  # expect: JAX505
    return x


def listed(x):
    for step in (1, 10, 100):
        x = update(x, step)
    return x


def of_chosen_sizes(x, sizes):
    chosen = [2, 4, 8, 16]
    for size in chosen:
        x = update(x, size)
    for size in sorted(int(size) for size in sizes):
        x = update(x, size)
    for number, size in enumerate(chosen * 9):
        x = update(x, number)  # expect: JAX505
    return x


def of_one_value(x, n, step):
    for _ in range(n):
        x = update(x, step)
    return x


apply = jax.jit(lambda f, x: f(x), static_argnums=0)


def scale(x, k):
    return k * x


def functions(x, n):
    for _ in range(n):
        x = apply(lambda v: v + 1, x)  # expect: JAX505
        x = apply(partial(scale, k=2), x)  # expect: JAX505
        x = apply(jnp.sin, x)
    while x.sum() < n:
        x = apply(lambda v: v + 1, x)  # expect: JAX505
    return apply(lambda v: v + 1, x)


def function_outside(x, n):
    def add_one(v):
        return v + 1

    double = partial(scale, k=2)
    for _ in range(n):
        x = apply(add_one, x)
        x = apply(double, x)
    return x


# In traced code the loop is unrolled anyway.
@jax.jit
def traced(x):
    for step in range(100):
        x = update(x, step)
    return x


# What is made in each turn and equals nothing but itself, wherever it is made.
def named_partial(x, n):
    for _ in range(n):
        double = partial(scale, k=2)
        x = apply(double, x)  # expect: JAX505
    return x


def made_by_helper(x, n):
    for _ in range(n):
        x = apply(times(2), x)  # expect: JAX505
    doubled = times(2)
    for _ in range(n):
        x = apply(doubled, x)
    return x


def times(k):
    return partial(scale, k=k)


def defined_in_turn(x, n):
    for _ in range(n):

        def add_one(v):
            return v + 1

        x = apply(add_one, x)  # expect: JAX505
    return x


def made_when_missing(x, n):
    double = None
    for _ in range(n):
        if double is None:
            double = partial(scale, k=2)
        x = apply(double, x)
    return x


def made_in_the_first_turn(x, n):
    kept = {}
    for _ in range(n):
        x = apply(kept.setdefault("double", partial(scale, k=2)), x)
    return x


@functools.lru_cache
def times_kept(k):
    return partial(scale, k=k)


def kept_partial(x, n):
    for _ in range(n):
        x = apply(times_kept(2), x)
    return x


class Options:
    def __init__(self, rate):
        self.rate = rate


@dataclasses.dataclass(frozen=True)
class FrozenOptions:
    rate: float


@partial(jax.jit, static_argnames="options")
def descend(x, options):
    return x - options.rate * x


def objects(x, n):
    options = Options(0.1)
    for _ in range(n):
        x = descend(x, Options(0.1))  # expect: JAX505
        x = descend(x, options)
        x = descend(x, FrozenOptions(0.1))
    return x


# Static fields are compared too; a partial equals only itself.
@partial(jax.tree_util.register_dataclass, data_fields=["weight"], meta_fields=["act"])
@dataclasses.dataclass
class Layer:
    weight: jax.Array
    act: Callable


class Dense(eqx.Module):
    weight: jax.Array
    act: Callable = eqx.field(static=True)

    def __init__(self, weight, slope):
        self.weight = weight
        self.act = partial(jax.nn.leaky_relu, negative_slope=slope)


class Plain(eqx.Module):
    weight: jax.Array
    act: Callable


@jax.jit
def run(layer, x):
    return layer.act(x @ layer.weight)


@eqx.filter_jit
def run_filtered(layer, x):
    return layer.act(x @ layer.weight)


leaky = partial(jax.nn.leaky_relu, negative_slope=0.1)


def records(w, x, n):
    for _ in range(n):
        x = run(Layer(w, partial(jax.nn.leaky_relu, negative_slope=0.1)), x)  # expect: JAX505
        x = run(Layer(w, leaky), x)
        x = run(Layer(w, jax.nn.relu), x)
    return x


def modules(w, x, n):
    layer = Dense(w, 0.1)
    for _ in range(n):
        x = run(layer, x)
        x = run(Dense(w, 0.1), x)  # expect: JAX505
        stack = [Dense(w, 0.1), layer]
        x = run(stack[1], x)
    return x


def sloped(slope):
    return partial(jax.nn.leaky_relu, negative_slope=slope)


def any_field(w, x, n):
    for _ in range(n):
        x = run_filtered(Plain(w, sloped(0.1)), x)  # expect: JAX505
        x = run_filtered(Plain(w, leaky), x)
    return x


# --- made in each call of a function that a loop calls -------------------------------------------


def advance(x, k):
    return apply(partial(scale, k=k), x)  # expect: JAX505


def advance_further(x):
    return advance(x, 2)


def simulated(x, n):
    for _ in range(n):
        x = advance_further(x)
    return x


def advance_once(x, k):
    return apply(partial(scale, k=k), x)


def simulated_once(x):
    return advance_once(x, 2)


DOUBLE = partial(scale, k=2)


def advance_alike(x):
    return apply(DOUBLE, x)


def add_in_call(x):
    def add_one(v):
        return v + 1

    return apply(add_one, x)  # expect: JAX505


def add_by_own_jit(x):
    own = jax.jit(lambda f, v: f(v), static_argnums=0)  # expect: JAX503
    return own(partial(scale, k=2), x)


def simulated_alike(x, n):
    for _ in range(n):
        x = advance_alike(add_in_call(x))
        x = add_by_own_jit(x)
    return x


# Numbers computed of the counter: as many as it has values, or only a few.
@partial(jax.jit, static_argnames="rate")
def sunk(x, rate):
    return x - rate * x


def decayed(x, count, base=0.1):
    for i in range(count):
        x = sunk(x, rate=0.1 / (i + 1))  # expect: JAX505
        x = sunk(x, rate=base * 0.9**i)  # expect: JAX505
        rate = base - 0.001 * i
        x = sunk(x, rate=rate)  # expect: JAX505
    return x


def decayed_in_steps(x, count, base=0.1):
    rate = base
    for i in range(count):
        x = sunk(x, rate=base * 0.1 ** (i // 1000))
        x = sunk(x, rate=base * (i % 2 + 1))
        x = sunk(x, rate=0.0 * i)
        x = sunk(x, rate=1.0**i)
        x = sunk(x, rate=(i + 1) / (i + 1))
        if i > 500:
            rate = base / 10
        x = sunk(x, rate=rate)
    return x


def decayed_a_few_times(x, base=0.1):
    for i in range(8):
        x = sunk(x, rate=base / (i + 1))
    for rate in (0.1, 0.01):
        x = sunk(x, rate=rate * 2)
    return x


def decayed_for_good(x, count):
    for i in range(count):
        rate = jnp.asarray(0.1 / (i + 1))
        x = x - rate * x
    return sunk(x, rate=0.1 / count)


# The same through a helper, a method or a lambda that returns what it computes.
def share(i, count):
    return 0.1 + 0.9 * i / count


def staircase(i, count):
    return base_of(i // count)


def base_of(i):
    return 0.1 / (i + 1)


def capped(i, count):
    if i > count:
        return 1.0
    return i / count


class Decay:
    def __init__(self, base, factor):
        self.base = base
        self.factor = factor

    def at(self, i):
        power = self.factor**i
        return self.base * power

    def capped_at(self, i):
        return min(self.base, self.factor * i)


def decayed_by_helper(x, batches, count):
    decay = Decay(0.1, 0.9)
    for i in range(count):
        x = sunk(x, rate=share(i, count))  # expect: JAX505
        x = sunk(x, rate=share(count, i + 1))  # expect: JAX505
        x = sunk(x, rate=staircase(i, 100))
        x = sunk(x, rate=capped(i, count))
        x = sunk(x, rate=share(3, count))
        x = sunk(x, rate=decay.at(i))  # expect: JAX505
        x = sunk(x, rate=decay.capped_at(i))
        rate = share(i, count=count)
        for batch in batches:
            x = sunk(x + batch, rate=rate)  # expect: JAX505
    for i in range(5):
        x = sunk(x, rate=share(i, 5))
    return x


# Numbers between bounds, of which no two are the same.
def cooling(count):
    return [float(t) for t in np.geomspace(1.0, 0.01, count)]


def cooled(x, count):
    for t in np.geomspace(1.0, 0.1, 20):
        x = sunk(x, rate=t)  # expect: JAX505
    for _, t in enumerate(np.linspace(1.0, 0.1, num=count)):
        x = sunk(x, rate=float(t))  # expect: JAX505
    for t in cooling(20):
        x = sunk(x, rate=t)  # expect: JAX505
    for i, t in enumerate(cooling(count)):
        x = sunk(x + i, rate=2 * t)  # expect: JAX505
    for t in np.logspace(0, -2, 30).tolist():
        x = sunk(x, rate=t)  # expect: JAX505
    ratios = np.linspace(0, 1, 40)
    for t, _ in zip(ratios, range(40)):
        x = sunk(x, rate=t)  # expect: JAX505
    return x


def cooled_a_little(x, count):
    for t in np.geomspace(1.0, 0.1, 4):
        x = sunk(x, rate=t)
    for t in cooling(8):
        x = sunk(x, rate=t)
    for t in np.linspace(0.5, 0.5, 40):
        x = sunk(x, rate=t)
    for t in np.linspace(0.0, 1.0, 40):
        x = sunk(x, rate=float(t > 0.5))
    for t in [float(t // 1) for t in np.linspace(0.0, 3.0, 40)]:
        x = sunk(x, rate=t)
    ratios = np.linspace(0.0, 1.0, 40)
    for _ in range(count):
        x = sunk(x, rate=float(ratios[3]))
    return x


# Numbers that the turns move on.
def annealed(x, count):
    t = 1.0
    while t > 0.01:
        x = sunk(x, rate=t)  # expect: JAX505
        t *= 0.9
    rate = 0.1
    for _ in range(count):
        x = sunk(x, rate=2 * rate)  # expect: JAX505
        rate = rate * 0.99
    step = 0
    while x.sum() < count:
        x = update(x, step)  # expect: JAX505
        step += 1
    return x


def annealed_a_little(x, count):
    t = 1.0
    while t > 0.5:
        x = sunk(x, rate=t)
        t *= 0.9
    size = 1
    while x.sum() < count:
        x = update(x, size)
        size *= 2
    rate = 0.1
    for i in range(count):
        x = sunk(x, rate=rate)
        if i % 100 == 0:
            rate *= 0.9
    step = 0
    while step < 5:
        x = update(x, step)
        step += 1
    kept = 0.1
    for _ in range(count):
        kept *= 0.9
        kept = 0.1
        x = sunk(x, rate=kept)
    return x


# A factor that a test chooses, whichever it is.
def adapted(x, count):
    rate, gate, back = 0.1, 0.1, 0.1
    for _ in range(count):
        x = sunk(x, rate=rate)  # expect: JAX505
        x = sunk(x, rate=gate)
        x = sunk(x, rate=back)
        rate *= 1.1 if x[0] > 0 else 0.9
        gate *= 0.9 if x[0] > 0 else 1.0
        back *= 1.25 if x[0] > 0 else 0.8
    return x


def warmed(turn, total, base=0.1):
    return 0.5 * base * (1 - math.cos(math.pi * turn / total))


# Equinox compiles Python's numbers in; those of NumPy are arrays to it.
@eqx.filter_jit
def sunk_filtered(x, rate):
    return x - rate * x


def filtered(x, count):
    for i in range(count):
        x = sunk_filtered(x, i)  # expect: JAX505
        x = sunk_filtered(x, i / 100)  # expect: JAX505
        x = sunk_filtered(x, share(i, 100))  # expect: JAX505
        x = sunk_filtered(x, warmed(i, 100))  # expect: JAX505
        x = sunk_filtered(x, 0.5 * 0.99**i)  # expect: JAX505
        x = sunk_filtered(x, warmed(3, 100))
        x = sunk_filtered(x, jnp.asarray(share(i, count)))
        x = sunk_filtered(x, 0.1)
    for t in np.linspace(0.0, 1.0, 20):
        x = sunk_filtered(x, t)
        x = sunk_filtered(x, float(t))  # expect: JAX505
    for i in range(3):
        x = sunk_filtered(x, i)
    return x


# --- numbers by functions of the counter, and by functions that yield them -----------------------


@functools.partial(jax.jit, static_argnames="rate")
def slowed(x, rate):
    return x - rate * x


def by_cosine(turn, total):
    return 0.5 * (1.0 + math.cos(math.pi * turn / total))


def annealed(x, rows, total):
    for turn, row in enumerate(rows):
        x = slowed(x + row, rate=by_cosine(turn, total))  # expect: JAX505
        x = slowed(x, rate=math.exp(-0.1 * turn))  # expect: JAX505
        x = slowed(x, rate=math.cos(math.pi * turn))
        x = slowed(x, rate=math.cos(math.pi * turn / 2))
        x = slowed(x, rate=float(math.floor(0.01 * turn)))
    return x


def falling(count, start=1.0):
    for turn in range(count):
        yield start / (1.0 + 0.1 * turn)


def level(count, start=1.0):
    for _ in range(count):
        yield start


def by_generators(x, count):
    for rate in falling(count):
        x = slowed(x, rate)  # expect: JAX505
    for rate in falling(4):
        x = slowed(x, rate)
    for rate in level(count):
        x = slowed(x, rate)
    return x


def by_lists(x, count):
    rates = [0.1 / (turn + 1) for turn in range(count)]
    for rate in rates:
        x = slowed(x, rate)  # expect: JAX505
    for rate in [0.1 * turn for turn in range(4)]:
        x = slowed(x, rate)
    for rate in [0.1 for _ in range(count)]:
        x = slowed(x, rate)
    return x


# --- records of which a field moves on ------------------------------------------------------------


class Rates(NamedTuple):
    rate: float = 1.0
    decay: float = 0.9


@dataclasses.dataclass(frozen=True)
class Annealed:
    temperature: float = 1.0


@functools.partial(jax.jit, static_argnames="rates")
def scaled_by(x, rates):
    return x * rates.rate, x.sum()


@functools.partial(jax.jit, static_argnames="annealed")
def cooled(x, annealed):
    return x / annealed.temperature


def decayed(x, n):
    rates, annealed = Rates(), Annealed()
    for _ in range(n):
        x, total = scaled_by(x, rates)  # expect: JAX505
        x = cooled(x, annealed)  # expect: JAX505
        rates = rates._replace(rate=rates.rate * 0.9)
        annealed = dataclasses.replace(annealed, temperature=annealed.temperature - 0.01)
    return x, total


def adapted(x, n):
    rate = 1.0
    for _ in range(n):
        x, total = scaled_by(x, rates=rate)  # expect: JAX505
        factor = 1.1 if float(total) > 0.8 else 0.7
        rate = rate * factor
    return x


def replaced_by_one_number(x, n):
    rates = Rates()
    for _ in range(n):
        x, total = scaled_by(x, rates)
        rates = rates._replace(rate=0.5)
    return x, total


def decayed_at_times(x, n):
    rates = Rates()
    for i in range(n):
        x, total = scaled_by(x, rates)
        if i == 1000:
            rates = rates._replace(rate=rates.rate * 0.9)
    return x, total


def decayed_a_few_times(x):
    rates = Rates()
    for _ in range(3):
        x, total = scaled_by(x, rates)
        rates = rates._replace(rate=rates.rate * 0.9)
    return x, total


def for_each_of_two(x, first, second):
    given = []
    for turn, (kept, old) in enumerate(((first, x), (second, x))):
        if kept is None:
            continue
        given.append(scaled_by(old, rates=turn))
    return given


# An array has a few axes, however many turns a loop over them may have.
@partial(jax.jit, static_argnames=("axis", "order"))
def shifted(x, axis, order):
    return jnp.roll(x, order, axis)


def shifted_along_axes(x, settings):
    for number in range(1, settings.dimensions + 1):
        x = x - shifted(x, axis=number - 1, order=1)
    return x


def shifted_by_orders(x, settings):
    for number in range(1, settings.orders + 1):
        x = x - shifted(x, axis=0, order=number)  # expect: JAX505
    return x


# A schedule may bound its number, and may be an object.
class BoundedDecay:
    def __init__(self, start):
        self.start = start

    def __call__(self, turn):
        return max(0.05, self.start * 0.98**turn)


@partial(jax.jit, static_argnames=("rate",))
def explored(x, rate):
    return x * rate


def rates_of_a_schedule(x, turns):
    schedule = BoundedDecay(1.0)
    for turn in range(turns):
        x = explored(x, rate=schedule(turn))  # expect: JAX505
    return x


def bounded_rates(x, turns):
    for turn in range(turns):
        x = explored(x, rate=max(0.05, 0.98**turn))  # expect: JAX505
        x = explored(x, rate=max(0.05, 0.98))
    return x


# Numbers of a formula, and of settings.
def annealed(x, turns, hot=3.0, cold=0.1):
    for turn in range(turns):
        rate = hot * math.exp(math.log(cold / hot) * turn / (turns - 1))
        x = explored(x, rate)  # expect: JAX505
    return x


def of_one_temperature(x, turns, hot=3.0, cold=0.1):
    for _ in range(turns):
        rate = hot * math.exp(math.log(cold / hot))
        x = explored(x, rate)
    return x


def with_half_life(x, turns):
    settings = {"start": 1e-2, "half_life": 40}
    for turn in range(turns):
        rate = settings["start"] * 0.5 ** (turn / settings["half_life"])
        x = explored(x, rate)  # expect: JAX505
    return x


def with_settings_that_the_loop_sets(x, turns):
    settings = {"start": 1e-2, "half_life": 40}
    for turn in range(turns):
        settings["start"] = 1e-2 / (turn + 1)
        rate = settings["start"] * (turn + 1)
        x = explored(x, rate)
    return x


@eqx.filter_jit
def scaled_by_equinox(x, rate):
    return x * rate


def decayed(x, turns):
    for turn in range(turns):
        x = scaled_by_equinox(x, 0.5 ** (turn / 40))  # expect: JAX505
    return x


def decayed_as_arrays(x, turns):
    for turn in range(turns):
        x = scaled_by_equinox(x, jnp.asarray(0.5 ** (turn / 40)))
    return x


def train_and_go_on(x, steps):
    @partial(jax.jit, static_argnums=(2,))
    def update(params, x, step):
        return params + step * x

    params = x
    for step in range(steps):
        try:
            params = update(params, x, step)  # expect: JAX505
        except Exception as error:
            print(error)
            break
    return params


# What stands aside is compared: an object that is made anew, or only what is read of it.
class Edge:
    def __init__(self, kind, value):
        self.kind, self.value = kind, value


@jax.tree_util.register_pytree_node_class
class Lattice:
    def __init__(self, data, edge):
        self.data, self.edge = data, edge

    def tree_flatten(self):
        return (self.data,), self.edge

    @classmethod
    def tree_unflatten(cls, edge, children):
        return cls(*children, edge)


@jax.tree_util.register_pytree_node_class
class SpelledLattice:
    def __init__(self, data, edge):
        self.data, self.edge = data, edge

    def tree_flatten(self):
        return (self.data,), (self.edge.kind, self.edge.value)

    @classmethod
    def tree_unflatten(cls, aside, children):
        return cls(*children, Edge(*aside))


@jax.jit
def relaxed(lattice):
    return 0.5 * lattice.data


def relaxing(data):
    for _ in range(100):
        data = relaxed(Lattice(data, Edge("open", 0.0)))  # expect: JAX505
        data = relaxed(SpelledLattice(data, Edge("open", 0.0)))
    return data


# --- static objects whose methods are called ----------------------------------------------------


class Smoother:
    def __init__(self, strength):
        self.strength = strength

    @partial(jax.jit, static_argnums=0)
    def smooth(self, frame):
        return frame * self.strength


class ComparedSmoother(Smoother):
    def __eq__(self, other):
        return self.strength == other.strength

    def __hash__(self):
        return hash(self.strength)


def smoothed_anew(frames, strength):
    smooth = []
    for frame in frames:
        smoother = Smoother(strength)
        smooth.append(smoother.smooth(frame))  # expect: JAX505
    return smooth


def smoothed_by_one(frames, strength):
    smoother = Smoother(strength)
    return [smoother.smooth(frame) for frame in frames]


def smoothed_by_equal_ones(frames, strength):
    for frame in frames:
        yield ComparedSmoother(strength).smooth(frame)


def smoothed_by_different_ones(frame, strengths):
    for strength in strengths:
        share = strength / len(strengths)
        yield Smoother(strength).smooth(frame) + Smoother(share).smooth(frame)


def smoothed_once(frame, strength):
    return Smoother(strength).smooth(frame)


smoothed = [smoothed_once(frame, 0.5) for frame in jnp.ones((40, 3))]


# --- dataclasses that are equal to themselves alone -----------------------------------------------


@dataclasses.dataclass(eq=False)
class Shrinker:
    strength: float

    @partial(jax.jit, static_argnums=0)
    def shrink(self, frame):
        return jnp.sign(frame) * jnp.maximum(jnp.abs(frame) - self.strength, 0.0)


@dataclasses.dataclass(frozen=True)
class EqualShrinker:
    strength: float

    @partial(jax.jit, static_argnums=0)
    def shrink(self, frame):
        return jnp.sign(frame) * jnp.maximum(jnp.abs(frame) - self.strength, 0.0)


def shrunk_anew(frames):
    for frame in frames:
        yield Shrinker(0.5).shrink(frame)  # expect: JAX505


def shrunk_by_equal_ones(frames):
    for frame in frames:
        yield EqualShrinker(0.5).shrink(frame)


def shrunk_by_one(frames):
    shrinker = Shrinker(0.5)
    return [shrinker.shrink(frame) for frame in frames]


# A rate that a floor, which may be zero, is added to is another one all the same.
def cosine(step, total, base, floor=0.0):
    return floor + 0.5 * (base - floor) * (1.0 + math.cos(math.pi * step / total))


def cooled_to_a_floor(x, total=300, base=0.1):
    for step in range(total):
        rate = cosine(step, total, base)
        x = update(x, step=rate)  # expect: JAX505
    return x


def lost_in_zero(x, total=300):
    for step in range(total):
        rate = 0.0 * cosine(step, total, 0.1)
        x = update(x, step=rate)
    return x


# Static fields that a compiled step counts up.
class State(struct.PyTreeNode):
    params: jax.Array
    step: int = struct.field(pytree_node=False, default=0)
    updates: int = 0

    def moved(self, params):
        step = self.step + 1
        return self.replace(params=params, step=step)  # expect: JAX505

    def chosen(self, params, step):
        return self.replace(params=params, step=step)

    def applied(self, params):
        return self.replace(
            params=params,
            step=self.step + 1,  # expect: JAX505
            updates=self.updates + 1,
        )


@dataclasses.dataclass
class Walker:
    place: jax.Array
    turns: int = 0


jax.tree_util.register_dataclass(Walker, data_fields=["place"], meta_fields=["turns"])


@jax.jit
def stepped(state):
    return state.applied(state.params * 2)


@jax.jit
def moved(state):
    return state.moved(state.params).chosen(state.params, 3)


@jax.jit
def walked(walker):
    place = walker.place + 1
    return dataclasses.replace(walker, place=place, turns=walker.turns + 1)  # expect: JAX505


@jax.jit
def walked_the_same(walker):
    return dataclasses.replace(walker, place=walker.place + 1, turns=walker.turns)


@jax.jit
def restarted(state):
    return state.replace(params=state.params * 0, step=0)


def counted_by_the_host(state):
    return state.replace(step=state.step + 1)


@jax.jit
def made_inside(params):
    return State(params).replace(step=State(params).step + 1)


def run_steps():
    state, walker = State(jnp.ones(3)), Walker(jnp.ones(3))
    for _ in range(100):
        state = moved(stepped(state))
        walker = walked_the_same(walked(walker))
    return counted_by_the_host(restarted(state)), walker


@partial(jax.jit, static_argnames="step")
def warmed_up(w, *, step):
    return w * (2.0 if step < 3 else 1.0)


def by_spread_options(w, count, **options):
    for step in range(count):
        given = {**options, "step": step}  # expect: JAX505
        w = warmed_up(w, **given)
    return w


def by_one_dict(w, count):
    given = dict(step=count)
    for _ in range(count):
        w = warmed_up(w, **given)
    return w


@dataclasses.dataclass(frozen=True, eq=False)
class Window:
    size: int

    def for_length(self, length):
        return dataclasses.replace(self, size=min(self.size, length))


@dataclasses.dataclass(frozen=True)
class EqualWindow:
    size: int

    def for_length(self, length):
        return dataclasses.replace(self, size=min(self.size, length))


@partial(jax.jit, static_argnums=1)
def attend(x, window):
    return x * window.size


class Encoder:
    def __init__(self, window, equal):
        self.window = window
        self.equal = equal

    def __call__(self, x):
        for _ in range(3):
            x = attend(x, self.window.for_length(x.shape[0]))  # expect: JAX505
            x = attend(x, self.equal.for_length(x.shape[0]))
        return x


def encoded(x):
    return Encoder(Window(4), EqualWindow(4))(x)


@jax.tree_util.register_pytree_node_class
class Moments:
    def __init__(self, mean, count=0):
        self.mean, self.count = mean, count

    def tree_flatten(self):
        return (self.mean,), (self.count,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)

    def push(self, x):
        count = self.count + 1
        return Moments(self.mean + x, count)  # expect: JAX505

    def push_of_type(self, x):
        return type(self)(self.mean + x, self.count + 1)  # expect: JAX505

    def push_of_class(self, x):
        return self.__class__(self.mean + x, self.count + 1)  # expect: JAX505

    def reset(self):
        return type(self)(self.mean, self.count)


@jax.jit
def observed(moments, x):
    moments = moments.push(x)
    return moments.reset(), x - moments.mean


@jax.jit
def observed_by_type(moments, x):
    return moments.push_of_type(x)


@jax.jit
def observed_by_class(moments, x):
    return moments.push_of_class(x)


def whitened(xs):
    moments = Moments(jnp.zeros(2))
    for x in xs:
        moments, z = observed(moments, x)
        moments = observed_by_class(observed_by_type(moments, z), z)
    return moments
