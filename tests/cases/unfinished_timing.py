"""Clocks that are read before the work is done."""

import datetime
import time
import timeit
from contextlib import contextmanager
from functools import partial
from time import perf_counter

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


@jax.jit
def step(x):
    return x @ x


def plain(x):
    return x


def at_once(x):
    start = time.time()
    y = step(x)  # expect: JAX515
    print(time.time() - start)
    return y


def by_another_name(x):
    start = perf_counter()
    y = step(x)  # expect: JAX515
    end = perf_counter()
    seconds = end - start
    return y, seconds


def in_a_loop(x):
    start = time.perf_counter()
    for _ in range(10):
        x = step(x)  # expect: JAX515
    return x, (time.perf_counter() - start) / 10


def the_last_one(x):
    start = time.time()
    step(x).block_until_ready()
    y = step(x)  # expect: JAX515
    return y, time.time() - start


def with_arrays_between(x):
    start = time.time()
    y = step(x)  # expect: JAX515
    z = jnp.sin(y)
    return z, time.time() - start


@jax.jit
def timed_twice(x):
    return x @ x


# What the first call takes is to compile, and that is done when it returns.
def compiled_then_run(x):
    start = time.time()
    timed_twice(x)
    compiled = time.time() - start
    start = time.time()
    timed_twice(x)  # expect: JAX515
    return compiled, time.time() - start


def first_turn_dropped(x):
    start = time.time()
    for _ in range(10):
        timed_twice(x)  # expect: JAX515
    return time.time() - start


def kept(x):
    results = []
    start = time.monotonic()
    for _ in range(3):
        results.append(step(x))  # expect: JAX515
    return results, time.monotonic() - start


def waits(x):
    start = time.time()
    y = jax.block_until_ready(step(x))
    print(time.time() - start)
    start = time.time()
    step(x).block_until_ready()
    print(time.time() - start)
    start = time.time()
    z = float(step(x)[0, 0])
    print(time.time() - start)
    start = time.time()
    host = np.asarray(step(x))
    print(time.time() - start)
    start = time.time()
    print(step(x))
    print(time.time() - start)
    return y, z, host


def decides(x):
    start = time.time()
    y = step(x)
    if y[0, 0] > 0:
        x = y
    return x, time.time() - start


def hands_over(x, wait):
    start = time.time()
    y = step(x)
    wait(y)
    return time.time() - start


def before_the_clock(x):
    y = step(x)
    start = time.time()
    z = plain(y)
    return z, time.time() - start


def not_jitted(x):
    start = time.time()
    y = plain(x)
    return y, time.time() - start


def returns_on_one_path(x, flag):
    start = time.time()
    if flag:
        return step(x)
    return time.time() - start


def falls_through(x, flag):
    start = time.time()
    if flag:
        x = step(x)  # expect: JAX515
    return x, time.time() - start


def waits_on_one_path(x, flag):
    start = time.time()
    y = step(x)
    if flag:
        y.block_until_ready()
    return y, time.time() - start


def waits_on_the_other_path(x, flag):
    start = time.time()
    if flag:
        y = step(x)  # expect: JAX515
    else:
        y = step(x + 1).block_until_ready()
    return y, time.time() - start


def finish(y):
    y.block_until_ready()


def leave(y):
    return len(y)


def helper_waits_each_time(x):
    finish(x)
    start = time.perf_counter()
    y = step(x)
    finish(y)
    middle = time.perf_counter()
    z = step(y)
    finish(z)
    return z, middle - start, time.perf_counter() - middle


def helper_never_waits(x):
    leave(x)
    start = time.perf_counter()
    y = plain(step(x))
    plain(y)
    z = plain(step(y))  # expect: JAX515
    plain(z)
    return z, time.perf_counter() - start


def readings_in_a_list(x, count):
    starts = [time.perf_counter() for _ in range(count)]
    for start in starts:
        x = step(x)
        print(time.perf_counter() - start)
    start = time.perf_counter()
    y = step(x)  # expect: JAX515
    return y, time.perf_counter() - start


def formats_the_result(x):
    start = time.time()
    y = step(x)
    print(f"{y} after {time.time() - start:.3f} s")


def formats_something_else(x):
    start = time.time()
    y = step(x)  # expect: JAX515
    print(f"{3} steps after {time.time() - start:.3f} s")
    return y


def waits_in_all_but_one_turn(xs, quick):
    start = time.time()
    for x in xs:
        print(time.time() - start)
        y = step(x)
        if quick:
            continue
        step(y).block_until_ready()


