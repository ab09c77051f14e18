"""A traced value stored where it outlives the trace."""

import collections
import contextlib
import dataclasses
import functools
import os
from functools import partial

import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

last_loss = None
HISTORY = []
CACHE = {}


class Registry:
    latest = None


@jax.jit
def train_step(w, x):
    global last_loss
    loss = jnp.mean((w - x) ** 2)
    last_loss = loss  # expect: JAX208
    return w - 0.1 * loss


@jax.jit
def train_step_returned(w, x):
    loss = jnp.mean((w - x) ** 2)
    return w - 0.1 * loss, loss


def train(w, xs):
    global last_loss
    for x in xs:
        w, loss = train_step_returned(w, x)
        last_loss = loss
        HISTORY.append(loss)
        CACHE["w"] = w
        Registry.latest = loss
    return w


@jax.jit
def collected(x):
    y = jnp.sin(x)
    HISTORY.append(y)  # expect: JAX208
    return y


@jax.jit
def cached(x):
    CACHE["x"] = x  # expect: JAX208
    return x


@jax.jit
def on_class(x):
    Registry.latest = x.sum()  # expect: JAX208
    return x


@jax.jit
def on_function(x):
    on_function.last = x + 1  # expect: JAX208
    return x


# T14
@jax.jit
def local_list(xs):
    outs, table = [], {}
    for name, x in xs.items():
        outs.append(jnp.sin(x))
        table[name] = x
        table.setdefault("sum", x)
    registry = Registry()
    registry.latest = outs[0]
    return jnp.stack(outs), table


# Inner functions may write to what the traced function owns.
@jax.jit
def local_closure(x):
    outs = []

    def emit(v):
        outs.append(v)

    emit(x)
    emit(x * 2)
    return jnp.stack(outs)


def make_step():
    total = 0.0

    @jax.jit
    def step(x):
        nonlocal total
        total += x.sum()  # expect: JAX208
        return x

    return step, lambda: total


def activations(params, x):
    outs = []

    def loss(params):
        h = jnp.tanh(params * x)
        outs.append(h)  # expect: JAX208
        return jnp.sum(h)

    grads = jax.grad(loss)(params)
    return grads, outs


def activations_as_aux(params, x):
    def loss(params):
        h = jnp.tanh(params * x)
        return jnp.sum(h), h

    grads, h = jax.grad(loss, has_aux=True)(params)
    return grads, [h]


# A scan body runs in a trace of its own, also within a traced function.
@jax.jit
def scanned(xs):
    seen = []

    def body(carry, x):
        seen.append(carry)  # expect: JAX208
        return carry + x, None

    total, _ = lax.scan(body, 0.0, xs)
    return total


@jax.jit
def scanned_outputs(xs):
    def body(carry, x):
        parts = [carry]
        parts.append(x)
        return carry + x, jnp.stack(parts)

    return lax.scan(body, 0.0, xs)


def accumulated(xs):
    total = 0.0

    def body(i, carry):
        nonlocal total
        total = total + xs[i]  # expect: JAX208
        return carry

    lax.fori_loop(0, 3, body, 0)
    return total


def accumulated_in_carry(xs):
    def body(i, total):
        return total + xs[i]

    return lax.fori_loop(0, 3, body, 0.0)


def mapped(xs):
    norms = {}

    def norm(x):
        norms["last"] = jnp.linalg.norm(x)  # expect: JAX208
        return norms["last"]

    return jax.vmap(norm)(xs)


def mapped_outputs(xs):
    def norm(x):
        parts = {"norm": jnp.linalg.norm(x)}
        parts["double"] = 2 * parts["norm"]
        return parts

    return jax.vmap(norm)(xs)


def remember(name, value):
    CACHE[name] = value  # expect: JAX208


@jax.jit
def through_helper(x):
    remember("x", jnp.cos(x))
    return x


# The same list, filled by plain code.
def remember_outside(value):
    HISTORY.append(value)


def plain(x):
    remember_outside(train_step_returned(x, x)[1])


class Trainer:
    def __init__(self, w):
        self.w = w
        self.losses = []
        self.step = jax.jit(self._step)

    def _step(self, x):
        w = jnp.tanh(x)
        self.w = w  # expect: JAX208
        self.losses.append(w.sum())  # expect: JAX208
        return w

    def fit(self, xs):
        for x in xs:
            self.w = self.step(x)
            self.losses.append(self.w.sum())


class Meter:
    def __init__(self):
        self.value = 0.0

    @partial(jax.jit, static_argnums=0)
    def update(self, x):
        self.value = jnp.sum(x)  # expect: JAX208
        return x

    def reset(self):
        self.value = jnp.zeros(())


# An object of the traced function itself.
class Accumulator:
    def __init__(self):
        self.total = 0.0
        self.parts = []

    def add(self, x):
        self.total = self.total + x
        self.parts.append(x)


@jax.jit
def with_accumulator(xs):
    accumulator = Accumulator()
    for x in xs:
        accumulator.add(x)
    return accumulator.total


