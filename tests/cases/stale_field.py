"""A field of a static or bound instance that compiled code reads and that is re-assigned."""

import functools
import pickle
from dataclasses import dataclass
from functools import partial

import equinox as eqx
import flax
import jax
import jax.numpy as jnp
import numpy as np
from jax import jit, lax


class Scaler:
    def __init__(self, scale, floor):
        self.scale = scale
        self.floor = floor

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return jnp.maximum(x * self.scale, self.floor)  # expect: JAX203

    def set_scale(self, scale):
        self.scale = scale


class FixedScaler:
    def __init__(self, scale):
        self.scale = scale

    @partial(jax.jit, static_argnums=0)
    def __call__(self, x):
        return x * self.scale


class Trainer:
    def __init__(self, w, lr):
        self.w = w
        self.lr = lr
        self.losses = []
        self.step = jax.jit(self._step)

    def _step(self, x):
        return self.w - self.lr * jnp.mean(x)  # expect: JAX203

    def fit(self, xs):
        for x in xs:
            self.w = self.step(x)
            self.losses.append(1.0)


class PureTrainer:
    def __init__(self, w, lr):
        self.w = w
        self.lr = lr
        self.losses = []
        self.step = jax.jit(self._step)

    def _step(self, w, x):
        return w - self.lr * jnp.mean(x)

    def fit(self, xs):
        for x in xs:
            self.w = self.step(self.w, x)
            self.losses.append(float(jnp.mean(self.w)))


class Agent:
    def __init__(self, epsilon):
        self.epsilon = epsilon
        self.act = jit(lambda q: jnp.where(q > self.epsilon, q, 0.0))  # expect: JAX203

    def anneal(self):
        self.epsilon *= 0.99


# The reader is a helper of the compiled method.
class Simulator:
    def __init__(self, dt):
        self.dt = dt
        self.viscosity = 0.1
        self._build()

    def _build(self):
        self.grid = jnp.linspace(0, 1, 10)

    def derivative(self, x):
        return -self.viscosity * x + self.grid

    def euler(self, x):
        return x + self.dt * self.derivative(x)  # expect: JAX203

    @partial(jit, static_argnames="self")
    def step(self, x):
        return self.euler(x)

    def refine(self):
        self.dt = self.dt / 2


# Only __init__ and what it calls assign the fields.
class Lattice:
    def __init__(self, size):
        self.size = size
        self._prepare()

    def _prepare(self):
        self.kernel = jnp.ones(self.size)
        self.kernel = self.kernel / self.size

    @partial(jit, static_argnums=0)
    def smooth(self, x):
        return jnp.convolve(x, self.kernel, mode="same")


# Assigned from outside.
class Filter:
    def __init__(self, cutoff):
        self.cutoff = cutoff
        self.order = 2

    @partial(jax.jit, static_argnums=(0,))
    def apply(self, x):
        return jnp.where(x > self.cutoff, 0.0, x) ** self.order  # expect: JAX203


def tune(x):
    lowpass = Filter(1.0)
    first = lowpass.apply(x)
    lowpass.cutoff = 2.0
    return first, lowpass.apply(x)


# A dict of the instance that is filled later.
class Model:
    def __init__(self, n):
        self.params = {"w": jnp.zeros(n)}
        self.predict = jax.jit(self._predict)

    def _predict(self, x):
        return x @ self.params["w"]  # expect: JAX203

    def load(self, w):
        self.params["w"] = w


# A scan body that reads the field is compiled with the method.
class Chain:
    def __init__(self, step_size):
        self.step_size = step_size

    @partial(jax.jit, static_argnums=(0, 2))
    def run(self, x, n):
        def body(x, _):
            return x - self.step_size * x, x  # expect: JAX203

        return lax.scan(body, x, None, length=n)

    def adapt(self, rate):
        if rate < 0.5:
            self.step_size = self.step_size / 2


# Read by plain methods only, or under grad alone.
class Plain:
    def __init__(self, scale):
        self.scale = scale

    def loss(self, x):
        return jnp.sum(x * self.scale)

    def slope(self, x):
        return jax.grad(self.loss)(x)

    def set_scale(self, scale):
        self.scale = scale


# Compiled code gets the field as an argument.
class Passed:
    def __init__(self, scale):
        self.scale = scale

    @staticmethod
    @jit
    def _apply(x, scale):
        return x * scale

    def __call__(self, x):
        return self._apply(x, self.scale)

    def set_scale(self, scale):
        self.scale = scale


# T28: registered classes are pytrees; their array fields are arguments.
@jax.tree_util.register_pytree_node_class
class Body:
    def __init__(self, position, velocity):
        self.position = position
        self.velocity = velocity

    def tree_flatten(self):
        return (self.position, self.velocity), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jit
    def moved(self, dt):
        return Body(self.position + dt * self.velocity, self.velocity)

    def kick(self, impulse):
        self.velocity = self.velocity + impulse


@dataclass(frozen=True)
class Settings:
    rate: float

    @partial(jit, static_argnums=0)
    def update(self, w, g):
        return w - self.rate * g


