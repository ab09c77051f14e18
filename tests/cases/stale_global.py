"""A global that cached traced code reads and that changes later."""

import functools
import threading
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

LEARNING_RATE = 0.1
temperature = 1.0
noise_scale = 0.5
CONFIG = {"decay": 0.9, "width": 64}
LAYERS = [jnp.tanh]
OFFSETS = np.zeros(3)
bias = jnp.zeros(3)
gain = 2.0
limit = 1.0
damping = 0.9
momentum = 0.9
exponent = 2
STATS = {"calls": 0}
host_scale = 1.0


@jax.jit
def soften(logits):
    return logits / temperature  # expect: JAX201


def set_temperature(value):
    global temperature
    temperature = value


@jax.jit
def soften_by_argument(logits, temperature):
    return logits / temperature


def softened(logits):
    return soften_by_argument(logits, temperature)


# T13: bound once.
@jax.jit
def sgd(w, g):
    return w - LEARNING_RATE * g


# Dict entries, list elements and NumPy buffers that change.
@jax.jit
def decayed(w):
    return w * CONFIG["decay"]  # expect: JAX201


def anneal(epoch):
    CONFIG["decay"] = 0.9**epoch


@jax.jit
def network(x):
    for layer in LAYERS:  # expect: JAX201
        x = layer(x)
    return x


def add_layer(fn):
    LAYERS.append(fn)


@jax.jit
def shifted(x):
    return x + OFFSETS  # expect: JAX201


def recentre(x):
    OFFSETS[:] = np.asarray(x).mean()


# The read is in a helper of the compiled function.
def add_bias(x):
    return x + bias  # expect: JAX201


@jax.jit
def dense(w, x):
    return add_bias(x @ w)


def reset_bias(n):
    global bias
    bias = jnp.zeros(n)


# Class attributes and function attributes.
class Settings:
    clip = 1.0
    floor = 0.0


def amplify(x):
    return amplify.factor * x  # expect: JAX201


amplify.factor = 3.0
amplified = jax.jit(amplify)


def retune(clip, factor):
    Settings.clip = clip
    amplify.factor = factor


@jax.jit
def clipped(g):
    g = jnp.maximum(g, Settings.floor)
    return jnp.minimum(g, Settings.clip)  # expect: JAX201


# Call forms.
scaled = jax.jit(lambda x: x * noise_scale)  # expect: JAX201


def quieter():
    global noise_scale
    noise_scale /= 2


@partial(jax.pmap, axis_name="i")
def replicated(x):
    return lax.psum(x, "i") * gain  # expect: JAX201


def gain_up():
    global gain
    gain = gain + 1


# Bodies of control flow are cached by identity, compiled around or not.
def damp(carry, _):
    return carry * damping, carry  # expect: JAX201


def trajectory(x):
    return lax.scan(damp, x, None, length=10)


def loosen():
    global damping
    damping = 0.99


def over_limit(x):
    return x < limit  # expect: JAX201


def grown(x):
    return lax.while_loop(over_limit, lambda v: 2 * v, x)


def raise_limit():
    global limit
    limit = 10.0


# vmap and grad alone run the function at each call.
def energy(x):
    return jnp.sum(jnp.abs(x) ** exponent)


force = jax.grad(energy)
energies = jax.vmap(energy)
mapped = lambda xs: lax.map(energy, xs)


def steepen():
    global exponent
    exponent += 1


# Read by plain functions, written by plain functions.
def report(x):
    STATS["calls"] += 1
    return x, STATS["calls"]


# T09
def on_host(x):
    return np.asarray(x) * host_scale


def set_host_scale(value):
    global host_scale
    host_scale = value


@jax.jit
def through_host(x):
    return jax.pure_callback(on_host, x, x)


# A script that trains: the loss keeps the first parameters for ever.
params = jnp.ones(3)
inputs = jnp.ones((8, 3))


@jax.jit
def evaluate(x):
    return jnp.mean((x @ params) ** 2)  # expect: JAX201


@jax.jit
def train_step(params, x):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((x @ p) ** 2))(params)


for _ in range(10):
    params = train_step(params, inputs)
    print(evaluate(inputs))