# Modules of Flax bind their fields while they run.
class Net(nn.Module):
    features: int

    def setup(self):
        self.dense = nn.Dense(self.features)

    def __call__(self, x):
        y = self.dense(x)
        self.sow("intermediates", "y", y)
        return y


@jax.jit
def apply_net(params, x):
    return Net(3).apply(params, x)


# T09
HOST_VALUES = []


def record(x):
    HOST_VALUES.append(np.asarray(x))


@jax.jit
def with_callback(x):
    jax.debug.callback(record, x)
    jax.debug.callback(HOST_VALUES.append, x)
    return x


# T10: called outside jit, so the values are concrete.
@jax.custom_vjp
def traced_by_nobody(x):
    HISTORY.append(x)
    return x


traced_by_nobody.defvjp(lambda x: (traced_by_nobody(x), None), lambda residuals, g: (g,))


# Derivatives alone run functions with rules of their own on the numbers themselves.
class Bridge:
    def load(self, forces):
        self.forces = forces * jnp.ones(3)

    def load_traced(self, forces):
        self.kept = forces * jnp.ones(3)  # expect: JAX208

    def load_compiled(self, forces):
        self.compiled = forces * jnp.ones(3)  # expect: JAX208


bridge = Bridge()


@jax.custom_vjp
def solved(forces):
    bridge.load(forces)
    return forces**2


def solved_forward(forces):
    return solved(forces), forces


def solved_backward(forces, g):
    return (2 * forces * g,)


solved.defvjp(solved_forward, solved_backward)


@jax.custom_vjp
def solved_in_a_step(forces):
    bridge.load_compiled(forces)
    return forces**2


solved_in_a_step.defvjp(lambda x: (solved_in_a_step(x), x), lambda x, g: (2 * x * g,))


def sag(forces):
    return jnp.sum(solved(forces))


def sag_with_copy(forces):
    bridge.load_traced(solved(forces))
    return jnp.sum(solved(forces))


@jax.jit
@jax.grad
def sag_gradient(forces):
    return jnp.sum(solved_in_a_step(forces))


def design(forces):
    down = jax.grad(sag)(forces) + jax.value_and_grad(sag_with_copy)(forces)[1]
    return down + sag_gradient(forces)


# T28
@jax.tree_util.register_pytree_node_class
class Particle:
    def __init__(self, x, v):
        self.x = x
        self.v = v

    def tree_flatten(self):
        return (self.x, self.v), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jax.jit
    def moved(self, dt):
        new = Particle(self.x, self.v)
        new.x = self.x + dt * self.v
        return new


def schedule_of_floats(steps):
    def schedule(count):
        nonlocal steps
        steps, count = jax.tree.map(lambda x: x * 1.0, (steps, count))
        return count / steps

    return schedule


WARMUP = jax.jit(schedule_of_floats(10))


@functools.lru_cache
def window(n):  # expect: JAX208
    return jnp.hanning(n)


@functools.cache
def host_window(n):
    return np.hanning(n)


@functools.cache
def window_made_now(n):
    with jax.ensure_compile_time_eval():
        return jnp.hanning(n)


@functools.cache
def host_only(n):
    return jnp.hamming(n)


class Filter:
    @functools.cached_property
    def taps(self):  # expect: JAX208
        return jnp.ones(3)

    @functools.cached_property
    def size(self):
        return len(self.__dict__)

    @property
    def edges(self):
        return jnp.zeros(3)

    def run(self, x):
        return x * self.taps + self.size + self.edges


# What is kept here is the result of a compiled call.
@functools.cache
@jax.jit
def compiled_window():
    return jnp.ones(3) / 3


@jax.jit
def windowed(x):
    return x * window(3) + host_window(3) + window_made_now(3)


def eager_window(x):
    return x * host_only(3)


filtered = jax.jit(Filter().run)


# grad hands its function the caller's own containers, but for those that it differentiates.
def with_students(weight, params):
    params["student"] = weight
    params["calls"] = jnp.float32(1.0)
    return sum((value**2).sum() for value in params.values())


@jax.jit
def with_its_own_put_back(params):
    weight = params["student"]
    gradient = jax.grad(with_students)(weight, params)
    params["student"] = weight - gradient
    return params


given = with_its_own_put_back({"student": jnp.ones(2)})


def with_teachers(weight, params):
    params["teacher"] = weight  # expect: JAX208
    params["total"] = weight.sum()  # expect: JAX208
    return (weight**2).sum()


@jax.jit
def with_leaks(params):
    gradient = jax.grad(with_teachers)(params["student"], params)
    return gradient, params["teacher"], params["total"]


leaked = with_leaks({"student": jnp.ones(2)})


# What is put back before the function returns was never there.
class Weighted:
    def __init__(self):
        self.weights = jnp.ones(2)

    def put_back(self, weights, x):
        old = self.weights
        self.weights = weights
        y = self(x)
        self.weights = old
        return y

    def put_back_at_last(self, weights, x):
        old = self.weights
        try:
            self.weights = weights
            return self(x)
        finally:
            self.weights = old

    def __call__(self, x):
        return (self.weights * x).sum()