class Layer(eqx.Module):
    weight: jax.Array

    @eqx.filter_jit
    def __call__(self, x):
        return self.weight @ x


@flax.struct.dataclass
class State:
    w: jax.Array

    @jit
    def advance(self, g):
        return self.replace(w=self.w - g)


# Nobody compiles this one.
class Counter:
    def __init__(self, scale):
        self.scale = scale
        self.count = 0

    def __call__(self, x):
        self.count += 1
        return x * self.scale + self.count


# Another class has a field of that name.
class Twin:
    def __init__(self, scale):
        self.scale = scale

    @partial(jit, static_argnums=0)
    def apply(self, x):
        return x * self.scale


class OtherTwin:
    def __init__(self, scale):
        self.scale = scale

    def set_scale(self, scale):
        self.scale = scale


# The body of a scan is traced once for as long as it lives: a field keeps it, a method makes it anew.
class Opacity:
    def __init__(self, grid):
        self.grid = grid
        self.kept = jax.checkpoint(lambda turn, x: (turn + 1, x * self.grid))  # expect: JAX203

    def set_grid(self, grid):
        self.grid = grid

    def matrix(self, xs):
        return lax.scan(self.kept, 0, xs)[1]


class FreshOpacity:
    def __init__(self, grid):
        self.grid = grid

    def set_grid(self, grid):
        self.grid = grid

    def matrix(self, xs):
        @partial(jax.checkpoint, policy=None)
        def loop(turn, x):
            return turn + 1, x * self.grid

        return lax.scan(loop, 0, xs)[1]


# Fields that only methods called by a constructor write are set once.
class Convolution:
    def __init__(self, resolution):
        self.resolution = resolution
        self.velocities = jnp.zeros(8)
        self.read()

    def read(self):
        self.read_velocities()

    def read_velocities(self):
        self.velocities = jnp.linspace(0.0, 1.0, 8) * self.resolution

    @partial(jit, static_argnums=0)
    def apply(self, x):
        return x * self.velocities


class Palette:
    def __init__(self):
        self.colours = jnp.zeros(4)
        self.clear = 255
        self.shades = jnp.zeros(4)

    def load(self, count):
        self.clear = count + 1

    def shade(self, count):
        self.shades = jnp.ones(count)

    def add_colour(self, at):
        self.colours = self.colours.at[at].set(1.0)

    def colour_of(self, at):
        self.add_colour(at)
        return at

    @partial(jit, static_argnums=0)
    def draw(self, x):
        at = self.colour_of(1)
        x = x * self.colours[at]
        return jnp.where(x == self.clear, 0, x) + self.shades[0]  # expect: JAX203


class Painter:
    def __init__(self):
        self.palette = Palette()
        self.palette.load(7)
        self.palette.shade(4)
        self.palette.colour_of(0)

    def repaint(self, count):
        self.palette.shade(count)


class Regenerated:
    def __init__(self, resolution):
        self.resolution = resolution
        self.velocities = jnp.zeros(8)
        self.generate_velocities(1.0)

    def generate_velocities(self, top):
        self.velocities = jnp.linspace(0.0, top, 8) * self.resolution

    @partial(jit, static_argnums=0)
    def apply(self, x):
        return x * self.velocities  # expect: JAX203

    def refine(self, top):
        self.generate_velocities(top)


# What is assigned together with the compiled function is compiled in anew.
class Resettable:
    def __init__(self, rate):
        self.rate = rate
        self.compiled = None

    def use_rate(self, rate):
        self.rate = rate
        self.compiled = None

    def step(self, x):
        if self.compiled is None:
            self.compiled = jax.jit(self.update)
        return self.compiled(x)

    def update(self, x):
        return x * self.rate


class Forgetful:
    def __init__(self, rate):
        self.rate = rate
        self.compiled = None

    def use_rate(self, rate):
        self.rate = rate

    def step(self, x):
        if self.compiled is None:
            self.compiled = jax.jit(self.update)
        return self.compiled(x)

    def update(self, x):
        return x * self.rate  # expect: JAX203


resettable, forgetful = Resettable(2.0), Forgetful(2.0)
resettable.step(1.0), forgetful.step(1.0)
resettable.use_rate(3.0)
forgetful.use_rate(3.0)
resettable.step(1.0), forgetful.step(1.0)


# A body that is made in each call dies with it, through whatever helper it is scanned.
class Cable:
    def __init__(self):
        self.nodes = jnp.ones(3)
        self.edges = jnp.ones(3)

    def renumber(self):
        self.nodes = self.nodes * 2
        self.edges = self.edges * 2

    def step(self, state):
        return state + self.nodes

    def step_of_edges(self, state):
        return state + self.edges  # expect: JAX203


def scanned(body, state, inputs):
    return lax.scan(body, state, inputs)


def integrated(cable, inputs):
    def body(state, given):
        return cable.step(state) + given, None

    return scanned(body, jnp.zeros(3), inputs)


def body_for_good(state, given):
    return cable.step_of_edges(state) + given, None