# Bound again in the module after the first call.
slope = 1.0


@jax.jit
def line(x):
    return slope * x  # expect: JAX201


first_line = line(1.0)
slope = 2.0
second_line = line(1.0)


# Bound again before the function exists, and not after.
width = 4
width = width * 2


@jax.jit
def grid(x):
    return x + jnp.arange(width)


# T13: one binding or the other, once, while the module is read.
try:
    from jax.nn import gelu as act
except ImportError:
    act = jnp.tanh

if jax.default_backend() == "cpu":
    EPSILON = 1e-6
else:
    EPSILON = 1e-3

REGISTRY = {}
REGISTRY["relu"] = jax.nn.relu
REGISTRY.update(tanh=jnp.tanh)


@partial(jax.jit, static_argnames="name")
def normalised(x, name):
    x = REGISTRY[name](act(x))
    return x / jnp.sqrt(jnp.sum(x**2) + EPSILON)


# The same name, but another variable.
@jax.jit
def own_name(x):
    temperature = jnp.max(x)
    return x / temperature


@jax.jit
def own_parameter(x, noise_scale=0.1):
    def inner(gain):
        return gain * noise_scale

    return inner(x) + sum(bias for bias in [x, x])


# Taken when the function is defined, on purpose.
@jax.jit
def default_bound(x, momentum=momentum):
    return x * momentum


def slow_down():
    global momentum
    momentum = 0.5


# A local of the same name in the other function.
rate = 0.3


@jax.jit
def with_rate(x):
    return x * rate


def local_rate():
    rate = 0.4
    return rate


# A function that is replaced after the first call.
def squash(x):
    return jnp.tanh(x)


@jax.jit
def squashed(x):
    return squash(x)  # expect: JAX201


before = squashed(inputs)


def squash(x):
    return jax.nn.sigmoid(x)


after = squashed(inputs)


# Cached results of plain functions are no traced code.
@functools.lru_cache
def cached(n):
    return n * temperature


@jax.jit
def conditional(x):
    return lax.cond(x.sum() > 0, lambda v: v * temperature, lambda v: v, x)  # expect: JAX201


# What the code writes to is no use of what it reads; a function that makes it may read on its own.
def scaled_parts(x):
    return [x * temperature]  # expect: JAX201


@jax.jit
def parts_and_sum(x):
    scaled_parts(x).append(x)
    return x


# What is called by the body of the module alone writes when it is called: before anything is traced.
HEIGHT = 1.0
DEPTH = 1.0


def use_factor(factor):
    global HEIGHT
    HEIGHT = 24.0 * factor


def use_depth(factor):
    global DEPTH
    DEPTH = 24.0 * factor


use_factor(2.0)
height_of = jax.jit(lambda x: x * HEIGHT)
depth_of = jax.jit(lambda x: x * DEPTH)  # expect: JAX201
heights = height_of(1.0), depth_of(1.0)
use_depth(2.0)
depths = depth_of(1.0)


# A name that is bound anew with the next function is read by the next function.
louder = 2.0
amplified = jax.jit(lambda x: x * louder)


def amplify(x):
    return amplified(x)


first = amplify(1.0)
louder = 3.0
amplified = jax.jit(lambda x: x + louder)
second = amplify(1.0)

softer = 2.0
reduced = jax.jit(lambda x: x * softer)  # expect: JAX201


def reduce(x):
    return reduced(x)


third = reduce(1.0)
softer = 3.0
fourth = reduce(1.0)


# What a trace has read is compared with what is there when the function is called again.
def steep(x):
    return x * 5.0


def act(x):
    return x * 2.0


@jax.jit
def acted(x):
    return act(x)  # expect: JAX201


first_act = acted(1.0)
act = steep
second_act = acted(1.0)

SETTINGS = {"optimizer": {"rate": 1.0}, "depth": {"value": 2}}


@jax.jit
def optimized(x):
    return x * SETTINGS["optimizer"]["rate"]  # expect: JAX201


@jax.jit
def deepened(x):
    return x * SETTINGS["depth"]["value"]


optimized(1.0), deepened(1.0)
SETTINGS["optimizer"]["rate"] = 2.0
optimized(1.0), deepened(1.0)