def only_lowered(x):
    start = time.perf_counter()
    lowered = step.lower(x)
    return lowered, time.perf_counter() - start


def says_how_far_it_is(xs, state):
    start = time.time()
    for number, x in enumerate(xs):
        state = step(state + x)  # expect: JAX515
        print("step", number)
    print("seconds:", time.time() - start)
    return state


def says_what_it_has(xs, state):
    start = time.time()
    for number, x in enumerate(xs):
        state = step(state + x)
        print("step", number, state)
    print("seconds:", time.time() - start)
    return state


# Clocks that are read in one function and compared in another.


class Timer:
    def __init__(self):
        self.started = None
        self.seconds = 0.0

    def start(self):
        self.started = time.perf_counter()

    def stop(self):
        return time.perf_counter() - self.started

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *error):
        self.seconds = time.perf_counter() - self.started


def by_a_timer(x):
    timer = Timer()
    timer.start()
    y = step(x)  # expect: JAX515
    return y, timer.stop()


def by_a_timer_twice(x):
    timer = Timer()
    timer.start()
    y = step(x).block_until_ready()
    print(timer.stop())
    timer.start()
    z = step(x)  # expect: JAX515
    print(timer.stop())
    return y, z


def by_a_context(x):
    with Timer() as timer:
        y = step(x)  # expect: JAX515
    return y, timer.seconds


def by_a_context_that_waits(x):
    with Timer() as timer:
        y = step(x)
        y.block_until_ready()
    return y, timer.seconds


def now():
    return time.perf_counter()


def by_a_helper(x):
    start = now()
    y = step(x)  # expect: JAX515
    return y, now() - start


def by_a_helper_that_comes_late(x):
    y = step(x)
    start = now()
    z = plain(y)
    return z, now() - start


def all_steps(xs, state):
    for x in xs:
        state = step(state + x)
    return state


# Who reads the clock is to wait, and not the function that was called.
def each_epoch(xs, state):
    for epoch in range(3):
        start = time.time()
        state = all_steps(xs, state)
        print("epoch", epoch, "took", time.time() - start)  # expect: JAX515
    return state


def all_steps_and_a_wait(xs, state):
    for x in xs:
        state = step(state + x)
    return state.block_until_ready()


def each_epoch_with_a_wait(xs, state):
    for epoch in range(3):
        start = time.time()
        state = all_steps_and_a_wait(xs, state)
        print("epoch", epoch, "took", time.time() - start)
    return state


def measured(function):
    def wrapper(x):
        start = time.perf_counter()
        result = function(x)
        return result, time.perf_counter() - start  # expect: JAX515

    return wrapper


@measured
def stepped(x):
    return step(x)


def measured_at_the_end(function):
    def wrapper(x):
        start = time.perf_counter()
        result = function(x)
        return result, time.perf_counter() - start

    return wrapper


@measured_at_the_end
def stepped_and_waited(x):
    return step(x).block_until_ready()


def of_decorated(x):
    return stepped(x), stepped_and_waited(x)


class Estimator:
    def estimate(self, x):
        raise NotImplementedError

    def timed(self, x):
        start = time.time()
        x = self.estimate(x)
        taken = time.time() - start  # expect: JAX515
        return x, taken

    def timed_to_the_end(self, x):
        start = time.time()
        x = jax.block_until_ready(self.estimate(x))
        return x, time.time() - start


class Stepper(Estimator):
    def estimate(self, x):
        return step(x)


def by_a_subclass(x):
    return Stepper().timed(x), Stepper().timed_to_the_end(x)


def by_dates(x):
    start = datetime.datetime.now()
    y = step(x)  # expect: JAX515
    return y, datetime.datetime.now() - start


def by_timeit(x):
    a = timeit.timeit(lambda: step(x), number=10)  # expect: JAX515
    b = timeit.repeat(partial(step, x), number=10)  # expect: JAX515
    c = timeit.timeit(lambda: step(x).block_until_ready(), number=10)
    d = timeit.timeit(lambda: jax.block_until_ready(step(x)), number=10)
    e = timeit.timeit("step(x)", globals=globals() | {"x": x})  # expect: JAX515
    f = timeit.timeit(lambda: plain(x))
    return a, b, c, d, e, f


def by_texts(x):
    names = globals() | {"x": x}
    a = timeit.repeat("x + 1; y = step(x)", globals=names)  # expect: JAX515
    b = timeit.timeit(stmt="step(x).block_until_ready()", globals=names)
    c = timeit.timeit("float(step(x)[0, 0])", globals=names)
    d = timeit.timeit("plain(x)", globals=names)
    e = timeit.timeit("for _ in range(3): step(x)", globals=names)
    f = timeit.timeit("step(x", globals=names)
    return a, b, c, d, e, f