cable, inputs = Cable(), jnp.ones((4, 3))
integrated(cable, inputs), scanned(body_for_good, jnp.zeros(3), inputs)
cable.renumber()
integrated(cable, inputs), scanned(body_for_good, jnp.zeros(3), inputs)


# Objects that are called, properties and attributes by name, in the order of one path.
class Gain:
    def __init__(self, rate):
        self.rate = rate
        self.unused = 1.0

    def __call__(self, x):
        return x * self.rate  # expect: JAX203

    @property
    def doubled(self):
        return self.rate * 2.0  # expect: JAX203

    @doubled.setter
    def doubled(self, value):
        self.rate = value / 2.0


gain, spare = Gain(1.0), Gain(1.0)


@jax.jit
def gained(x):
    return gain(x)


@jax.jit
def gained_twice(x):
    return x * gain.doubled  # expect: JAX203


@jax.jit
def gained_by_name(x):
    return x * getattr(gain, "rate")  # expect: JAX203


@jax.jit
def gained_by_another(x):
    return x * getattr(spare, "unused")


gained(1.0), gained_twice(1.0), gained_by_name(1.0), gained_by_another(1.0)
gain.rate = 2.0
gained(1.0)
gain.doubled = 3.0
gained_twice(1.0)
setattr(gain, "rate", 4.0)
setattr(gain, "unused", 4.0)
gained_by_name(1.0), gained_by_another(1.0)


# An object that is set up before it is first used.
class Lens:
    def __init__(self):
        self.focus = 1.0


lens = Lens()


def bend(x):
    return x * lens.focus


bent = jax.jit(bend)


def look(x):
    lens.focus = 2.0
    return bent(x), bent(x)


look(1.0)


# What the first turn of a loop sets up is not set again by those that follow.
class Forward:
    def __init__(self, width):
        self.width = width

    @partial(jax.jit, static_argnums=0)
    def first(self, x):
        return self.apply(x)

    @partial(jax.jit, static_argnums=0)
    def later(self, x):
        return self.weigh(x)  # expect: JAX203

    @partial(jax.jit, static_argnums=0)
    def numbered(self, x):
        return self.shift(x)

    @partial(jax.jit, static_argnums=0)
    def numbered_from_one(self, x):
        return self.bend(x)  # expect: JAX203

    def begin(self):
        self.apply = lambda x: x * self.width

    def change(self):
        self.weigh = lambda x: x * self.width

    def put(self):
        self.shift = lambda x: x + self.width

    def put_later(self):
        self.bend = lambda x: x - self.width


def trained(forward, xs):
    for i in range(10):
        if i == 0:
            forward.begin()
        if i == 3:
            forward.change()
        forward.first(1.0), forward.later(1.0)
    for i, x in enumerate(xs, start=1):
        if i < 2:
            forward.put()
        if i == 2:
            forward.put_later()
        forward.numbered(x), forward.numbered_from_one(x)


trained(Forward(2.0), [1.0, 2.0])


# An element of what a field holds, another one beside it, and all of them.
class Table:
    def __init__(self):
        self.entries = {"rate": 2.0, "step": 0}


TABLE, WHOLE_TABLE = Table(), Table()


@jax.jit
def by_one_entry(x):
    return x * TABLE.entries["rate"]


@jax.jit
def by_all_entries(x):
    return x * sum(WHOLE_TABLE.entries.values())  # expect: JAX203


def counted(x):
    for _ in range(3):
        x = by_one_entry(x) + by_all_entries(x)
        TABLE.entries["step"] += 1
        WHOLE_TABLE.entries["step"] += 1
    return x


# Methods stand between the trace and the entries.
class Registry:
    def __init__(self):
        self.rates = {"warm": 1.0}
        self.shifts = {"warm": 0.0}

    def rate(self, name):
        return self.rates[name]  # expect: JAX203

    def shift(self, name):
        return self.shifts[name]

    def set(self, name, value):
        self.rates[name] = value


registry = Registry()


@jax.jit
def by_methods(x):
    return x * registry.rate("warm") + registry.shift("warm")


def entry(table, name):
    return table[name]


@jax.jit
def by_argument(tables, x):
    return x * entry(tables, "warm")


def retuned(x):
    tables = {"warm": 1.0}
    first = by_methods(x), by_argument(tables, x)
    registry.set("warm", 2.0)
    tables["warm"] = 2.0
    return first, by_methods(x), by_argument(tables, x)


# A field that is deleted has no other value.
class Mapped:
    def __init__(self, metric, scale):
        self.metric = metric
        self.scale = scale

    @partial(jax.jit, static_argnums=0)
    def distance(self, x):
        return self.metric(x) * self.scale  # expect: JAX203

    def save(self, file):
        del self.metric
        pickle.dump(self, file)

    def grow(self):
        self.scale = 2.0


# A property that constructors alone set, and one that a method sets again.
class Fluid:
    def __init__(self, omega, rate):
        self.omega = omega
        self.rate = rate

    @property
    def omega(self):
        return self._omega

    @omega.setter
    def omega(self, value):
        self._omega = value

    @property
    def rate(self):
        return self._rate  # expect: JAX203

    @rate.setter
    def rate(self, value):
        self._rate = value

    @partial(jax.jit, static_argnums=0)
    def collided(self, x):
        return x * self.omega * self.rate

    def anneal(self):
        self.rate = self.rate * 0.5