WEIGHTS = np.ones(3)
OTHER_WEIGHTS = np.ones(3)


def weighed(total, x):
    return total + x * WEIGHTS.sum(), None  # expect: JAX201


def weighed_otherwise(total, x):
    return total + x * OTHER_WEIGHTS.sum(), None


def scanned_twice(xs):
    first = lax.scan(weighed, 0.0, xs), lax.scan(weighed_otherwise, 0.0, xs)
    WEIGHTS.fill(2.0)
    return first, lax.scan(weighed, 0.0, xs), lax.scan(weighed_otherwise, 0.0, xs)


class Defaults:
    gain = 1.0
    loss = 1.0


defaults = Defaults()


@jax.jit
def gained(x):
    return x * defaults.gain  # expect: JAX203


gained(1.0)
Defaults.gain = 2.0
Defaults.loss = 2.0
gained(1.0)


# A change that the body of the module makes before the first call, or behind the last one.
gradient_scale = {"value": 1.0}


def scale_gradients(value):
    gradient_scale["value"] = value


@jax.jit
def scaled_gradient(x):
    return x * gradient_scale["value"]


def scale_and_run():
    scale_gradients(2.0)
    return scaled_gradient(1.0), scaled_gradient(2.0)


scale_and_run()

# What was compiled is thrown away, or compiled anew as another function.
margin = [1.0]


@jax.jit
def with_margin(x):
    return x + margin[0]


def with_fresh_margin(x):
    with_margin(x)
    margin[0] = 2.0
    jax.clear_caches()
    return with_margin(x)


with_fresh_margin(1.0)


def with_border(x):
    return x + border["width"]


border = {"width": 1.0}


def fresh_border(x):
    first = jax.jit(lambda x: with_border(x))(x)  # expect: JAX503
    border.update(width=2.0)
    return first, jax.jit(lambda x: with_border(x))(x)  # expect: JAX503


fresh_border(1.0)


# Which function a caller gave is known, so that the arm for another one is not run.
def near(x):
    return x


def wide(x):
    return x * 2.0


def set_radius(value):
    global radius
    radius = value


radius = 3.0


def seen_by(view, x):
    if view == near:
        return x
    if view is wide:
        return x * radius  # expect: JAX201
    return view(x)


@jax.jit
def seen_near(x):
    return seen_by(near, x)


@jax.jit
def seen_wide(x):
    return seen_by(wide, x)


def seen_only_near(view, x):
    if view == wide:
        return x * radius
    return view(x)


@jax.jit
def seen_nearby(x):
    return seen_only_near(near, x)


def look_further(x):
    first = seen_wide(x), seen_near(x), seen_nearby(x)
    set_radius(4.0)
    return first, seen_wide(x), seen_near(x), seen_nearby(x)


# A test that decides on nothing but an error is made while tracing; nothing else depends on it.
traces = {"count": 0}
allowed = True


def allow(value):
    global allowed
    allowed = value


@jax.jit
def counted_traces(x):
    if allowed and traces["count"] > 3:
        raise AssertionError(f"traced {traces['count']} times")
    assert traces["count"] < 9, allowed
    return x + 1


@jax.jit
def doubled_if_allowed(x):
    if allowed:  # expect: JAX201
        return x * 2
    return x


def forbid(x):
    first = counted_traces(x), doubled_if_allowed(x)
    allow(False)
    traces["count"] = 0
    return first, counted_traces(x), doubled_if_allowed(x)


# Functions in a list to which the module adds, and to which other code adds.
SLOPES, SHIFTS = {"w": 1.0}, {"b": 1.0}
TERMS, OPEN_TERMS = [], []
for power in (1, 2):
    TERMS.append(lambda x: SLOPES["w"] * x**power)  # expect: JAX201
OPEN_TERMS.append(lambda x: SHIFTS["b"] * x)


@jax.jit
def by_terms(x):
    return TERMS[0](x) + OPEN_TERMS[0](x)


def add_term(term):
    OPEN_TERMS[:] = [term]


def reweighted(x):
    first = by_terms(x)
    SLOPES["w"] = SHIFTS["b"] = 2.0
    return first, by_terms(x)