class WeightedForGood:
    def __init__(self):
        self.weights = jnp.ones(2)

    def put_back_too_late(self, weights, x):
        old = self.weights
        self.weights = weights  # expect: JAX208
        if x is None:
            return self(1.0)
        y = self(x)
        self.weights = old
        return y

    def __call__(self, x):
        return (self.weights * x).sum()


jax.jit(Weighted().put_back)(jnp.ones(2), 1.0)
jax.jit(Weighted().put_back_at_last)(jnp.ones(2), 1.0)
jax.jit(WeightedForGood().put_back_too_late)(jnp.ones(2), None)


# A cached property keeps its value in its object; a traced argument ends with the trace.
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Profile:
    edges: jax.Array
    left: jax.Array | None = None

    @functools.cached_property
    def middles(self):
        return (self.edges[1:] + self.edges[:-1]) / 2.0

    @functools.cached_property
    def start(self):
        return self.edges[:1] if self.left is None else jnp.expand_dims(self.left, -1)


class Grid:
    def __init__(self):
        self.sizes = jnp.ones(3)

    @functools.cached_property
    def ends(self):  # expect: JAX208
        return jnp.cumsum(self.sizes)


GRID = Grid()


@jax.jit
def of_copy(profile: Profile):
    return profile.middles.sum() + Profile(profile.edges * 2).start


@jax.jit
def of_outer_object(x):
    return x + GRID.ends


of_copy(Profile(jnp.arange(4.0)))


# A function that is stored keeps what it closes over.
LATER = []


@jax.jit
def put_off(x):
    y = x * 2.0
    LATER.append(lambda: y)  # expect: JAX208
    LATER.append(functools.partial(jnp.add, y))  # expect: JAX208
    return x


@jax.jit
def put_off_nothing(x):
    size = x.ndim
    LATER.append(lambda: size)
    local = [lambda: x]
    return local[0]()


def collector():
    while True:
        HISTORY.append((yield))


COLLECTOR = collector()


@jax.jit
def collected(x):
    COLLECTOR.send(x * 2.0)  # expect: JAX208
    COLLECTOR.send(None)  # expect: JAX207
    return x


class Slot:
    def __get__(self, owner, cls=None):
        return owner.held

    def __set__(self, owner, value):
        owner.held = value  # expect: JAX208


class Probe:
    slot = Slot()

    def __init__(self):
        self.held = None
        self.level = 0.0

    @property
    def shown(self):
        return self.level

    @shown.setter
    def shown(self, value):
        self.level = value  # expect: JAX208


PROBE = Probe()


@jax.jit
def probed(x):
    PROBE.slot = x  # expect: JAX208
    PROBE.shown = x + 1.0  # expect: JAX208
    setattr(PROBE, "other", x)  # expect: JAX208
    mine = Probe()
    mine.other = x
    return x


# Filled in plain code before, a cache keeps an array.
@functools.cache
def warmed(size):
    return jnp.ones(size)


@functools.cache
def cold(size):  # expect: JAX208
    return jnp.ones(size)


MEMO = {}


def remembered(size):
    if size not in MEMO:
        MEMO[size] = jnp.ones(size)
    return MEMO[size]


@jax.jit
def with_caches(x):
    return x + warmed(3) + cold(3) + remembered(3)


warmed(3), remembered(3)
with_caches(jnp.ones(3))


# A trace that is expected to fail leaves nothing behind.
class Guarded:
    def __init__(self, value):
        self.held = value

    @property
    def value(self):
        return self.held

    @value.setter
    def value(self, value):
        if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(value)):
            raise TypeError("no tracers")
        self.held = value


def test_refuses_tracers():
    guarded = Guarded(jnp.zeros(2))

    @jax.jit
    def refused(x):
        guarded.value = guarded.value + x
        return x

    with pytest.raises(TypeError):
        refused(jnp.ones(2))
    return guarded.value


class Open:
    def __init__(self, value):
        self.held = value


def test_takes_tracers():
    taking = Open(jnp.zeros(2))

    @jax.jit
    def taken(x):
        taking.held = taking.held + x  # expect: JAX208
        return x

    taken(jnp.ones(2))
    return taking.held


# A cache keeps what is made on whichever path: what a file holds, or what is computed.
@functools.cache
def kernel_table(path, n):  # expect: JAX208
    if os.path.exists(path):
        return np.load(path)
    return {"narrow": jnp.hanning(n), "wide": jnp.hanning(2 * n)}


@functools.cache
def host_table(path, n):
    if os.path.exists(path):
        return np.load(path)
    return {"narrow": np.hanning(n), "wide": np.hanning(2 * n)}


@jax.jit
def smoothed(x):
    return x * kernel_table("kernels.npz", 3)["narrow"] + host_table("kernels.npz", 3)["wide"]


# A list that a class keeps for all its objects outlives each trace.
class Notes:
    values = []

    def note(self, value):
        self.values.append(value)  # expect: JAX208


class OwnNotes:
    values = []

    def __init__(self):
        self.values = []

    def note(self, value):
        self.values.append(value)
        return value


notes = Notes()


@jax.jit
def noted(x):
    y = jnp.sin(x)
    notes.note(y)
    return OwnNotes().note(y)