class ClearedSurrogate:
    """What changes a field has JAX forget what it compiled."""

    def __init__(self, scale, shift):
        self.scale = scale
        self.shift = shift

    def rescale(self, scale):
        self.scale = scale
        jax.clear_caches()

    def move(self, shift):
        jax.clear_caches()
        self.shift = shift

    @partial(jax.jit, static_argnums=0)
    def predict(self, x):
        return x * self.scale + self.shift  # expect: JAX203


class FluxSurrogate:
    """Its constructor alone loads filters; a class that has such a method too calls its own."""

    def __init__(self, filters):
        self.filters = [1.0]
        self.filters_used = [1.0]
        self.load_filters(filters)
        self.use_filters(filters)

    def load_filters(self, filters):
        self.filters = list(filters)

    def use_filters(self, filters):
        self.filters_used = list(filters)

    @partial(jax.jit, static_argnums=0)
    def predict(self, x):
        return x * self.filters[0] + self.filters_used[0]  # expect: JAX203


class CurveSurrogate:
    def __init__(self, filters):
        self.load_filters(filters)

    def load_filters(self, filters):
        self.names = list(filters)

    def use(self, surrogate, filters):
        surrogate.use_filters(filters)


# A hook runs after each task, so that it fills the field again.
class Regularised:
    def __init__(self):
        self.old = None
        self.scale = None

    @partial(jax.jit, static_argnums=0)
    def penalty(self, params):
        return jnp.sum((params - self.old) ** 2) * self.scale  # expect: JAX203


class RegularisedByTask(Regularised):
    def on_after_training_task(self):
        self.old = self.params

    def on_before_first_task(self):
        self.scale = 2.0

    def training_step(self):
        return self.penalty(self.params)


# --- containers in fields, changed in place ------------------------------------------------------


class Pipeline:
    def __init__(self):
        self.stages = []
        self.run = jax.jit(self._forward)

    def add(self, stage):
        self.stages.append(stage)
        return self

    def _forward(self, x):
        for stage in self.stages:  # expect: JAX203
            x = stage(x)
        return x


pipeline = Pipeline().add(jnp.sin)
pipeline.run(1.0)
pipeline.add(jnp.exp)
pipeline.run(1.0)


class Scales:
    def __init__(self):
        self.factors = {"first": 1.0, "second": 2.0}

    def scaled(self, x):
        return x * self.factors["first"]  # expect: JAX203

    def scaled_otherwise(self, x):
        return x * self.factors["second"]


scales = Scales()
scaled, scaled_otherwise = jax.jit(scales.scaled), jax.jit(scales.scaled_otherwise)
scaled(1.0)
scaled_otherwise(1.0)
scales.factors["first"] = 3.0
scaled(1.0)
scaled_otherwise(1.0)


class CompiledAnew:
    def __init__(self):
        self.stages = []

    def add(self, stage):
        self.stages.append(stage)
        self.run = jax.jit(self._forward)

    def _forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x


anew = CompiledAnew()
anew.add(jnp.sin)
anew.run(1.0)
anew.add(jnp.exp)
anew.run(1.0)


# What only the constructors of other classes call changes no object of this one.
class Holding:
    def hold(self, held):
        self.held = held

    def renew(self, renewed):
        self.renewed = renewed


class HoldingFirst(Holding):
    def __init__(self):
        self.held = self.renewed = 1.0
        self.apply = jax.jit(self._apply)

    def _apply(self, x):
        x = x * self.held
        return x + self.renewed  # expect: JAX203


class HoldingOther(Holding):
    def __init__(self):
        self.hold(2.0)

    def step(self):
        self.renew(3.0)


# What is only called for objects that the same function just made changes none that was traced.
class Expression:
    def __init__(self, parts):
        self.parts = [1.0]
        self.bounds = [2.0]
        self.weights = [3.0]
        self.names = [4.0]

    def _take(self, parts):
        self.parts = parts

    def _bound(self, bounds):
        self.bounds = bounds

    def _weigh(self, weights):
        self.weights = weights

    def _name(self, names):
        self.names = names

    @partial(jit, static_argnums=0)
    def value(self, x):
        x = x * self.parts[0] + self.bounds[0]  # expect: JAX203
        x = x * self.weights[0]  # expect: JAX203
        return x + self.names[0]  # expect: JAX203

    def __neg__(self):
        new = Expression([])
        new._take([self])
        return new

    def __add__(self, other):
        new = Expression([])
        for one in self, other:
            new._take([one])
        new._bound([self, other])
        new.value(1.0)
        new._weigh([5.0])
        return new

    def bounded(self, bounds):
        self._bound(bounds)
        return self

    def named(self, names):
        new = Expression([])
        for name in names:
            new._name([name])
            new.value(name)
        return new