# What is read of a dict, and what only lies beside it.
LISTED = {"steps": [1.0, 2.0], "size": 3}


def total_of(name):
    return sum(LISTED[name])  # expect: JAX201


@jax.jit
def by_list(x):
    return x * total_of("steps") + LISTED["size"]


def extended(x):
    first = by_list(x)
    LISTED["steps"].append(3.0)
    return first, by_list(x)


# What a function has worked out before is the same when it works it out again.
KERNELS = {}
SCALES = {"all": 1.0}


def forget_kernels():
    KERNELS.clear()
    SCALES.clear()


def kernel(name):
    known = KERNELS.get(name)
    if known is None:
        known = KERNELS[name] = jnp.sin if name == "sin" else jnp.cos
        while len(KERNELS) > 8:
            KERNELS.popitem()
    return known


@jax.jit
def by_kernel(x):
    return kernel("sin")(x)


@jax.jit
def by_scale(x):
    return x * SCALES["all"]  # expect: JAX201


by_kernel(1.0), by_scale(1.0)
forget_kernels()
SCALES["all"] = 2.0
by_kernel(1.0), by_scale(1.0)


# What a trace writes itself before it reads is its own, whatever others write there.
ambient = threading.local()


@contextmanager
def collecting():
    ambient.total = jnp.array(0.0)
    try:
        yield
    finally:
        del ambient.total


@jax.jit
def collected(x):
    with collecting():
        ambient.total += x
        return ambient.total


@jax.jit
def shifted(x):
    return x + ambient.total  # expect: JAX201


collected(1.0)
ambient.total = 2.0
shifted(1.0)
ambient.total = 3.0
shifted(1.0)


# A placeholder that one function fills, as start-up does before anything is traced: only presumed.
table = None
tables = np.zeros((3, 3))
size = -1
offset = None


def looked_up(i, x):
    x = x * size + (table if table is not None else offset)  # expect: JAX201
    return x + jnp.asarray(tables)[0, 0]  # expect: JAX201


def summed_up(x):
    return jax.lax.fori_loop(0, 3, looked_up, x)


def read_tables():
    global table, size
    tables[:, :] = np.loadtxt("tables.txt")
    table = jnp.asarray(tables[0, 0])
    size = 3


# What two functions change, and what one function is given anew, is no placeholder.
shift = None
slope = -1.0


@jax.jit
def moved(x):
    return slope * x + (shift if shift is not None else 0.0)  # expect: JAX201, JAX201


def set_shift(value):
    global shift
    shift = value


def forget_shift():
    global shift
    shift = None


def set_slope(value):
    global slope
    slope = value


# A path that fills it after a trace, and calls again.
weights = None


@jax.jit
def by_weights(x):
    return x * (weights if weights is not None else 1.0)  # expect: JAX201


def read_weights():
    global weights
    weights = jnp.ones(3)


def warmed_up(x):
    by_weights(x)
    read_weights()
    return by_weights(x)


# Whoever changes it has JAX forget what was compiled with it.
override = None
bypass = None
lead = None


@jax.jit
def with_override(x):
    return x if override is None else x * override


@jax.jit
def with_bypass(x):
    return x if bypass is None else x * bypass  # expect: JAX201, JAX201


@jax.jit
def with_lead(x):
    return x if lead is None else x + lead  # expect: JAX201, JAX201


def set_override(value):
    global override
    override = value
    try:
        jax.clear_caches()
        return with_override(1.0)
    finally:
        override = None
        jax.clear_caches()


def set_bypass(value, fresh):
    global bypass
    bypass = value
    if fresh:
        jax.clear_caches()


def set_lead(value):
    global lead
    jax.clear_caches()
    lead = value


# A count of traces, a bound on a store, and a method whose result is dropped: they read a global
# for itself alone. What the code makes of it counts where it does so.
solved, bound, factor = 0, 2, 1.0
solvers, recent = {}, []


@jax.jit
def counted_solve(x):
    global solved, factor
    solved += 1  # expect: JAX207
    recent.append("solve")
    while len(recent) > bound:
        recent.pop(0)  # expect: JAX207
    if factor > 3.0:
        factor = 3.0  # expect: JAX207
    return x * bound  # expect: JAX201


