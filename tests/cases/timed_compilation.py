"""Compilations inside of times that are divided, or of which the mean is taken."""

import statistics
import time
import timeit
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

from somewhere import prepare


def work(x):
    return jnp.tanh(x @ x)


@jax.jit
def step(x):
    return work(x) + 1


@jax.jit
def other_step(x):
    return work(x) + 2


def mean_of_a_loop(x, count):
    run = jax.jit(work)
    start = time.perf_counter()
    for _ in range(count):
        jax.block_until_ready(run(x))  # expect: JAX523
    elapsed = time.perf_counter() - start
    return elapsed / count


def in_milliseconds(x):
    run = jax.jit(work)
    start = time.perf_counter()
    for _ in range(20):
        run(x).block_until_ready()  # expect: JAX523
    return (time.perf_counter() - start) * 1000 / 20


def in_microseconds(x, count):
    run = jax.jit(work)
    total = timeit.timeit(lambda: run(x).block_until_ready(), number=count)  # expect: JAX523
    return 1e6 * total / count


def calls_each_second(x, count):
    run = jax.jit(work)
    start = time.perf_counter()
    for _ in range(count):
        x = run(x)  # expect: JAX523
    x.block_until_ready()
    return count / (time.perf_counter() - start)


def compared(x):
    run = jax.jit(work)
    start = time.time()
    work(x).block_until_ready()
    plain = time.time() - start
    start = time.time()
    run(x).block_until_ready()  # expect: JAX523
    compiled = time.time() - start
    print("speedup:", plain / compiled)


def mean_of_times(x):
    run, times = jax.jit(work), []
    for _ in range(10):
        start = time.perf_counter()
        run(x).block_until_ready()  # expect: JAX523
        times.append(time.perf_counter() - start)
    return statistics.mean(times)


def mean_by_hand(x, count):
    run, times = jax.jit(work), []
    for _ in range(count):
        start = time.perf_counter()
        run(x).block_until_ready()  # expect: JAX523
        times.append(time.perf_counter() - start)
    return sum(times) / len(times)


def mean_of_an_array(x, count):
    run, times = jax.jit(work), []
    for _ in range(count):
        start = time.perf_counter()
        run(x).block_until_ready()  # expect: JAX523
        times.append(time.perf_counter() - start)
    seconds = np.array(times)
    return seconds.mean(), seconds.std()


def mean_of_what_is_stored(x, count):
    run, times = jax.jit(work), np.zeros(count)
    for turn in range(count):
        start = time.perf_counter()
        run(x).block_until_ready()  # expect: JAX523
        times[turn] = time.perf_counter() - start
    return times.mean()


def mean_of_a_sum(x, count):
    run, seconds = jax.jit(work), 0.0
    for _ in range(count):
        start = time.perf_counter()
        run(x).block_until_ready()  # expect: JAX523
        seconds += time.perf_counter() - start
    return seconds / count


def means_without_the_first(x, count):
    run, times, stored, seconds = jax.jit(work), [], np.zeros(count), 0.0
    for turn in range(count):
        start = time.perf_counter()
        run(x).block_until_ready()
        times.append(time.perf_counter() - start)
        stored[turn] = times[-1]
        if turn > 0:
            seconds += times[-1]
    return sum(times[1:]) / (count - 1), stored[1:].mean(), seconds / (count - 1)


def sums_that_stand_for_themselves(x, count):
    run, times, seconds = jax.jit(work), [], 0.0
    for _ in range(count):
        start = time.perf_counter()
        run(x).block_until_ready()
        taken = time.perf_counter() - start
        times.append(taken)
        seconds += taken
    return sum(times), seconds / 60, np.array(times).max(), np.array(times)[1:].mean()


def by_timeit(x, count):
    run = jax.jit(work)
    return timeit.timeit(lambda: run(x).block_until_ready(), number=count) / count  # expect: JAX523


def measure(function, x, count):
    start = time.perf_counter()
    for _ in range(count):
        jax.block_until_ready(function(x))  # expect: JAX523
    return (time.perf_counter() - start) / count


def by_a_helper(x):
    return measure(jax.jit(work), x, 10)


def measure_warm(function, x, count):
    jax.block_until_ready(function(x))
    start = time.perf_counter()
    for _ in range(count):
        jax.block_until_ready(function(x))
    return (time.perf_counter() - start) / count


def by_a_helper_that_warms_up(x):
    return measure_warm(jax.jit(work), x, 10), measure_warm(jax.jit(lambda x: x + 1), x, 10)


def each_of_several(functions, x, count):
    for function in functions:
        run = jax.jit(function)
        start = time.perf_counter()
        for _ in range(count):
            run(x).block_until_ready()  # expect: JAX523
        print((time.perf_counter() - start) / count)


def called_before(x, count):
    run = jax.jit(work)
    run(x)
    start = time.perf_counter()
    for _ in range(count):
        run(x).block_until_ready()
    return (time.perf_counter() - start) / count


def the_same_function_called_before(x, count):
    jax.jit(work)(x).block_until_ready()
    run = jax.jit(work)
    start = time.perf_counter()
    for _ in range(count):
        run(x).block_until_ready()
    return (time.perf_counter() - start) / count


def warm_up(function, x):
    function(x).block_until_ready()


def warmed_up_by_a_helper(x, count):
    first, second = jax.jit(work), jax.jit(lambda x: x - 1)
    warm_up(first, x)
    warm_up(second, x)
    start = time.perf_counter()
    for _ in range(count):
        first(x).block_until_ready()
        second(x).block_until_ready()
    return (time.perf_counter() - start) / count