# What the traced function itself writes is one mistake, which the write tells.
class Trainer:
    def __init__(self):
        self.losses = jnp.zeros(3)
        self.width = 0.5
        self.scale = 1.0

    @partial(jit, static_argnums=0)
    def train(self, x):
        def epoch(carry, _):
            return carry * self.width, None  # expect: JAX203

        self.losses, _ = lax.scan(epoch, (self.losses * x), jnp.arange(3))  # expect: JAX208
        return self.losses

    @partial(jit, static_argnums=0)
    def scaled(self, x):
        if self.scale is None:  # expect: JAX203
            self.scale = 2.0
        return x * self.scale

    def again(self, losses, width, scale):
        self.losses, self.width, self.scale = losses, width, scale


# A static argument that is made for the call has it compiled anew: nothing old is met.
class Load:
    def __init__(self, factor):
        self.factor = factor


HOME_LOAD = Load(2.0)


class Rod:
    def __init__(self, length):
        self.length = length

    def stretch(self, by):
        self.length = self.length * by

    @partial(jax.jit, static_argnums=(0, 1))
    def by_object(self, load, x):
        return x * self.length * load.factor

    @partial(jax.jit, static_argnames=("self", "weigh"))
    def by_function(self, x, weigh):
        return weigh(x * self.length)

    @partial(jax.jit, static_argnums=(0, 1))
    def by_declared(self, load: Load, x):
        return x * self.length * load.factor

    @partial(jax.jit, static_argnums=(0, 1))
    def by_lasting_object(self, load: Load, x):
        return x * self.length * load.factor  # expect: JAX203

    @partial(jax.jit, static_argnums=(0, 1))
    def by_lasting_function(self, weigh, x):
        return weigh(x * self.length)  # expect: JAX203

    @partial(jax.jit, static_argnums=(0, 1))
    def by_number(self, n, x):
        return x * self.length * n  # expect: JAX203

    @partial(jax.jit, static_argnums=(0, 1))
    def by_method(self, weigh, x):
        return weigh(x * self.length)  # expect: JAX203

    def _load(self, factor):
        return Load(factor)

    def solve(self, x, factor):
        return self._turn(self._load(factor), x)

    def _turn(self, load, x):
        return self.by_object(load, x)

    def weighed(self, x, scale):
        halved = self.by_function(x, weigh=partial(jnp.multiply, 0.5))
        return halved + self.by_function(x, weigh=lambda y: y * scale)

    def declared(self, load, x):
        return self.by_declared(load, x)

    def at_home(self, x):
        return self.by_lasting_object(HOME_LOAD, x)

    def of_module(self, x):
        return self.by_lasting_function(jnp.sin, x)

    def numbered(self, n, x):
        return self.by_number(n, x)

    def of_method(self, x):
        return self.by_method(self.weigh, x)

    def weigh(self, x):
        return jnp.sin(x)


# An object that a function makes, jits, calls once and lets go of cannot change between two calls.
class Solver:
    def __init__(self, order):
        self.order = order
        self.tolerance = 1.0

    def __call__(self, x):
        return x * self.order

    def refined(self, x):
        return x * self.tolerance  # expect: JAX203

    def change_order(self, order):
        self.order = order
        self.tolerance = 1.0 / order


def made_solver():
    return Solver(3)


def solved_once(x):
    solver = made_solver()
    solver = jax.jit(solver)
    return solver(x)


def refined_and_handed_on(x):
    solver = made_solver()
    refined = jax.jit(solver.refined)
    return refined(x), refined, solver


# A setter makes one jit anew, and leaves another stale that reads the field on its way.
class Spring:
    def __init__(self, stiffness):
        self.stiffness = stiffness
        self._energy = jax.jit(self.energy)
        self._relaxed = jax.jit(self.relaxed)

    def energy(self, x):
        return jnp.sum(self.stiffness * x**2)  # expect: JAX203

    def relaxed(self, x):
        return x - 0.1 * jax.grad(self.energy)(x)

    def set_stiffness(self, stiffness):
        self.stiffness = stiffness
        self._energy = jax.jit(self.energy)


class SpringMadeAnew:
    def __init__(self, stiffness):
        self.stiffness = stiffness
        self._energy = jax.jit(self.energy)
        self._relaxed = jax.jit(self.relaxed)

    def energy(self, x):
        return jnp.sum(self.stiffness * x**2)

    def relaxed(self, x):
        return x - 0.1 * jax.grad(self.energy)(x)

    def set_stiffness(self, stiffness):
        self.stiffness = stiffness
        self._energy = jax.jit(self.energy)
        self._relaxed = jax.jit(self.relaxed)


# The method that makes them anew may be another one.
class SpringRefreshed:
    def __init__(self, stiffness):
        self.stiffness = stiffness
        self._refresh()

    def _refresh(self):
        self._energy = jax.jit(self.energy)

    def energy(self, x):
        return jnp.sum(self.stiffness * x**2)

    def set_stiffness(self, stiffness):
        self.stiffness = stiffness
        self._refresh()