# What setdefault finds is kept; only the first value under a key is.
FIRST, LATEST = {}, {}


@jax.jit
def first_kept(x):
    FIRST.setdefault("x", x * 2.0)
    return x


@jax.jit
def kept_first(x):
    LATEST.setdefault("x", x * 2.0)  # expect: JAX208
    return x


FIRST.setdefault("x", 0.0)
LATEST.setdefault("y", 0.0)
print(first_kept(jnp.ones(2)), kept_first(jnp.ones(2)))


# What a function reads is kept with it wherever it lies, and so are the fields of an object.
class Sample:
    def __init__(self, value, size):
        self.value = value
        self.size = size


kept_functions, kept_samples = {}, []


@jax.jit
def kept_in_parts(x):
    def later():
        return x + 1

    def size():
        return len(shape)

    shape = x.shape
    kept_functions["later"] = [later]  # expect: JAX208
    kept_functions["size"] = [size]
    kept_samples.append(Sample(x * 2, 3))  # expect: JAX208
    kept_samples.append(Sample(None, x.shape))
    local = [Sample(x, 1)]
    local.append(later)
    return local[0].value


# The statement that calls the traced code gives the field what comes of it.
class Fitted:
    def step(self, w):
        self.value, self.slope = jax.value_and_grad(lambda v: v * v)(w)  # expect: JAX208
        return self.value, w - self.slope

    def fit(self, w):
        step = jax.jit(self.step)
        for _ in range(3):
            self.value, w = step(w)
        return w

    def tried(self, w):
        self.loss = w * w  # expect: JAX208
        return self.loss

    def try_out(self, w):
        loss = jax.jit(self.tried)(w)  # expect: JAX503
        return loss + self.loss


Fitted().fit(1.0)


# --- descriptors, and fields by name -------------------------------------------------------------


class ByName:
    """Keeps what it computed among the fields of the object, for all that it knows."""

    def __init__(self, compute):
        self.compute = compute
        self.name = compute.__name__

    def __get__(self, owner, cls=None):
        value = self.compute(owner)
        owner.__dict__[self.name] = value  # expect: JAX208
        return value


class BySetattr:
    def __init__(self, compute):
        self.compute = compute
        self.name = "kept_" + compute.__name__

    def __get__(self, owner, cls=None):
        if not hasattr(owner, self.name):
            setattr(owner, self.name, self.compute(owner))  # expect: JAX208
        return getattr(owner, self.name)


class Unkept:
    def __init__(self, compute):
        self.compute = compute

    def __get__(self, owner, cls=None):
        return self.compute(owner)


class Matrices:
    def __init__(self, scale):
        self.scale = scale

    @ByName
    def spread(self):
        return jnp.eye(3) * self.scale

    @BySetattr
    def kept_otherwise(self):
        return jnp.eye(3) * self.scale

    @Unkept
    def made_anew(self):
        return jnp.eye(3) * self.scale

    @property
    def in_the_dict(self):
        if "matrix" not in self.__dict__:
            self.__dict__["matrix"] = jnp.eye(3) * self.scale  # expect: JAX208
        return self.__dict__["matrix"]


matrices = Matrices(2.0)
spread = jax.jit(lambda v: matrices.spread @ v)(jnp.ones(3))
kept_otherwise = jax.jit(lambda v: matrices.kept_otherwise @ v)(jnp.ones(3))
in_the_dict = jax.jit(lambda v: matrices.in_the_dict @ v)(jnp.ones(3))
anew = jax.jit(lambda v: matrices.made_anew @ v)(jnp.ones(3)), matrices.spread


@jax.jit
def of_an_object_made_inside(v):
    own = Matrices(3.0)
    own.__dict__["matrix"] = v
    return own.spread @ v


def forces(energy):
    """Chosen at the first call, which may be in a trace of its own within the trace of the rest."""
    force = None

    def given(x):
        nonlocal force
        if force is None:
            force = jax.grad(energy)
        return force(x)

    return given


def energy_in(box):
    return lambda x: jnp.sum((x - box) ** 2)


@jax.jit
def relaxed(x, box):
    given = forces(energy_in(box))
    return jax.lax.fori_loop(0, 3, lambda i, y: y - given(y), x)


@jax.jit
def keeps_what_is_around_it(x):
    last = None

    def turn(i, y):
        nonlocal last
        last = x
        return y + i

    return jax.lax.fori_loop(0, 3, turn, x) + last


@jax.jit
def keeps_its_own(x):
    last = None

    def turn(i, y):
        nonlocal last
        last = y  # expect: JAX208
        return y + i

    jax.lax.fori_loop(0, 3, turn, x)
    return last


# A text that shows a tracer keeps nothing of it; a record that has both keeps the tracer.
RECORDS = []


@dataclasses.dataclass
class Record:
    text: str
    value: object


@jax.jit
def recorded(x):
    RECORDS.append(Record(f"{x}", x))  # expect: JAX208
    RECORDS.append((str(x), x))  # expect: JAX208
    RECORDS.append(Record(f"{x}", 3))
    return x


@functools.cache
def named_after():
    return str(jnp.arange(3))