def by_a_timer_of_timeit(x):
    timer = timeit.Timer(lambda: step(x))  # expect: JAX515
    fine = timeit.Timer(lambda: step(x).block_until_ready())
    text = timeit.Timer("step(x)", globals=globals() | {"x": x})
    a = timer.timeit(number=10), fine.timeit(10)
    b = timer.repeat(3, number=10), fine.autorange()
    c = text.timeit(10)  # expect: JAX515
    return a, b, c


def named_but_not_called(x):
    start = time.time()
    y = step(x)  # expect: JAX515
    jax.block_until_ready  # noqa: B018
    print(time.time() - start)
    return y


@contextmanager
def timer(name):
    start = time.perf_counter()
    yield
    print(name, time.perf_counter() - start)


@contextmanager
def timed(taken):
    start = time.perf_counter()
    try:
        yield taken
    finally:
        taken.append(time.perf_counter() - start)


@contextmanager
def waiting(results):
    start = time.perf_counter()
    yield results
    jax.block_until_ready(results)
    print(time.perf_counter() - start)


@contextmanager
def prepared(x):
    start = time.perf_counter()
    step(x).block_until_ready()
    print("prepared in", time.perf_counter() - start)
    yield x


def by_a_manager(x):
    taken = []
    with timer("first"):
        y = step(x)  # expect: JAX515
    with timer("second"):
        z = step(y)  # expect: JAX515
    with timed(taken) as same:
        w = step(z)  # expect: JAX515
    return w, same


def by_managers_in_each_other(x):
    with timer("both"):
        with timer("first"):
            y = step(x).block_until_ready()
        z = step(y)  # expect: JAX515
    return z


def by_a_manager_in_a_loop(x):
    for _ in range(3):
        with timer("turn"):
            x = step(x)  # expect: JAX515
    return x


def waited_for_in_a_manager(x):
    with timer("fine"):
        y = step(x).block_until_ready()
    with timer("plain"):
        z = plain(y)
    results = []
    with waiting(results):
        results.append(step(z))
    with prepared(z) as w:
        return step(w)


def begun_before_a_manager(x):
    y = step(x)
    with timer("plain"):
        plain(x)
    return y


def measured_generator(xs):
    start = time.perf_counter()
    for x in xs:
        yield x
        print(time.perf_counter() - start)


def over_a_generator(xs, path):
    results = []
    for x in measured_generator(xs):
        results.append(step(x))
    with open(path):
        return step(results[-1])


@nnx.jit
def nnx_step(model, x):
    return model(x)


@eqx.filter_jit
def equinox_step(model, x):
    return model(x)


@nnx.vmap
def only_mapped(x):
    return x + 1


def by_libraries(model, x):
    start = time.perf_counter()
    y = nnx_step(model, x)  # expect: JAX515
    middle = time.perf_counter()
    z = equinox_step(model, x)
    end = time.perf_counter()
    print(middle - start, end - middle)
    start = time.perf_counter()
    w = only_mapped(x)
    print(time.perf_counter() - start)
    start = time.perf_counter()
    jax.block_until_ready(nnx_step(model, x))
    print(time.perf_counter() - start)
    return y, z, w


# A loop of JAX in plain code is compiled and handed over as a jitted function is.
def scanned(x, xs):
    start = time.time()
    x, _ = jax.lax.scan(lambda x, y: (x @ y, None), x, xs)  # expect: JAX515
    print(time.time() - start)
    return x


def turned(x, steps):
    start = time.time()
    x = jax.lax.fori_loop(0, steps, lambda i, x: x @ x, x)  # expect: JAX515
    print(time.time() - start)
    return x


def until_small(x):
    start = time.time()
    x = jax.lax.while_loop(lambda x: jnp.sum(x) > 1, lambda x: x @ x, x)  # expect: JAX515
    print(time.time() - start)
    return x


def mapped(xs):
    start = time.time()
    ys = jax.lax.map(jnp.linalg.inv, xs)  # expect: JAX515
    print(time.time() - start)
    return ys


def mapped_in_batches(xs):
    start = time.time()
    ys = jax.block_until_ready(jax.lax.map(jnp.linalg.inv, xs, batch_size=2))
    print(time.time() - start)
    return ys