class SpringOfLambdas:
    def __init__(self, stiffness):
        self.stiffness = stiffness
        self._energy = jax.jit(lambda x: jnp.sum(self.stiffness * x**2))
        self._force = jax.jit(lambda x: -2.0 * self.stiffness * x)  # expect: JAX203

    def set_stiffness(self, stiffness):
        self.stiffness = stiffness
        self._energy = jax.jit(lambda x: jnp.sum(self.stiffness * x**2))


# A method that the call of the loop takes from its object is another function each time; one that
# a field keeps is the same.
class Integrator:
    def __init__(self, step):
        self.step = step
        self.kept_step = step
        self.kept = self.advance_kept

    def advance(self, state, _):
        return state + self.step, state

    def advance_kept(self, state, _):
        return state + self.kept_step, state  # expect: JAX203

    def rolled(self, state):
        return lax.scan(self.advance, state, None, length=3)[0]

    def rolled_kept(self, state):
        return lax.scan(self.kept, state, None, length=3)[0]

    def refined(self, state):
        found = []
        for _ in range(3):
            found.append(self.rolled(state))
            found.append(self.rolled_kept(state))
            self.step = self.step / 2
            self.kept_step = self.kept_step / 2
        return found


Integrator(0.1).refined(jnp.float32(0.0))


# What a constructor, a cached property or a lazy one makes of a closure lives as long as its object.
class MadeByAMethod:
    def __init__(self, rate):
        self.rate = rate
        self.step = self.make()

    def make(self):
        def step(w, g):
            return w - self.rate * g  # expect: JAX203

        return jax.jit(step)

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)
            self.rate *= 0.5
        return w


class CachedStep:
    def __init__(self, rate):
        self.rate = rate

    @functools.cached_property
    def step(self):
        def step(w, g):
            return w - self.rate * g  # expect: JAX203

        return jax.jit(step)

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)
            self.rate *= 0.5
        return w


class StepAtEachRead:
    def __init__(self, rate):
        self.rate = rate

    @property
    def step(self):
        def step(w, g):
            return w - self.rate * g

        return jax.jit(step)

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)  # expect: JAX502
            self.rate *= 0.5
        return w


class LazyStep:
    def __init__(self, rate):
        self.rate = rate
        self._step = None

    @property
    def step(self):
        if self._step is None:
            self._step = jax.jit(lambda w, g: w - self.rate * g)  # expect: JAX203
        return self._step

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)
            self.rate *= 0.5
        return w


class LazyStepForgotten:
    def __init__(self, rate):
        self.rate = rate
        self._step = None

    @property
    def step(self):
        if self._step is None:
            self._step = jax.jit(lambda w, g: w - self.rate * g)
        return self._step

    def halve(self):
        self.rate *= 0.5
        self._step = None

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)
            self.halve()
        return w


# A field of what a field holds is frozen as the field itself is.
class Configured:
    def __init__(self, settings):
        self.settings = settings
        self.step = jax.jit(self._step)

    def _step(self, w, g):
        return w - self.settings.rate * g + self.settings.bias  # expect: JAX203

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)
            self.settings.rate *= 0.5
            self.settings.count += 1
        return w


class ConfiguredAnew:
    def __init__(self, settings):
        self.settings = settings
        self.step = jax.jit(self._step)

    def _step(self, w, g):
        return w - self.settings.rate * g

    def halve(self):
        self.settings.rate *= 0.5
        self.step = jax.jit(self._step)

    def fit(self, w):
        for _ in range(3):
            w = self.step(w, w)
            self.halve()
        return w


# A setting that belongs to the keys of traces changes with a field: all is traced anew.
class Refined:
    def __init__(self, bound, margin):
        self.bound = bound
        self.margin = margin
        self.width = margin

    def refine(self):
        jax.config.update("jax_default_matmul_precision", "float32")
        self.bound = 1e-12

    def widen(self, margin):
        jax.config.update("jax_default_matmul_precision", "float32")
        self.margin = margin

    def log(self):
        jax.config.update("jax_log_compiles", True)
        self.width = 1e-12

    @partial(jax.jit, static_argnums=0)
    def solve(self, x):
        return x * self.bound

    @partial(jax.jit, static_argnums=0)
    def solve_in_margin(self, x):
        return x * self.margin + self.width  # expect: JAX203, JAX203


