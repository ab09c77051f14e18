"""Something outside the traced function written from inside it, with a value that is not traced."""

import ctypes
import functools
import itertools
import types
from functools import partial

import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from jax import lax

n_steps = 0
n_plain_steps = 0
last_mode = None
EVENTS = []
COUNTS = {"step": 0}
TICKS = {}
LOSSES = {"loss": 0}
SEEN = set()


class Stats:
    steps = 0


@jax.jit
def counted(x):
    global n_steps
    n_steps += 1  # expect: JAX207
    return x * 2


def counted_plain(x):
    global n_plain_steps
    n_plain_steps += 1
    return x * 2


@partial(jax.jit, static_argnames="mode")
def remembered(x, mode):
    global last_mode
    last_mode = mode  # expect: JAX207
    return x


@jax.jit
def logged(x):
    EVENTS.append("step")  # expect: JAX207
    return x


@jax.jit
def tallied(x):
    COUNTS["step"] += 1  # expect: JAX207
    return x


@jax.jit
def noted(x):
    SEEN.add(x.shape)  # expect: JAX207
    return x


@jax.jit
def counted_on_class(x):
    Stats.steps += 1  # expect: JAX207
    return x


# T14: containers and objects made inside.
@jax.jit
def local_containers(xs):
    out, names = [], {}
    for i, x in enumerate(xs):
        out.append(x * 2)
        names[i] = "x"
    out.extend([1.0, 2.0])
    names.update(last="y")
    stats = Stats()
    stats.steps = len(out)
    return out


def make_counter():
    calls = 0

    @jax.jit
    def step(x):
        nonlocal calls
        calls += 1  # expect: JAX207
        return x + 1

    return step, lambda: calls


# The variable belongs to the traced function itself.
@jax.jit
def own_nonlocal(x):
    depth = 0

    def dig(x):
        nonlocal depth
        depth += 1
        return x * depth

    return dig(dig(x))


def scanned(xs):
    turns = []

    def body(carry, x):
        turns.append(1)  # expect: JAX207
        return carry + x, None

    total, _ = lax.scan(body, 0.0, xs)
    return total, len(turns)


def scanned_outside(xs):
    turns = []
    total = 0.0
    for x in xs:
        total = total + counted_plain(x)
        turns.append(1)
    return total, len(turns)


def tick():
    TICKS["step"] = 1  # expect: JAX207


@jax.jit
def through_helper(x):
    tick()
    return x


class Trainer:
    def __init__(self):
        self.calls = 0
        self.turns = 0
        self.names = []
        self.step = jax.jit(self._step)

    def _step(self, w, g):
        self.calls += 1  # expect: JAX207
        self.names.append("step")  # expect: JAX207
        return w - g

    def fit(self, w, gs):
        for g in gs:
            w = self.step(w, g)
            self.turns += 1
        return w


class Env:
    def __init__(self):
        self.episodes = 0

    @partial(jax.jit, static_argnums=0)
    def reset(self, key):
        self.episodes = self.episodes + 1  # expect: JAX207
        return jax.random.uniform(key, (4,))

    def new_episode(self):
        self.total = 0


# An object made inside, by its constructor and after.
class Layer:
    def __init__(self, size):
        self.size = size
        self.params = {}
        self.params["w"] = jnp.zeros(size)

    def rename(self, name):
        self.name = name


@jax.jit
def with_object(x):
    layer = Layer(3)
    layer.rename("dense")
    layer.size = 3
    return x + layer.params["w"]


def with_own_list(x, cache=None):
    cache = []
    cache.append("seen")
    return x


own_list = jax.jit(with_own_list)


# T09
HOST_LOG = []


def record(x):
    HOST_LOG.append(float(x))


@jax.jit
def with_callback(x):
    jax.debug.callback(record, x)
    jax.debug.callback(lambda v: HOST_LOG.append(v), x)
    return x


# T15: refs are made to be written.
@jax.jit
def with_ref(x):
    total = jax.new_ref(jnp.zeros(()))
    total[...] = total[...] + x.sum()
    table = np.zeros(3)
    table[0] = 1.0
    return total[...] + table.sum()


def add_kernel(x_ref, y_ref, o_ref):
    o_ref[...] = x_ref[...] + y_ref[...]


# Flax states are carried through by nnx.jit.
@nnx.jit
def nnx_step(model, x):
    model.count = nnx.Variable(jnp.zeros(()))
    return model(x)


# Under grad alone the function runs at each call, as in plain Python.
def loss(w):
    LOSSES["loss"] += 1
    return w**2


slope = jax.grad(loss)


def is_traced(tree):
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(tree))


EAGER_CALLS = []


@jax.jit
def refuses_tracers(*xs):
    if is_traced(xs):
        raise RuntimeError("call it outside of any transformation")
    EAGER_CALLS.append(len(xs))
    return xs


@jax.jit
def refuses_nothing(*xs):
    EAGER_CALLS.append(len(xs))  # expect: JAX207
    return xs


ITEMS = iter([1.0, 2.0, 3.0])