@jax.jit
def with_name(x):
    return x * len(named_after())


# A context manager that is on a stack takes itself off when it is left.
class Scope:
    def __init__(self, key, stack):
        self.key = key
        self._stack = stack

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._stack.remove(self)


class StayingScope:
    def __init__(self, key, stack):
        self.key = key
        self._seen = []
        self._stack = stack

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._seen.pop()


class Scopes:
    def __init__(self):
        self.stack = []

    def new(self, key):
        made = Scope(key, self.stack)
        self.stack.append(made)
        return made

    def staying(self, key):
        made = StayingScope(key, self.stack)
        self.stack.append(made)  # expect: JAX208
        return made


scopes = Scopes()


@jax.jit
def within_scopes(key):
    with scopes.new(key):
        return jax.random.normal(key)


@jax.jit
def within_staying_scopes(key):
    with scopes.staying(key):
        return jax.random.normal(key)


# Lists in a dict in a field, which a method fills that traced code calls.
class Curves:
    def __init__(self):
        self.points = collections.defaultdict(list)
        self.marks = {"low": [], "high": []}
        self.mixed = {"low": [], "high": []}

    def draw(self, **values):
        for name, value in values.items():
            self.points[name].append(value)  # expect: JAX203, JAX208

    def mark(self, name, value):
        self.marks[name].append(value)  # expect: JAX208

    def replace(self, name, writer):
        self.mixed[name] = writer

    def mix(self, name, value):
        self.mixed[name].append(value)  # expect: JAX203

    def draw_outside(self, **values):
        for name, value in values.items():
            self.points[name].append(float(value))


seen_curves, host_curves = Curves(), Curves()


@jax.jit
def drawn(x):
    seen_curves.draw(mean=jnp.mean(x), peak=jnp.max(x))
    seen_curves.mark("low", jnp.min(x))
    seen_curves.mix("low", jnp.min(x))
    return x * 2.0


@jax.jit
def drawn_into_its_own(x):
    curves = Curves()
    curves.points["mean"].append(jnp.mean(x))
    return sum(curves.points["mean"])


@jax.jit
def drawn_by_callback(x):
    jax.debug.callback(lambda mean: host_curves.draw_outside(mean=mean), jnp.mean(x))
    return x * 2.0


def drawn_after(x):
    y = drawn_by_callback(x)
    host_curves.draw(total=jnp.sum(y))
    return y


# Each entry of a dict that is written out, or of the keywords of a call, has a turn of its own.
class Rows:
    def __init__(self):
        self.by_name = collections.defaultdict(list)

    def add(self, **values):
        for name, value in values.items():
            self.by_name[name].append(value)  # expect: JAX208


class Sizes:
    def __init__(self):
        self.by_size = collections.defaultdict(list)

    def add(self, **values):
        for name, value in values.items():
            self.by_size[name].append(value)


ROWS, SIZES = Rows(), Sizes()


def unknown_sum(parts):
    return sum(part.size for part in parts)


@jax.jit
def logs_each(x, parts):
    ROWS.add(mean=jnp.mean(x), size=unknown_sum(parts))
    SIZES.add(size=unknown_sum(parts))
    return x


# --- an error of a tracer that its handler turns into a value -------------------------------------

RECENT = {}
NO_NUMBERS = (TypeError, jax.errors.ConcretizationTypeError)


def key_of_ends(points):
    try:
        return len(points), float(points[0]), float(points[-1])
    except NO_NUMBERS:
        return None


def as_number(point):
    return float(point)


def number_if_due(point, due):
    if due:
        return 1.0
    return float(point)


def key_of_first(points):
    try:
        key = as_number(points[0])
    except TypeError:
        key = None
    return key


def key_of_due(points, due):
    try:
        key = number_if_due(points[0], due)
    except TypeError:
        key = None
    return key


def key_of_length(points):
    try:
        return float(len(points))
    except TypeError:
        return None


@jax.jit
def doubled_once(points):
    key = key_of_ends(points)
    if key is None:
        return points * 2
    RECENT[key] = points * 2
    return RECENT[key]


@jax.jit
def doubled_by_first(points):
    key = key_of_first(points)
    if key is not None:
        RECENT[key] = points * 2
    return points * 2


@partial(jax.jit, static_argnums=1)
def doubled_by_due(points, due):
    key = key_of_due(points, due)
    if key is not None:
        RECENT[key] = points * 2  # expect: JAX208
    return points * 2


@jax.jit
def doubled_by_length(points):
    key = key_of_length(points)
    if key is not None:
        RECENT[key] = points * 2  # expect: JAX208
    return points * 2


# What a model makes of parameters that are traced is traced, whatever else it is given.
coded = hk.transform(lambda x: hk.Linear(2)(x))


class Watcher:
    def __init__(self):
        self.codes = []
        self.inputs = []

    def loss(self, params, x):
        code = coded.apply(params, None, x)
        self.codes.append(code)  # expect: JAX208
        self.inputs.append(x)
        return jnp.mean(code**2)

    def slope(self, params, x):
        return jax.grad(self.loss)(params, x)

    def looked(self, params, x):
        code = coded.apply(params, None, x)
        self.inputs.append(code)
        return code

    def slope_at_input(self, params, x):
        return jax.grad(lambda points: jnp.sum(self.looked(params, x) * points))(x)

    def spread(self):
        return jnp.concatenate(self.codes).std(0), jnp.concatenate(self.inputs).std(0)