# A memo whose entries are filled where they are missing, and stay: a trace keeps what a later call
# would read. What others put there, or the whole of the dict, is something else.
class Variants:
    def __init__(self, width):
        self.width = width
        self._made, self._got, self._tried, self._defaults = {}, {}, {}, {}
        self._replaced, self._cleared, self._dropped, self._counted = {}, {}, {}, {}

    def made(self, kind):
        if kind not in self._made:
            self._made[kind] = self.width * len(kind)
        return self._made[kind]

    def got(self, kind):
        found = self._got.get(kind)
        if found is None:
            found = self._got[kind] = self.width * len(kind)
        return found

    def tried(self, kind):
        try:
            return self._tried[kind]
        except KeyError:
            self._tried[kind] = found = self.width * len(kind)
        return found

    def default(self, kind):
        return self._defaults.setdefault(kind, self.width * len(kind))

    def replaced(self, kind):
        if kind in self._replaced:  # expect: JAX203
            return self._replaced[kind]  # expect: JAX203
        self._replaced[kind] = found = self.width * len(kind)
        return found

    def replace(self, kind, value):
        if kind in self._replaced:
            self._replaced[kind] = value

    def cleared(self, kind):
        if kind not in self._cleared:  # expect: JAX203
            self._cleared[kind] = self.width * len(kind)
        return self._cleared[kind]  # expect: JAX203

    def clear(self):
        self._cleared.clear()

    def dropped(self, kind):
        if kind not in self._dropped:  # expect: JAX203
            self._dropped[kind] = self.width * len(kind)
        return self._dropped[kind]

    def drop(self):
        self._dropped = {}

    def counted(self, kind):
        if kind not in self._counted:
            self._counted[kind] = self.width * len(kind)
        return len(self._counted) + sum(self._counted.values())  # expect: JAX203, JAX203


def by_variants(x, other):
    variants = Variants(2.0)
    variants.replaced("direct"), variants.cleared("direct"), variants.dropped("direct")

    def filled(x):
        x = x * variants.made("direct") + variants.got("direct")
        return x * variants.tried("direct") + variants.default("direct")

    def changed(x):
        x = x * variants.replaced("direct") + variants.cleared("direct")
        return x * variants.dropped("direct") + variants.counted("direct")

    filled, changed = jax.jit(filled), jax.jit(changed)
    first = filled(x), changed(x)
    variants.made(other), variants.got(other), variants.tried(other), variants.default(other)
    variants.replace("direct", 3.0), variants.clear(), variants.drop(), variants.counted(other)
    return first, filled(x), changed(x)


by_variants(jnp.float32(1.0), "inverse")


# --- fields of what a field holds -----------------------------------------------------------------


class Scheduled:
    def __init__(self, settings):
        self.settings = settings
        self.step = jax.jit(self._step)

    def _step(self, params):
        return jax.tree.map(lambda p: p * self.settings.rate, params)  # expect: JAX203

    def fit(self, params, epochs):
        for _ in range(epochs):
            params = self.step(params)
            self.settings.rate *= 0.9
        return params


class Penalised:
    def __init__(self, settings):
        self.settings = settings

    def loss(self, params, x):
        return jnp.sum(params * x) * self.settings.weight  # expect: JAX203

    def fit(self, params, xs):
        slope = jax.jit(jax.grad(self.loss))
        for i, x in enumerate(xs):
            params = params - slope(params, x)
            if i % 100 == 0:
                self.settings.weight = self.settings.weight / 2
        return params


class PenalisedAnew:
    def __init__(self, settings):
        self.settings = settings

    def loss(self, params, x):
        return jnp.sum(params * x) * self.settings.weight

    def fit(self, params, xs, weights):
        for weight in weights:
            self.settings.weight = weight
            slope = jax.jit(jax.grad(self.loss))  # expect: JAX502
            for x in xs:
                params = params - slope(params, x)
        return params


# Each place that assigns a field gives it what equals what was there.
class Reset:
    enabled = False

    def __init__(self, width):
        self.width = width
        self.count, self.other = 0, 0
        self.twice = self.width * 2
        self.grown = 1
        self.size = 3
        self.square = self.size * 2
        self.drawn = np.random.rand()
        self.clear()

    def clear(self):
        self.steps = 0

    def reset(self):
        self.clear()
        self.count, self.other = 0, 1
        self.twice = self.width * 2
        self.grown += 1
        self.square = self.size * 2
        self.drawn = np.random.rand()
        self.enabled = True

    def resize(self, n):
        self.size = n

    @partial(jax.jit, static_argnums=0)
    def run(self, x):
        x = x + self.count + self.twice + self.steps
        x = x * self.other  # expect: JAX203
        x = x + self.grown  # expect: JAX203
        x = x + self.square  # expect: JAX203
        x = x * 2 if self.enabled else x  # expect: JAX203
        return x + self.drawn  # expect: JAX203


def run_and_reset(x):
    model = Reset(3)
    first = model.run(x)
    model.reset()
    return first, model.run(x)


# A flag says that what was compiled is out of date: who calls it has it made anew first.
class Flagged:
    def __init__(self):
        self.aux, self.scale, self.rate, self.power = True, 1.0, 1.0, 1.0
        self.compiled, self.stale = False, True
        self.step = self.bound = self.unasked = None

    def with_aux(self, aux):
        self.aux = aux
        self.compiled = False

    def with_scale(self, scale):
        self.scale = scale

    def with_rate(self, rate):
        self.rate = rate
        self.compiled = False

    def with_power(self, power):
        self.power = power
        self.compiled = False

    def compile(self, extra):
        def forward(x):
            y = x * extra * self.scale  # expect: JAX203
            return y if self.aux else -y

        self.step = jax.jit(forward)
        self.compiled = True

    def run(self, x):
        if self.step is None or not self.compiled:
            self.compile(2.0)
        return self.step(x)

    # JAX knows a bound method again: to compile it once more traces nothing.
    def forward_bound(self, x):
        return x * self.rate  # expect: JAX203

    def bind(self):
        self.bound = jax.jit(self.forward_bound)
        self.compiled = True

    def run_bound(self, x):
        if not self.compiled:
            self.bind()
        return self.bound(x)

    def arrange(self):
        def forward(x):
            return x**self.power  # expect: JAX203

        self.unasked = jax.jit(forward)
        self.compiled = True

    def run_asked(self, x):
        if not self.compiled:
            self.arrange()
        return self.unasked(x)

    def run_unasked(self, x):
        return self.unasked(x)


