"""What code does to the host behind a test for tracers that does not know what it is given."""

import time

import jax
import jax.numpy as jnp

from somewhere import leaves_of

COUNTS = []


class Stopwatch:
    def __init__(self):
        self.started = time.perf_counter()  # expect: JAX206


def is_traced(*values):
    return any(isinstance(one, jax.core.Tracer) for one in values)


def is_plain(*values):
    return not is_traced(*values)


def by_flag(tree, x):
    traced = is_traced(x, *leaves_of(tree))
    started = None if traced else time.perf_counter()
    return x, started is None


def by_object(tree, x):
    traced = is_traced(*leaves_of(tree))
    watch = None if traced else Stopwatch()
    return x, watch is None


def by_statement(tree, x):
    if is_plain(*leaves_of(tree)):
        print("plain", x)
        COUNTS.append(time.time())
    return x


def the_wrong_way(tree, x):
    traced = is_traced(*leaves_of(tree))
    watch = Stopwatch() if traced else None
    if traced:
        print("by mistake", x)  # expect: JAX204
    return x, watch is None


def of_something_else(tree, x):
    if leaves_of(tree):
        time.perf_counter()  # expect: JAX206
    return x


@jax.jit
def all_ways(x, scale):
    def of_row(row):
        tree = {"row": row, "scale": scale}
        first, second = by_flag(tree, leaves_of(row)), by_object(tree, row)
        wrong = the_wrong_way(tree, row)
        return (
            by_statement(tree, row) + first[0] + second[0] + wrong[0] + of_something_else(tree, row)
        )

    return jax.lax.map(of_row, x)


# Plain code that is not traced, and calls what is.
@jax.jit
def stamped(x):
    return x + time.perf_counter()  # expect: JAX206


@jax.jit
def told(x):
    if jnp.max(x) > 0:  # expect: JAX101
        print("positive", x)  # expect: JAX204
    return x


def in_plain_code(tree, x):
    if is_plain(*leaves_of(tree)):
        return stamped(x)
    return x


def told_in_plain_code(tree, x):
    return x if is_traced(*leaves_of(tree)) else told(x)