def watched(params, x):
    watcher = Watcher()
    watcher.slope(params, x)
    watcher.slope_at_input(params, x)
    return watcher.spread()


# Cells that a compiled function fills hold again what they held, whichever way it is left.
class Cell:
    def __init__(self, content):
        self.content = content

    def fill(self, content):
        self.content = content


class CarriedOut:
    def __init__(self, body, cells):
        self.cells = cells

        def pure(contents, x):
            held = [cell.content for cell in cells]
            try:
                for cell, content in zip(cells, contents):
                    cell.fill(content)
                made = body(x)
                return made, [cell.content for cell in cells]
            finally:
                for cell, content in zip(cells, held):
                    cell.fill(content)

        self.pure = jax.jit(pure)

    def __call__(self, x):
        made, contents = self.pure([cell.content for cell in self.cells], x)
        for cell, content in zip(self.cells, contents):
            cell.fill(content)
        return made


total = Cell(jnp.float32(0.0))


def add_to_total(x):
    total.fill(total.content + x)
    return total.content * 2


def carried_out(x):
    return CarriedOut(add_to_total, [total])(x)


class LeakyCell:
    def __init__(self, content):
        self.content = content
        self.turns = 0

    def fill(self, content):
        self.content = content  # expect: JAX208


class LeftFilled:
    def __init__(self, cells):
        self.cells = cells

        def pure(contents, x):
            turns = [cell.turns for cell in cells]
            try:
                for cell, content in zip(cells, contents):
                    cell.fill(content)
                return x
            finally:
                for cell, turn in zip(cells, turns):
                    cell.turns = turn

        self.pure = jax.jit(pure)


subtotal = LeakyCell(jnp.float32(0.0))


def left_filled(x):
    wrapped = LeftFilled([subtotal])
    return wrapped.pure([subtotal.content], x), subtotal.content


# Objects that are made so often that no constructor is followed any more: what the last ones hold
# was made in traced code with them.
class Rows:
    def __init__(self, scale):
        self.scale = scale
        self.rows = []
        self.by_name = {"first": []}

    def add(self, row):
        self.rows.append(row)
        self.by_name["first"].append(row)


class Tables:
    def __init__(self, scale):
        self.table = Rows(scale)


rows_of_all = Rows(0)


@jax.jit
def makes_many_objects(x):
    scales = [Rows(1).scale, Rows(2).scale, Rows(3).scale, Rows(4).scale, Rows(5).scale]
    scales += [Rows(6).scale, Rows(7).scale, Rows(8).scale, Rows(9).scale, Rows(10).scale]
    scales += [Rows(11).scale, Rows(12).scale, Rows(13).scale, Rows(14).scale]
    scales += [Tables(1).table.scale, Tables(2).table.scale, Tables(3).table.scale]
    scales += [Tables(4).table.scale, Tables(5).table.scale, Tables(6).table.scale]
    scales += [Tables(7).table.scale, Tables(8).table.scale, Tables(9).table.scale]
    scales += [Tables(10).table.scale, Tables(11).table.scale, Tables(12).table.scale]
    rows, tables = Rows(15), Tables(15)
    rows.add(x)
    tables.table.rows.append(x)
    rows_of_all.rows.append(x)  # expect: JAX208
    return rows.rows[0] + tables.table.rows[0] + sum(scales)


# What an index takes of a concrete array is computed where all is traced, but by `[:]` or `[...]`
# it is the array itself.
stiffness = jnp.eye(3)


class Beam:
    def batch(self, x):
        self.batched = stiffness[None, ...]  # expect: JAX208
        self.first = stiffness[0, 1]  # expect: JAX208
        self.some = stiffness[np.array([0, 2])]  # expect: JAX208
        self.same = stiffness[...]
        self.all_rows = stiffness[:]
        self.on_host = np.eye(3)[None, ...]
        return x

    def use(self):
        return self.batched, self.first, self.some, self.same, self.all_rows, self.on_host


beam = Beam()
batched = jax.jit(lambda x: beam.batch(x))
in_use = batched(1.0), beam.use()


# What describes an array is there, and so is what stands for it: the default is not taken.
class Server:
    def __init__(self):
        self.key = None
        self.seed = None

    def ahead(self, x, key=None):
        if key is None:
            self.key = jax.random.key(0)
            key = self.key
        return x + jax.random.normal(key)

    def seeded(self, x, key=None):
        if key is None:
            self.seed = jax.random.key(0)  # expect: JAX208
            key = self.seed
        return x + jax.random.normal(key)

    def keys(self):
        return self.key, self.seed


server = Server()
number = jax.ShapeDtypeStruct((), jnp.float32)
described = jax.ShapeDtypeStruct((2,), jnp.uint32)
served = jax.jit(server.ahead).lower(number, described).compile()
seeded = jax.jit(server.seeded).lower(number).compile()
print(server.keys())


