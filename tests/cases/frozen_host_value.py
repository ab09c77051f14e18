"""A clock, an environment variable, or Python's or NumPy's randomness in traced code."""

import datetime
import functools
import os
import random
import time
import uuid
from dataclasses import dataclass, replace
from functools import partial
from random import gauss

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

RNG = np.random.default_rng(0)
STARTED = time.time()
DEBUG = os.environ.get("DEBUG", "0") == "1"


@jax.jit
def noisy(x):
    return x + np.random.normal(size=x.shape)  # expect: JAX206


@jax.jit
def noisy_by_key(key, x):
    return x + jax.random.normal(key, x.shape)


def noisy_plain(x):
    return x + np.random.normal(size=x.shape) + random.random()


# T21: here `random` and `np` are JAX's.
def by_alias():
    import jax.numpy as np
    from jax import random

    @jax.jit
    def noisy(key, x):
        return np.tanh(x) + random.normal(key, x.shape)

    return noisy


@jax.jit
def jittered(x):
    return x * random.uniform(0.9, 1.1)  # expect: JAX206


@jax.jit
def by_imported_name(x):
    return x + gauss(0.0, 1.0)  # expect: JAX206


@jax.jit
def by_generator(x):
    return x + RNG.normal(size=3)  # expect: JAX206


# The same seed gives the same numbers, compiled or not.
@partial(jax.jit, static_argnums=1)
def seeded_table(x, seed):
    table = np.random.default_rng(0).normal(size=(3, 3))
    other = np.random.RandomState(seed).uniform(size=3)
    return x @ table + other


@jax.jit
def unseeded(x):
    return x + np.random.default_rng().uniform()  # expect: JAX206


@jax.jit
def timed(x):
    start = time.time()  # expect: JAX206
    y = jnp.sin(x)
    return y, time.perf_counter() - start


def timed_outside(x):
    start = time.perf_counter()
    y = noisy_by_key(jax.random.key(0), x).block_until_ready()
    return y, time.perf_counter() - start, datetime.datetime.now()


@jax.jit
def since_start(x):
    return x * (time.monotonic() - STARTED)  # expect: JAX206


@jax.jit
def dated(x):
    return x * datetime.datetime.now().hour  # expect: JAX206


@jax.jit
def by_environment(x):
    if os.environ["MODE"] == "fast":  # expect: JAX206
        return x
    return x * float(os.getenv("SCALE", "1"))  # expect: JAX206


@jax.jit
def by_flag(x):
    return x if DEBUG else x * 2


@jax.jit
def tagged(x):
    return x + uuid.uuid4().int % 7  # expect: JAX206


def scanned(x):
    def body(carry, _):
        return carry + np.random.rand(), carry  # expect: JAX206

    return lax.scan(body, x, None, length=10)


def scanned_by_key(key, x):
    noise = jax.random.normal(key, (10,))
    return lax.scan(lambda c, n: (c + n, c), x, noise)


# NumPy draws before, the scan reads them.
def scanned_by_data(x):
    noise = np.random.normal(size=10)
    return lax.scan(lambda c, n: (c + n, c), x, jnp.asarray(noise))


def dropout(x, rate):
    mask = np.random.binomial(1, 1 - rate, size=x.shape)  # expect: JAX206
    return x * mask


@jax.jit
def forward(w, x):
    return dropout(jnp.dot(w, x), 0.5)


def augment(batch):
    if random.random() < 0.5:
        batch = batch[:, ::-1]
    return batch


def batches(data):
    while True:
        index = np.random.permutation(len(data))[:32]
        yield augment(data[index])


class Agent:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.act = jax.jit(self._act)

    def _act(self, q):
        if random.random() < 0.1:  # expect: JAX206
            return jnp.zeros(())
        return jnp.argmax(q)

    def explore(self, q):
        if self.rng.uniform() < 0.1:
            return int(self.rng.integers(4))
        return self.act(q)


# T09
def sample_on_host(x):
    return np.asarray(x + np.random.normal(size=x.shape), x.dtype)