def compiled_before(x, count):
    run = jax.jit(work).lower(x).compile()
    start = time.perf_counter()
    for _ in range(count):
        run(x).block_until_ready()
    return (time.perf_counter() - start) / count


def prepared_somewhere(x, count):
    run = jax.jit(work)
    prepare(run, x)
    start = time.perf_counter()
    for _ in range(count):
        run(x).block_until_ready()
    return (time.perf_counter() - start) / count


def perhaps_called_before(x, count, warm):
    run = jax.jit(work)
    if warm:
        run(x)
    start = time.perf_counter()
    for _ in range(count):
        run(x).block_until_ready()
    return (time.perf_counter() - start) / count


def only_printed(x):
    run = jax.jit(work)
    start = time.perf_counter()
    run(x).block_until_ready()
    print("first call:", time.perf_counter() - start)
    start = time.perf_counter()
    run(x).block_until_ready()
    print("second call:", time.perf_counter() - start)


def in_minutes(x):
    run = jax.jit(work)
    start = time.perf_counter()
    for _ in range(1000):
        x = run(x)
    x.block_until_ready()
    print((time.perf_counter() - start) / 60, "minutes")


def each_epoch(xs, state):
    run = jax.jit(work)
    for epoch in range(10):
        start = time.perf_counter()
        for x in xs:
            state = run(state + x)
        state.block_until_ready()
        print(epoch, (time.perf_counter() - start) / len(xs))
    return state


def but_the_first(x):
    run, times, median = jax.jit(work), [], []
    for turn in range(10):
        start = time.perf_counter()
        run(x).block_until_ready()
        seconds = time.perf_counter() - start
        median.append(seconds)
        if turn > 0:
            times.append(seconds)
    return np.mean(times), np.median(median), np.mean(median[1:])


def without_the_first(x):
    run, times = jax.jit(work), []
    for _ in range(10):
        start = time.perf_counter()
        run(x).block_until_ready()
        times.append(time.perf_counter() - start)
    times.pop(0)
    return np.mean(times)


def made_elsewhere(x, count):
    start = time.perf_counter()
    for _ in range(count):
        other_step(x).block_until_ready()
    return (time.perf_counter() - start) / count


def main():
    x = jnp.ones((3, 3))
    start = time.perf_counter()
    for _ in range(10):
        step(x).block_until_ready()  # expect: JAX523
    print((time.perf_counter() - start) / 10)
    start = time.perf_counter()
    for _ in range(10):
        step(x).block_until_ready()
    print((time.perf_counter() - start) / 10)
    partial(other_step, x)().block_until_ready()
    print(made_elsewhere(x, 10))


if __name__ == "__main__":
    main()


def from_the_second_turn_on(x, count):
    run, start = jax.jit(work), 0.0
    for turn in range(count):
        if turn == 1:
            start = time.perf_counter()
        x = run(x)
    x.block_until_ready()
    return (time.perf_counter() - start) / (count - 1)


class Stopwatch:
    def __init__(self):
        self.began = time.perf_counter()

    def seconds(self):
        return time.perf_counter() - self.began


def by_a_stopwatch(x, count):
    run = jax.jit(work)
    watch = Stopwatch()
    for _ in range(count):
        x = run(x)  # expect: JAX523
    x.block_until_ready()
    return watch.seconds() / count


class Benchmark:
    def __init__(self, function):
        self.run = jax.jit(function)

    def seconds(self, x, count):
        start = time.perf_counter()
        for _ in range(count):
            x = self.run(x)  # expect: JAX523
        x.block_until_ready()
        return (time.perf_counter() - start) / count

    def rate(self, x):
        start = time.perf_counter()
        self.run(x).block_until_ready()
        return len(x) / (time.perf_counter() - start)

    def mean(self, x):
        times = []
        for _ in range(10):
            start = time.perf_counter()
            self.run(x).block_until_ready()  # expect: JAX523
            times.append(time.perf_counter() - start)
        return sum(times) / len(times)

    def warm_seconds(self, x, count):
        self.run(x).block_until_ready()
        start = time.perf_counter()
        for _ in range(count):
            x = self.run(x)
        x.block_until_ready()
        return (time.perf_counter() - start) / count


def by_an_object(x):
    return Benchmark(work).seconds(x, 10), Benchmark(lambda x: x + 1).warm_seconds(x, 10)


def mean_by_an_object(x):
    return Benchmark(work).mean(x)


def each_rate_by_an_object(xs):
    benchmark = Benchmark(work)
    rates = [benchmark.rate(xs[0])]
    for x in xs:
        rates.append(benchmark.rate(x))
    return rates


def by_an_object_in_use(benchmark: Benchmark, x):
    return benchmark.seconds(x, 10)


class Prepared:
    def __init__(self, function):
        self.run = jax.jit(function)
        prepare(self)

    def seconds(self, x, count):
        start = time.perf_counter()
        for _ in range(count):
            x = self.run(x)
        x.block_until_ready()
        return (time.perf_counter() - start) / count


def by_an_object_that_is_prepared(x):
    several = [jax.jit(lambda x: x - 1)]
    prepare(several)
    start = time.perf_counter()
    for _ in range(10):
        several[0](x).block_until_ready()
    print((time.perf_counter() - start) / 10)
    return Prepared(work).seconds(x, 10)