# A kept function that asks for no more than shape and dtype of what it closes over: these can be
# asked of a dead tracer.
class Caches:
    def __init__(self, shapes):
        self.shapes = shapes
        self.alike = None
        self.of_a_tree = None
        self.counted = None
        self.doubled = None
        self.of_its_own = None
        self.halved = None
        self.first = None

    def empty(self):
        return jax.tree.map(lambda one: jnp.zeros(one.shape, one.dtype), self.shapes)

    def start(self, x):
        like = self.empty()

        @jax.jit
        def of_a_tree():
            return jax.tree.map(lambda one: jnp.zeros(one.shape, one.dtype), like)

        def counted():
            rows = lambda: jnp.shape(x)[0]  # noqa: E731
            return rows() + x.ndim + len(x)

        self.of_a_tree, self.counted = of_a_tree, counted
        self.alike = lambda: (jax.tree.map(jnp.zeros_like, like), jnp.ones_like(x))
        self.doubled = lambda: x.ndim * x  # expect: JAX208
        self.of_its_own = lambda: jax.tree.map(lambda one: one * 2.0, like)  # expect: JAX208
        self.halved = lambda: jnp.zeros(x.shape) + (lambda: x / 2.0)()  # expect: JAX208
        self.first = lambda: x[0].shape  # expect: JAX208
        return x

    def later(self):
        asked = self.alike(), self.of_a_tree(), self.counted()
        return asked, self.doubled(), self.of_its_own(), self.halved(), self.first()


caches = Caches({"k": jax.ShapeDtypeStruct((2, 3), jnp.float32)})
cached_start = jax.jit(caches.start)(jnp.ones(3))
caches.later()


# What each call makes anew, and its body alone looks at, holds a dead tracer: advice.
def unrolled(policy, state, **options):
    def step(carry, _):
        options["state"] = carry  # expect: JAX208
        return policy(carry, **options), None

    return lax.scan(step, state, None, length=5)[0]


def unrolled_and_told(policy, state, **options):
    def step(carry, _):
        options["state"] = carry  # expect: JAX208
        return policy(carry, **options), None

    return lax.scan(step, state, None, length=5)[0], options


def unrolled_from_the_last(policy, state, **options):
    def step(carry, _):
        last = options.get("state")
        options["state"] = carry  # expect: JAX208
        return policy(carry, last), None

    return lax.scan(step, state, None, length=5)[0]


# An entry that is put back as it was, on each way out, keeps nothing.
STATES = {}


def with_state(fun, state):
    held = STATES.get("now", None)
    before = held
    STATES["now"] = state
    try:
        return fun()
    finally:
        STATES["now"] = before


def with_state_for_good(fun, state):
    held = STATES.get("now", None)
    held = state
    try:
        STATES["now"] = state  # expect: JAX208
        return fun()
    finally:
        STATES["now"] = held  # expect: JAX208


@jax.jit
def of_states(state, x):
    return with_state(lambda: x + 1, state) + with_state_for_good(lambda: x + 1, state)


class Weights:
    def __init__(self, weight, bias):
        self.weight, self.bias = weight, bias


def put_in(model, params):
    model.weight = params["weight"]
    model.bias = params["bias"]


def taken_out(model):
    return {"weight": model.weight, "bias": model.bias}


def swapped(x):
    model = Weights(jnp.ones(3), jnp.zeros(3))

    def loss(params):
        old = taken_out(model)
        put_in(model, params)
        value = jnp.sum(model.weight * x + model.bias)
        put_in(model, old)
        return value

    return jax.grad(loss)(taken_out(model)), model.weight


class Left:
    def __init__(self, weight):
        self.weight = weight


def left_in(x):
    model = Left(jnp.ones(3))

    def loss(weight):
        old = model.weight
        model.weight = weight  # expect: JAX208
        return jnp.sum(model.weight * x), old

    return jax.grad(loss, has_aux=True)(model.weight), model.weight


# What a loss puts in is put in once more, behind the loop that takes its gradient.
class Fitted:
    def __init__(self):
        self.weight, self.bias = jnp.ones(3), jnp.zeros(3)

    def load(self, params):
        self.weight = params["weight"]
        self.bias = params["bias"]

    def fit(self, x):
        params = taken_out(self)

        def loss(given):
            self.load(given)
            return jnp.sum(self.weight * x + self.bias)

        for turn in range(3):
            gradient = jax.grad(loss)(params)
            params = jax.tree.map(lambda one, slope: one - slope, params, gradient)
            if jnp.isnan(params["bias"]).any():
                break
        self.load(params)
        return self


class LeftFitted:
    def __init__(self):
        self.weight = jnp.ones(3)

    def load(self, params):
        self.weight = params["weight"]  # expect: JAX208

    def fit(self, x, other):
        params = {"weight": self.weight}

        def loss(given):
            self.load(given)
            return jnp.sum(self.weight * x)

        for turn in range(3):
            gradient = jax.grad(loss)(params)
            params = jax.tree.map(lambda one, slope: one - slope, params, gradient)
            if jnp.isnan(params["weight"]).any():
                return None
        other.load(params)
        self.load(params)
        return self.weight