def scanned_and_waited(x, xs):
    start = time.time()
    x, _ = jax.block_until_ready(jax.lax.scan(lambda x, y: (x @ y, None), x, xs))
    print(time.time() - start)
    return x


def scanned_before(x, xs):
    x, _ = jax.lax.scan(lambda x, y: (x @ y, None), x, xs)
    start = time.time()
    print(plain(1), time.time() - start)
    return x


@jax.jit
def scanned_inside(x, xs):
    return jax.lax.scan(lambda x, y: (x @ y, None), x, xs)


# An iterator over nothing that nobody can add to has no turn; one over a list may have by then.
def nothing_to_evaluate():
    return jnp.zeros(()), iter(())


def evaluated_never():
    state, batches = nothing_to_evaluate()
    last = datetime.datetime.now()
    for batch in batches:
        metrics = step(state + batch)
        print(datetime.datetime.now() - last, metrics.shape)


def evaluated_never_as_written(state):
    last = datetime.datetime.now()
    for batch in reversed([]):
        metrics = step(state + batch)
        print(datetime.datetime.now() - last, metrics.shape)


def something_to_evaluate():
    batches = []
    return batches, iter(batches)


def evaluated_once_filled(state):
    kept, batches = something_to_evaluate()
    kept.append(state)
    last = datetime.datetime.now()
    for batch in batches:
        metrics = step(state + batch)  # expect: JAX515
        print(datetime.datetime.now() - last, metrics.shape)


def evaluated_unless_left_out(state, batches=iter(())):
    last = datetime.datetime.now()
    for batch in batches:
        metrics = step(state + batch)  # expect: JAX515
        print(datetime.datetime.now() - last, metrics.shape)


# What only the first turn measures is how long it takes to compile.
def first_turn_by_itself(state):
    first = compiled = None
    for epoch in range(10):
        start = time.time()
        state = step(state)
        if first is None:
            first = time.time() - start
        if epoch == 0:
            compiled = time.time() - start
    return first, compiled, float(state)


def each_turn_on_one_host(state):
    times, rank = [], jax.process_index()
    for _ in range(10):
        start = time.time()
        state = step(state)  # expect: JAX515
        if rank == 0:
            times.append(time.time() - start)
    return times, float(state)


def each_turn_unless_there_is_a_time(state, last=None):
    for _ in range(10):
        start = time.time()
        state = step(state)  # expect: JAX515
        if last is None:
            print(time.time() - start)
    return float(state)


# Plain code too only hands over what JAX computes, compiled or not.
def product_by_itself(a, b):
    start = time.perf_counter()
    c = jnp.dot(a, b)  # expect: JAX515
    return c, time.perf_counter() - start


def product_by_an_operator(a):
    a = jnp.asarray(a)
    start = time.perf_counter()
    c = a @ a.T  # expect: JAX515
    return c, time.perf_counter() - start


def products_summed(a, b):
    start = time.perf_counter()
    c = jnp.einsum("ij,jk->ik", a, b).sum()  # expect: JAX515
    return c, time.perf_counter() - start


def product_read(a, b):
    start = time.perf_counter()
    c = jnp.einsum("ij,jk->ik", a, b).sum().item()
    return c, time.perf_counter() - start


def product_of_numpy(a):
    a = np.ones((3, 3))
    start = time.perf_counter()
    c = a @ a
    return c, time.perf_counter() - start


def inverse_waited_for(a):
    start = time.perf_counter()
    b = jnp.linalg.inv(a).block_until_ready()
    return b, time.perf_counter() - start


def little_is_computed(a):
    start = time.perf_counter()
    b = jnp.sum(a)
    return b, time.perf_counter() - start


def squared(x):
    return x @ x


def mapped_without_a_jit(xs):
    start = time.perf_counter()
    ys = jax.vmap(squared)(xs)  # expect: JAX515
    return ys, time.perf_counter() - start


def slope_without_a_jit(x):
    start = time.perf_counter()
    slope = jax.grad(lambda x: squared(x).sum())(x)  # expect: JAX515
    return slope, time.perf_counter() - start


def little_is_mapped(xs):
    start = time.perf_counter()
    ys = jax.vmap(jnp.sin)(xs)
    return ys, time.perf_counter() - start


def whole_function(x):
    start = time.perf_counter()
    y = squared(jnp.asarray(x))
    return y, time.perf_counter() - start  # expect: JAX515


# --- waiting for something else -------------------------------------------------------------------