@jax.jit
def solve_with_recent(x):
    if len(recent) > 1:  # expect: JAX201
        return x * 2.0
    return x


def reset_counts():
    global solved, bound, factor
    solved, bound, factor = 0, 3, 1.0
    recent.clear()


# What is kept under the key that was asked for was worked out for that key.
def factors_for(shape):
    if shape in solvers:
        return solvers[shape]
    solvers.clear()
    made = 1.0 / len(shape)
    solvers.update({shape: made} if shape else {})
    return made


options = {}


def option_for(name):
    if name in options:  # expect: JAX201
        return 2.0
    return 1.0


@jax.jit
def factored(x):
    return x * factors_for(x.shape) * option_for("gain")


def forget_factors(name, value):
    solvers.clear()
    options[name] = value


# An object that only prints is no constant of a program; one that answers is.
class Reporter:
    def __init__(self, prefix):
        self.prefix = prefix

    def say(self, text):
        print(self.prefix, text)


class Schedule:
    def __init__(self, rate):
        self.rate = rate

    def rate_at(self, step):
        print("asked for", step)
        return self.rate * 0.9**step


reporter, schedule = Reporter("a"), Schedule(1.0)
speaker = Reporter("a")
planned = Schedule(0.1)


def current_reporter():
    return speaker


def current_schedule():
    return planned  # expect: JAX201


@jax.jit
def reported(x):
    saying, rates = current_reporter(), current_schedule()
    saying.say("tracing")
    return x * rates.rate_at(3)


def replace_reporter(prefix, rate):
    global speaker, planned
    speaker = Reporter(prefix)
    planned = Schedule(rate)


# A default that is made when it is first asked for is frozen then, and another function replaces it.
default_width = None
default_depth = 1.0


def width_by_default():
    global default_width
    if default_width is None:
        default_width = 2.0
    return default_width  # expect: JAX201


@jax.jit
def widened(x):
    return x * width_by_default() * default_depth  # expect: JAX201


def set_defaults(width, depth):
    global default_width, default_depth
    default_width = width
    default_depth = depth


# A setting that belongs to the keys of traces changes with it: all is traced anew.
tolerance = 1e-6
matmul_bound = 1e-3
roundoff = 1e-7
tiniest = 1e-7
finest = 1e-6
loosest = 1e-2
checked_bound = 1e-5
asked_bound = 1e-4
left_bound = 1e-8
drawn_bound = 1e-9
steps_taken = 1.0


@jax.jit
def within_bounds(x):
    return x * tolerance + matmul_bound + roundoff + finest


@jax.jit
def within_other_bounds(x):
    return x * tiniest + loosest  # expect: JAX201, JAX201


@jax.jit
def within_checked_bounds(x):
    return x + checked_bound * asked_bound  # expect: JAX201, JAX201


@jax.jit
def within_left_bounds(x):
    return x + left_bound * drawn_bound * steps_taken  # expect: JAX201, JAX201, JAX201


def compute_precisely():
    global tolerance, tiniest
    jax.config.update("jax_default_matmul_precision", "float32")
    tolerance = 1e-12


def tighten():
    global tiniest
    tiniest = 1e-12


def compute_with(precision):
    global matmul_bound, roundoff, finest
    bound = 1e-3 if precision == "bfloat16" else 1e-7
    matmul_bound = bound
    if precision == "float32":
        jax.config.update("jax_default_matmul_precision", precision)
    else:
        jax.config.update("jax_default_matmul_precision", "bfloat16")
    with jax.disable_jit():
        finest = bound
    roundoff = precision


def compute_loosely(bound):
    global loosest
    jax.config.update("jax_numpy_rank_promotion", "raise")
    loosest = bound


def check_results():
    global checked_bound
    jax.config.update("jax_debug_nans", True)
    checked_bound = 1e-12


def compute_if_asked(precise):
    global asked_bound
    if precise:
        jax.config.update("jax_default_matmul_precision", "float32")
    asked_bound = 1e-12


def compute_unless_done(done):
    global left_bound
    left_bound = 1e-12
    if done:
        return
    jax.config.update("jax_default_matmul_precision", "float32")