def put_in_again(x):
    model = Weights(jnp.ones(3), jnp.zeros(3))
    params = taken_out(model)

    def loss(given):
        put_in(model, given)
        return jnp.sum(model.weight * x + model.bias)

    for turn in range(3):
        gradient = jax.grad(loss)(params)
        params = jax.tree.map(lambda one, slope: one - slope, params, gradient)
    put_in(model, params)
    return model.weight


# --- a list that a call makes for the traced function, and that goes with it ----------------------


class Slopes:
    def __init__(self, function, places):
        def at_places(inputs, given):
            for place, one in zip(places, inputs):
                given[place] = one
            return function(*given)

        self.slope = jax.grad(at_places)

    def __call__(self, *given):
        return self.slope([given[0]], list(given))

    def of_a_copy(self, given):
        own = [*given]
        return self.slope([own[0]], own)


class SlopesOfTheCaller:
    def __init__(self, function):
        def at_first(one, given):
            given[0] = one  # expect: JAX208
            return function(*given)

        self.slope = jax.grad(at_first)

    def __call__(self, given):
        return self.slope(given[0], given), given[0]


product = Slopes(lambda x, y: x * y, (0,))
products = product(1.0, 2.0), product.of_a_copy([1.0, 2.0])
products_of_the_caller = SlopesOfTheCaller(lambda x, y: x * y)([1.0, 2.0])


def slope_of_what_is_given(function, given):
    def at_first(one, given):
        given[0] = one  # expect: JAX208
        return function(*given)

    return jax.grad(at_first)(given[0], given)


def looked_at_again():
    given = [1.0, 2.0]
    return slope_of_what_is_given(lambda x, y: x * y, given), given[0]


looked_at_again()


# A variable that the very call gives a value again, or that nobody reads behind it.
def regrets(xs, regret):
    @jax.jit
    def turn(carry, x):
        nonlocal regret
        regret, total = carry
        regret += x
        return (regret, total + regret), None

    (regret, total), _ = lax.scan(turn, (regret, 0.0), xs)
    return total


def regrets_left(xs, regret):
    def turn(total, x):
        nonlocal regret
        regret += x  # expect: JAX208
        return total + regret, None

    return lax.scan(turn, 0.0, xs)[0]


def regrets_given(xs, regret):
    def turn(total, x):
        nonlocal regret
        regret += x  # expect: JAX208
        return total + regret, None

    total, _ = lax.scan(turn, 0.0, xs)
    return total, regret


def regrets_each(batches, regret):
    def turn(total, x):
        nonlocal regret
        regret = total  # expect: JAX208
        return total + x, None

    for batch in batches:
        print(regret)
        lax.scan(turn, 0.0, batch)


def regrets_asked(xs, regret):
    def turn(total, x):
        nonlocal regret
        regret = total  # expect: JAX208
        return total + x, None

    def ask():
        return regret

    return lax.scan(turn, 0.0, xs), ask


# --- a global that is put back ---------------------------------------------------------------------

_around = None
_left_around = None


@contextlib.contextmanager
def around(value):
    global _around
    before = _around
    _around = value
    try:
        yield
    finally:
        _around = before


@contextlib.contextmanager
def left_around(value):
    global _left_around
    before = _left_around
    _left_around = value  # expect: JAX208
    try:
        yield before
    finally:
        del before


@jax.jit
def within_both(x):
    with around(x * 2), left_around(x * 2):
        return _around + _left_around


penalties = []
emptied = []


@jax.jit
def penalised(x):
    penalties.append(x)  # expect: JAX208
    return x + sum(penalties)


@jax.jit
def penalised_and_emptied(x):
    emptied.clear()
    try:
        emptied.append(x)
        return x + sum(emptied)
    finally:
        emptied.clear()


class Penalised:
    penalties = []

    def __call__(self, x):
        self.penalties.append(x)
        return x


@jax.jit
def emptied_by_the_class(x):
    Penalised.penalties.clear()
    y = Penalised()(x) + sum(Penalised.penalties)
    Penalised.penalties.clear()
    return y


def integrator(hook):
    def advance(state, _):
        hook(state)  # expect: JAX208
        return state, None

    return lambda state, n: jax.lax.scan(advance, state, length=n)


def visited_states():
    visited = []
    integrator(visited.append)(1.0, 3)
    return visited


def looked_at(hook):
    def advance(state, _):
        hook()
        return state, None

    return lambda state, n: jax.lax.scan(advance, state, length=n)


def counted_states():
    return looked_at([].copy)(1.0, 3)


class Probing:
    last = None

    def hidden(self, x):
        h = super().hidden(x)
        self.last = h  # expect: JAX208
        return h


class Plain:
    def hidden(self, x):
        return jnp.tanh(x)

    def loss(self, x):
        return self.hidden(x).mean()


class Probed(Probing, Plain):
    def probe(self):
        return self.last


def probed(x):
    model = Probed()
    jax.jit(model.loss)(x)  # expect: JAX503
    return model.probe()