def run_flagged(x):
    model = Flagged()
    first = model.run(x), model.run_bound(x), model.run_asked(x), model.run_unasked(x)
    model.with_aux(False)
    return first, model.run(x)


# What a class hook makes the constructor of each class calls it for new objects.
class Shape:
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        original = cls.__init__

        def constructed(self, *args, **kwargs):
            original(self, *args, **kwargs)
            self.convert()

        cls.__init__ = constructed

    def convert(self):
        for name, value in self.params.items():
            self.params[name] = float(value)


class Ball(Shape):
    def __init__(self, radius):
        self.params = {"radius": radius}

    def __call__(self, x):
        return jnp.linalg.norm(x) - self.params["radius"]


class Shape2:
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)

        def converted(self):
            self.convert_later()

        cls.converted = converted

    def convert_later(self):
        for name, value in self.params.items():
            self.params[name] = float(value)


class Ball2(Shape2):
    def __init__(self, radius):
        self.params = {"radius": radius}

    def __call__(self, x):
        return jnp.linalg.norm(x) - self.params["radius"]  # expect: JAX203


distance, other_distance = jax.jit(Ball(1.0)), jax.jit(Ball2(1.0))
print(distance(jnp.ones(3)), other_distance(jnp.ones(3)))


# Whoever jits an object for one call has no compiled function for the next one: that would have to
# be jitted anew, of the same object. On one path it is seen whether it is.
class Layer:
    def __init__(self, rate):
        self.rate = rate
        self.scale = 1.0
        self.training = True

    def __call__(self, x):
        if not self.training:  # expect: JAX203
            return x
        return x * (1.0 - self.rate) * self.scale  # expect: JAX203

    def eval(self):
        self.training = False

    def anneal(self):
        self.rate = self.rate / 2


def layer_in_one_mode(x):
    layer = Layer(0.1)
    return jax.jit(layer)(x)  # expect: JAX503


class Masked:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, x):
        return x * (1.0 - self.rate)  # expect: JAX203

    def anneal(self):
        self.rate = self.rate / 2


def masked_once(x):
    layer = Masked(0.1)
    layer.anneal()
    return jax.jit(layer)(x)  # expect: JAX503


def layer_in_both_modes(x):
    layer = Layer(0.1)
    first = jax.jit(layer)(x)  # expect: JAX503
    layer.eval()
    return first, jax.jit(layer)(x)  # expect: JAX503


def layer_that_is_kept(x):
    layer = Layer(0.1)
    step = jax.jit(layer)  # expect: JAX503
    first = step(x)
    layer.anneal()
    return first, step(x)


# Only constructors fill it: the other object of which a method of that name is called is just made.
class Emulator:
    def __init__(self, path):
        self.fill(path)

    def fill(self, path):
        self.weights = Archive(path).fill()

    @partial(jax.jit, static_argnums=0)
    def predict(self, x):
        return x * self.weights


class Archive:
    def __init__(self, path):
        self.path = path

    def fill(self):
        return np.load(self.path)


class ReloadedEmulator:
    def __init__(self, path):
        self.reload(path)

    def reload(self, path):
        self.weights = np.load(path)

    @partial(jax.jit, static_argnums=0)
    def predict(self, x):
        return x * self.weights  # expect: JAX203


def reloaded(emulator, paths, x):
    for path in paths:
        emulator.reload(path)
        x = emulator.predict(x)
    return x


# --- what waits for a few turns before it changes --------------------------------------------------


class Patient:
    def __init__(self, rate, patience):
        self.rate = rate
        self.patience = patience
        self.waited = 0

    @partial(jax.jit, static_argnums=0)
    def apply(self, x):
        return x - self.rate * x  # expect: JAX203

    def step(self, x):
        moved = self.apply(x)
        self.wait(float(moved))
        return moved

    def wait(self, value):
        if value < 0.1:
            return
        self.waited += 1
        if self.waited >= self.patience:
            self.rate *= 0.5
            self.waited = 0


class SetUpFirst:
    def __init__(self, rate):
        self.rate = rate

    @partial(jax.jit, static_argnums=0)
    def apply(self, x):
        return x - self.rate * x

    def run(self, x, steps):
        for step in range(steps + 1):
            if step < steps:
                self.rate *= 0.5
            else:
                x = self.apply(x)
        return x


def main_of_the_patient(x):
    patient = Patient(0.1, 2)
    for _ in range(20):
        x = patient.step(x)
    return SetUpFirst(0.1).run(x, 3)


main_of_the_patient(jnp.float32(1.0))