def draw_otherwise(settings):
    global drawn_bound
    settings.update("jax_default_matmul_precision", "float32")
    drawn_bound = 1e-12


def step_on():
    global steps_taken
    jax.config.update("jax_default_matmul_precision", "float32")
    steps_taken = steps_taken + 1.0


# On one path what the setting was counts as well.
ramp = 1.0
pitch = 1.0


@jax.jit
def ramped(x):
    return x * ramp


@jax.jit
def pitched(x):
    return x * pitch  # expect: JAX201


def promote_freely():
    jax.config.update("jax_numpy_rank_promotion", "allow")


def clear():
    jax.clear_caches()


jax.config.update("jax_numpy_rank_promotion", "raise")
ramped(1.0), pitched(1.0)
ramp = 2.0
promote_freely()
ramped(1.0), pitched(1.0)
ramp = 3.0
jax.config.update("jax_numpy_rank_promotion", "warn")
ramped(1.0), pitched(1.0)
ramp = 4.0
promote_freely()
ramped(1.0), pitched(1.0)
ramp = 5.0
clear()
ramped(1.0), pitched(1.0)
ramp = 6.0
clear()
ramped(1.0), pitched(1.0)
pitch = 2.0
promote_freely()
pitched(1.0)


# --- calls that trace anew ------------------------------------------------------------------------


class Narrow(NamedTuple):
    weight: jax.Array


class Wide(NamedTuple):
    weight: jax.Array
    bias: jax.Array


@jax.jit
def leaned(x):
    return x * LEAN


@jax.jit
def acted(network):
    return network.weight * ACTIONS


@jax.jit
def pressed(x):
    return x * PRESSURE  # expect: JAX201


def lean_on(x):
    for _ in range(3):
        x = leaned(x)
    return x


LEAN, ACTIONS, PRESSURE = 0.5, 2, 1.0
lean_on(jnp.ones(3)), acted(Narrow(jnp.ones(2))), pressed(jnp.ones(3))
LEAN, ACTIONS, PRESSURE = 0.7, 9, 2.0
lean_on(jnp.ones((3, 4))), acted(Wide(jnp.ones(2), jnp.ones(2))), pressed(jnp.zeros(3))


# --- what is assigned again and stays what it was -------------------------------------------------

DECAY = 0.99
RATE = 0.5


@jax.jit
def decayed(x):
    return x * DECAY + RATE  # expect: JAX201


decayed(1.0)
DECAY = 0.99
RATE = 0.25
decayed(1.0)


# --- what an entry of the program sets before it runs anything ------------------------------------

STIMULUS = {"kind": "bar", "length": 6.0}
GAIN, SHIFT = 1.0, 0.0


@jax.jit
def stimulated(x):
    longer = x * STIMULUS["length"]
    return longer * GAIN + SHIFT  # expect: JAX201


def stimulated_twice(x):
    return stimulated(stimulated(x))


def main():
    global GAIN, SHIFT
    STIMULUS["length"], GAIN = float(input()), float(input())
    stimulated_twice(jnp.ones(3))
    SHIFT = 1.0
    return stimulated_twice(jnp.ones(3))


# --- what a helper sets in each turn, before the call ---------------------------------------------

WARMUP, MODE = 0.0, "train"
ANNEALED = {"beta": 0.0}


@jax.jit
def annealed(x):
    return x * WARMUP * ANNEALED["beta"]  # expect: JAX201, JAX201


@jax.jit
def in_mode(x):
    return x if MODE == "train" else -x


def set_warmup(epoch, epochs):
    global WARMUP
    WARMUP = min(1.0, epoch / epochs)
    ANNEALED["beta"] = 1.0 - WARMUP


def set_mode(name):
    global MODE
    MODE = name


def warm_up(x, epochs):
    for epoch in range(epochs):
        set_warmup(epoch, epochs)
        x = annealed(x)
    return x


def in_one_mode(x, epochs):
    for _ in range(epochs):
        set_mode("train")
        x = in_mode(x)
    return x


if __name__ == "__main__":
    main()
    in_one_mode(warm_up(jnp.ones(3), 5), 5)
