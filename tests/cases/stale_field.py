"""A field of a static or bound instance that compiled code reads and that is re-assigned."""

from dataclasses import dataclass
from functools import partial

import equinox as eqx
import flax
import jax
import jax.numpy as jnp
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