@jax.jit
def next_of_a_global(x):
    return x + next(ITEMS)  # expect: JAX207


def next_in_a_loop_body(xs):
    items = (i for i in range(3))

    def body(i, total):
        return total + next(items)  # expect: JAX207

    return jax.lax.fori_loop(0, 3, body, xs)


@jax.jit
def next_of_its_own(x):
    items = iter([1.0, 2.0])
    return x + next(items) + next(items)


def next_on_the_host(x):
    return x + next(ITEMS)


# A branch is traced where it is called, each time that the code around it makes it anew.
def next_in_a_branch(pred, xs):
    tiles = iter([1.0, 2.0])
    first = next(tiles)

    def scaled(xs):
        return xs * first * next(tiles)

    return jax.lax.cond(pred, scaled, lambda xs: xs, xs)


def next_in_a_branch_of_many(preds, xs):
    tiles = iter([1.0, 2.0])

    def scaled(xs):
        return xs * next(tiles)  # expect: JAX207

    for pred in preds:
        xs = jax.lax.cond(pred, scaled, lambda xs: xs, xs)
    return xs


# What counts by itself, wherever it is kept.
HITS = np.zeros(3)
TOTALS = types.SimpleNamespace(steps=0)
TICKER = itertools.count()
WORDS = []


@jax.jit
def hit(x):
    HITS[0] += 1  # expect: JAX207
    return x


@jax.jit
def totalled(x):
    TOTALS.steps += 1  # expect: JAX207
    return x


@jax.jit
def ticked(x):
    return x + next(TICKER)  # expect: JAX207


@jax.jit
def worded(x):
    WORDS.extend(["start", "end"])  # expect: JAX207
    return x


def counted_in_closures(x):
    sizes, seen, left = {"n": 0}, set(), [3, 2, 1]

    @jax.jit  # expect: JAX503
    def step(x):
        sizes.update(n=sizes["n"] + 1)  # expect: JAX207
        seen.add(len(seen))  # expect: JAX207
        left.pop()  # expect: JAX207
        return x

    return step(x), step(x)


# A stack of what is under way, and what traced code makes for itself.
SCOPES = []


@jax.jit
def scoped(x):
    SCOPES.append(x.ndim)
    x = jnp.sin(x)
    SCOPES.pop()
    return x


@jax.jit
def with_its_own(x):
    class Local:
        count = 0

    hits, names = np.zeros(3), types.SimpleNamespace(count=0)
    hits[0] += 1
    names.count += 1
    Local.count += 1
    return x + hits.sum() + names.count


def counted_by_host(x):
    HITS[1] += 1
    TOTALS.steps += 1
    return hit(x)


# What is sent to a generator moves it on.
def averaging():
    total = count = 0.0
    while True:
        total, count = total + (yield total / max(count, 1.0)), count + 1.0


AVERAGE = averaging()
next(AVERAGE)


@jax.jit
def sent_on(x):
    AVERAGE.send(x.ndim)  # expect: JAX207
    return x


@jax.jit
def sent_to_its_own(x):
    average = averaging()
    next(average)
    average.send(x.ndim)
    return x


# The name of a function is no tracer: what it is put into is a log of calls.
CALLS = []


def logged(fn):
    @functools.wraps(fn)
    def logging(*args):
        CALLS.append(fn.__name__)  # expect: JAX207
        return fn(*args)

    return logging


def logged_by_host(fn):
    @functools.wraps(fn)
    def logging(*args):
        CALLS.append(fn.__name__)
        return fn(*args)

    return logging


@jax.jit
@logged
def logged_when_traced(x):
    return x + 1.0


@logged_by_host
@jax.jit
def logged_at_each_call(x):
    return x + 2.0


# A part of a list is a list of its own; a copy of a dict holds the same lists.
ORDER, TREE = [2, 1], {"order": [2, 1]}


@jax.jit
def with_a_part(x):
    order = ORDER[:]
    order[0] += 1
    order.append(x)
    return x


@jax.jit
def with_a_copy(x):
    tree = dict(TREE)
    tree["order"][0] += 1  # expect: JAX207
    return x


# What is to be done once is done once: the flag says so itself.
registered = False
last_step = 0


def register():
    global registered
    if not registered:
        jax.config.read("jax_enable_x64")
        registered = True


def stepped():
    global last_step
    last_step = 1  # expect: JAX207


@jax.jit
def with_registration(x):
    register()
    stepped()
    return x


# The text of a tracer holds its name, not the tracer: what is lost is the entry of each call.
LINES = []


class Journal:
    def __init__(self):
        self.lines = []
        self.last = ""

    def line(self, step, loss):
        return f"{step}: {loss}"

    @property
    def summary(self):
        return "; ".join(self.lines)


def journalled(journal):
    @jax.jit
    def step(x):
        journal.lines.append(journal.line(3, x))  # expect: JAX207
        journal.last = "last: " + str(x)  # expect: JAX207
        return x * 2

    return step


journalled_step = journalled(Journal())