def wait_for_what_was_there(x):
    step(x).block_until_ready()
    start = time.perf_counter()
    y = step(x)  # expect: JAX515
    jax.block_until_ready(x)
    return time.perf_counter() - start, y


def wait_for_what_was_there_by_a_method(x):
    x = jnp.ones(3)
    step(x).block_until_ready()
    start = time.perf_counter()
    y = step(x)  # expect: JAX515
    x.block_until_ready()
    return time.perf_counter() - start, y


def wait_for_the_step_before(x, steps):
    start = time.perf_counter()
    for _ in range(steps):
        y = step(x)
        jax.block_until_ready(x)
        x = y
    jax.block_until_ready(x)
    return time.perf_counter() - start


def wait_for_both(x):
    start = time.perf_counter()
    y = step(x)
    jax.block_until_ready((x, y))
    return time.perf_counter() - start


# --- asking whether it is done ---------------------------------------------------------------------


@jax.jit
def shifted_by_one(x):
    return jnp.roll(x, 1)


def until_ready(x, most):
    start = time.perf_counter()
    moved = shifted_by_one(x)
    while True:
        now = time.perf_counter()
        if moved.is_ready() or now - start > most:
            return now - start
        time.sleep(0.001)


def asked_once(x):
    start = time.perf_counter()
    moved = shifted_by_one(x)  # expect: JAX515
    now = time.perf_counter()
    print(now - start, moved.is_ready())
    return moved


def handed_back(state, steps):
    identity = jax.jit(lambda given: given)
    jax.block_until_ready(identity(state))
    floor = []
    for _ in range(steps):
        start = time.perf_counter()
        jax.block_until_ready(identity(state))
        floor.append(time.perf_counter() - start)
    return floor


paired = jax.jit(lambda given: (given, given + 1))


def waits_for_what_was_there(state):
    start = time.perf_counter()
    old, new = paired(state)  # expect: JAX515
    jax.block_until_ready(old)
    return time.perf_counter() - start, new


@contextmanager
def stopwatch(results, label):
    start = time.perf_counter()
    try:
        yield
    finally:
        results.setdefault(label, []).append(time.perf_counter() - start)


def watched(results, x):
    for _ in range(3):
        with stopwatch(results, "paired"):
            y = paired(x)  # expect: JAX515
    return y


def held_by_a_dict(x):
    results, outputs = {}, {}
    for _ in range(3):
        start = time.perf_counter()
        outputs["paired"] = paired(x)  # expect: JAX515
        results["paired"] = time.perf_counter() - start
    return results, outputs


def stored_in_an_array(outputs, x):
    start = time.perf_counter()
    outputs[0] = paired(x)[0]
    return time.perf_counter() - start


# --- functions that are given, of which the code says that they have to be waited for -------------


def best_of(function, *args, repeats=3):
    jax.block_until_ready(function(*args))  # compiles
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        y = function(*args)  # expect: JAX515
        best = min(best, time.perf_counter() - start)
    return best, y


def best_of_waited(function, *args, repeats=3):
    warm = function(*args)
    warm.block_until_ready()
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        jax.block_until_ready(function(*args))
        best = min(best, time.perf_counter() - start)
    return best


def best_of_what_may_wait(function, *args):
    start = time.perf_counter()
    y = function(*args)
    return y, time.perf_counter() - start


def best_of_another(function, other, *args):
    jax.block_until_ready(function(*args))
    start = time.perf_counter()
    y = other(*args)
    return y, time.perf_counter() - start


# --- waits of which an option decides -------------------------------------------------------------


def recorded(x, chunks, recorder=None):
    start = time.perf_counter()
    for count in range(chunks):
        x = step(x)  # expect: JAX515
        if recorder is not None:
            recorder.record(count, x)
    return x, time.perf_counter() - start


def told_of(x, chunks, verbose=False):
    start = time.perf_counter()
    for _ in range(chunks):
        x = step(x)  # expect: JAX515
        if verbose:
            print(x)
    return x, time.perf_counter() - start


def recorded_always(x, chunks, recorder):
    start = time.perf_counter()
    for count in range(chunks):
        x = step(x)
        if recorder is not None:
            recorder.record(count, x)
    return x, time.perf_counter() - start


def told_of_unless_quiet(x, chunks, verbose=True):
    start = time.perf_counter()
    for _ in range(chunks):
        x = step(x)
        if verbose:
            print(x)
    return x, time.perf_counter() - start


def waited_for_unless_told(x, wait=None):
    start = time.perf_counter()
    x = step(x)
    if wait is None:
        x.block_until_ready()
    return x, time.perf_counter() - start
