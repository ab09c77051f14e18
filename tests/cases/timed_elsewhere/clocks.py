"""Clocks that other modules hand functions to."""

import contextlib
import time

import jax


def seconds(function, x, count):
    start = time.perf_counter()
    for _ in range(count):
        y = function(x)  # expect: JAX515
    return y, (time.perf_counter() - start) / count


def seconds_until_done(function, x, count):
    jax.block_until_ready(function(x))
    start = time.perf_counter()
    for _ in range(count):
        y = jax.block_until_ready(function(x))
    return y, (time.perf_counter() - start) / count


def cold_seconds(function, x, count):
    start = time.perf_counter()
    for _ in range(count):
        y = function(x).block_until_ready()  # expect: JAX523
    return y, (time.perf_counter() - start) / count


def seconds_of_plain(function, x, count):
    start = time.perf_counter()
    for _ in range(count):
        y = function(x)
    return y, (time.perf_counter() - start) / count


def rate(function, *args, count=5):
    function(*args)
    start = time.perf_counter()
    for _ in range(count):
        function(*args)  # expect: JAX515
    return count / (time.perf_counter() - start)


class Laps:
    def __init__(self):
        self.laps = {}

    @contextlib.contextmanager
    def lap(self, name):
        start = time.perf_counter()
        try:
            yield
        finally:
            self.laps.setdefault(name, []).append(time.perf_counter() - start)