@jax.jit
def lists_texts(x):
    LINES.append("%s" % x)  # expect: JAX207
    LINES.append("{} of {}".format(x, 3))  # expect: JAX207
    LINES.extend([repr(x), str(x)])  # expect: JAX207
    lines = []
    lines.append(f"{x}")
    return x


# Of which class a number of Python's is can be told; of what is unknown any arm may be taken.
class Clock:
    def __init__(self):
        self.turns = 0
        self.others = 0

    def set_step(self, step):
        if isinstance(step, float):
            pass
        elif isinstance(step, jax.Array):
            self.turns += 1

    def set_any_step(self, step):
        if isinstance(step, float):
            pass
        elif isinstance(step, jax.Array):
            self.others += 1  # expect: JAX207

    def show(self):
        print(self.turns, self.others)


clock = Clock()
STEP = 0.1


@jax.jit
def with_known_step(x):
    clock.set_step(STEP)
    return x * STEP


@jax.jit
def with_any_step(x):
    clock.set_any_step(jnp.ones(3))
    return x * STEP


with_known_step(1.0)
with_any_step(1.0)
clock.show()


# What fills an entry that is missing does so once; what is put there in any case is a count.
class Lengths:
    def __init__(self):
        self.tried, self.default, self.last = {}, {}, {}

    def of(self, kind):
        try:
            found = self.tried[kind]
        except KeyError:
            found = self.tried[kind] = 2 * len(kind)
        return found + self.default.setdefault(kind, 3)

    def count(self, kind, other):
        try:
            found = self.last[other]
        except KeyError:
            found = 0
            self.last[kind] = 3  # expect: JAX207
        self.last["kind"] = 4  # expect: JAX207
        return found


lengths = Lengths()


@jax.jit
def with_lengths(x):
    return x * lengths.of("direct") + lengths.count("direct", "inverse")


with_lengths(1.0)


# What counts traces is to be written once per trace.
TRACES = {}
CALLS_COUNTED = {}
n_compilations = 0


@jax.jit
def counted_in_vain(x):
    global n_compilations
    n_compilations += 1
    TRACES["counted_in_vain"] += 1
    CALLS_COUNTED["counted_in_vain"] += 1  # expect: JAX207
    return x * 2


# Haiku's iterator of keys.
SEQUENCE = hk.PRNGSequence(0)


@jax.jit
def noise_of_the_sequence(x):
    return x + jax.random.normal(next(SEQUENCE), x.shape)  # expect: JAX207


@jax.jit
def noise_of_its_own_sequence(x, key):
    keys = hk.PRNGSequence(key)
    return x + jax.random.normal(next(keys), x.shape)


def noise_by_the_host(x):
    return x + jax.random.normal(next(SEQUENCE), x.shape)


# It gives another key each time.
def one_after_the_other():
    first = jax.random.normal(next(SEQUENCE))
    return first + jax.random.normal(next(SEQUENCE))


def one_of_haiku_twice():
    key = next(SEQUENCE)
    return jax.random.normal(key) + jax.random.normal(key)  # expect: JAX401


# Iterators of which no more is known than that somebody else holds them.
class Batches:
    def __iter__(self):
        yield from (1.0, 2.0, 3.0)


BATCHES = iter(Batches())


@jax.jit
def next_of_a_loader(x):
    return x + next(BATCHES)  # expect: JAX207


class Trainer:
    def __init__(self, loader):
        self.batches = iter(loader)
        self.step = jax.jit(self._step)

    def _step(self, x):
        return x + next(self.batches)  # expect: JAX207

    def run(self, x):
        return self.step(x + next(self.batches))


def next_of_a_parameter(loader, x):
    batches = iter(loader)

    @jax.jit  # expect: JAX503
    def step(x):
        return x + next(batches)  # expect: JAX207

    @jax.jit  # expect: JAX503
    def unrolled(x):
        own = iter(loader)
        return x + next(own)

    return unrolled(step(x)) + next(batches)


def forward(x):
    keys = hk.PRNGSequence(hk.next_rng_key())
    return x + jax.random.normal(next(keys), x.shape)


transformed = hk.transform(forward)
jax.jit(transformed.apply)({}, jax.random.key(0), jnp.ones(3))


# --- what a flag has done once ---------------------------------------------------------------------

library, registered, name = None, False, None


def register():
    global library, registered
    if registered:
        return
    library = ctypes.CDLL("kernels.so")
    registered = True


def rename():
    global name
    if registered:
        return
    name = ctypes.CDLL("names.so")  # expect: JAX207


@jax.jit
def solved_by_library(x):
    register()
    rename()
    return x


# --- what a finally resets -------------------------------------------------------------------------


class Evaluator:
    def __init__(self):
        self.busy, self.memo, self.done = False, None, 0
        self.run = jax.jit(self.evaluate)

    def evaluate(self, x):
        self.busy, self.memo = True, {}
        try:
            return x + len(self.memo)
        finally:
            self.busy, self.memo = False, None
            self.done = x.ndim  # expect: JAX207


evaluator = Evaluator()
evaluator.run(1.0)
print(evaluator.busy, evaluator.memo, evaluator.done)