@jax.jit
def with_callback(x):
    jax.debug.callback(lambda: time.time())
    return jax.pure_callback(sample_on_host, x, x)


# grad and vmap of nothing compiled run at each call.
def stochastic_loss(w):
    return w**2 * np.random.uniform()


slope = jax.grad(stochastic_loss)


# T23: NumPy on static values.
@jax.jit
def static_numpy(x):
    window = np.hanning(x.shape[0])
    return x * window / np.sqrt(x.size)


# A function that keeps its result reads once, whoever calls it first.
@functools.cache
def precision():
    return read_precision()


def read_precision():
    return jnp.float32 if os.environ.get("PRECISION") == "single" else jnp.float16


def read_anew():
    return jnp.float32 if os.getenv("PRECISION") == "single" else jnp.float16  # expect: JAX206


@jax.jit
def in_kept_precision(x):
    return x.astype(precision())


@jax.jit
def in_precision_of_now(x):
    return x.astype(read_anew())


# A flag that the call leaves out has its default, unless what ends the making sets it.
@dataclass
class Options:
    stamped: bool = False
    dated: bool = True
    chosen: bool = False
    count: int = 3

    def __post_init__(self):
        self.chosen = self.count > 2


def stamped(x, options=None):
    if options is None:
        options = Options()
    options = replace(options, count=4)
    if options.stamped:
        x = x + time.time()
    if getattr(options, "dated", False):
        x = x + time.time()  # expect: JAX206
    if options.chosen:
        x = x + time.time()
    return x


@jax.jit
def with_options(x):
    return stamped(x)


@jax.jit
def with_a_stamp(x):
    options = Options(stamped=True)
    if options.stamped:
        x = x + time.time()  # expect: JAX206
    return x


# The environment is changed by the program itself between two calls, or before all of them.
@jax.jit
def by_environment(x):
    rate = float(os.environ["RATE"])  # expect: JAX206
    return x * rate * float(os.environ.get("SCALE", "1"))  # expect: JAX206


@jax.jit
def by_settled_environment(x):
    return x * float(os.environ.get("SETTLED", "1"))  # expect: JAX206


def swept(x):
    os.environ["SETTLED"] = "2"
    for rate in ("1", "2"):
        os.environ["RATE"] = os.environ["SCALE"] = rate
        print(by_environment(x), by_settled_environment(x))


swept(jnp.ones(2))


# Of a read of what changes, one thing is said.
@jax.jit
def by_changed_switch(x):
    if os.environ.get("SWITCH"):  # expect: JAX206
        return x
    return -x


def switched(x):
    os.environ["SWITCH"] = "1"
    first = by_changed_switch(x)
    os.environ["SWITCH"] = ""
    return first, by_changed_switch(x)


# A function that is made and compiled at each call reads the environment at each call, but the
# clock once for all the elements of a call.
def by_present_environment(x):
    def scaled(y):
        return y * float(os.environ.get("SCALE", "1"))

    return jax.jit(scaled)(x)  # expect: JAX503


def by_present_clock(xs):
    @jax.jit
    def stamped(y):
        return y + time.time()  # expect: JAX206

    return [stamped(x) for x in xs]


# A time that a copy of a result carries along goes with the trace: advice.
@dataclass
class Timed:
    value: jax.Array
    seconds: float


def timed_square(x):
    start = time.perf_counter()  # expect: JAX206
    y = x**2
    return Timed(y, max(time.perf_counter() - start, 0.0))


@jax.jit
def without_seconds(x):
    result = replace(timed_square(x), value=x)
    return result.value


def timed_cube(x):
    start = time.perf_counter()  # expect: JAX206
    y = x**3
    return Timed(y, max(time.perf_counter() - start, 0.0))


@jax.jit
def by_seconds(x):
    result = replace(timed_cube(x), value=x)
    return result.value / result.seconds


# Times that only a switch has taken are for those who ask for them: advice.
@partial(jax.jit, static_argnames=("profile",))
def profiled(x, profile):
    begun = time.perf_counter() if profile else 0.0  # expect: JAX206
    y = jnp.sin(x) * begun
    if profile:
        return y, time.perf_counter()
    return y, begun
