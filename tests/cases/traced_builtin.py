"""Builtins that ask for the truth value of a traced comparison."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def clipped(x):
    return max(x, 0.0)  # expect: JAX106


@jax.jit
def clipped_array(x):
    return jnp.maximum(x, 0.0)


def clipped_plain(x):
    return max(x, 0.0)


@jax.jit
def both(a, b):
    low = min(a, b)  # expect: JAX106
    return low


# T02
@jax.jit
def by_shape(x, y):
    n = max(3, x.shape[0])
    rank = min(x.ndim, y.ndim)
    longest = max([x, y], key=len)
    return x[: min(n, len(y))].sum() + rank + longest.sum()


@jax.jit
def smallest_loss(w, xs):
    losses = [jnp.mean((w - x) ** 2) for x in (xs, w)]
    return min(losses)  # expect: JAX106


@jax.jit
def smallest_loss_array(w, xs):
    losses = [jnp.mean((w - x) ** 2) for x in (xs, w)]
    return jnp.min(jnp.stack(losses)) + sum(losses)


@jax.jit
def ordered(x, y):
    return sorted([x.sum(), y.sum()])  # expect: JAX106


@jax.jit
def ordered_by_key(x, y):
    return sorted([x, y], key=lambda v: v.mean())  # expect: JAX106


# The names differ, so the comparison never comes to the arrays.
@jax.jit
def ordered_names(params):
    total = 0.0
    for name, leaf in sorted(params.items()):
        total = total + leaf * len(name)
    return total * len(sorted(params)), sorted([3, 1])


@jax.jit
def any_negative(x, y):
    bad = any([x.sum() < 0, y.sum() < 0])  # expect: JAX106
    return jnp.where(bad, 0.0, x)


@jax.jit
def any_negative_array(x, y):
    bad = jnp.any(jnp.stack([x.sum() < 0, y.sum() < 0]))
    return jnp.where(bad, 0.0, x)


@jax.jit
def all_of_generator(xs):
    means = [jnp.mean(x) for x in xs]
    return all(m > 0 for m in means)  # expect: JAX106


# T01, T02, T03
@jax.jit
def all_static(xs):
    if any(x is None for x in xs) or not all(isinstance(x, jax.Array) for x in xs):
        return 0.0
    if all(x.ndim == 1 for x in xs) and any(x.shape[0] > 3 for x in xs):
        return xs[0]
    return xs


@jax.jit
def any_of_array(x):
    mask = x > 0.5
    return any(mask)  # expect: JAX106


@jax.jit
def any_method(x):
    mask = x > 0.5
    return mask.any(), mask.all(), mask.max(), jnp.any(mask)


@jax.jit
def kept(xs):
    totals = [jnp.sum(x) for x in xs]
    return list(filter(lambda t: t > 0, totals))  # expect: JAX106


@jax.jit
def kept_static(xs):
    return list(filter(lambda x: x is not None, xs)), list(map(jnp.sum, xs))


@jax.jit
def position(n):
    return [0, 1, 2].index(n)  # expect: JAX106


@partial(jax.jit, static_argnames="name")
def position_static(x, name):
    return x[("low", "high").index(name)]


def running_max(xs):
    def body(best, x):
        best = max(best, x)  # expect: JAX106
        return best, best

    return lax.scan(body, 0.0, xs)


def running_max_array(xs):
    def body(best, x):
        best = jnp.maximum(best, x)
        return best, best

    return lax.scan(body, 0.0, xs)


def bounded(value, low, high):
    return min(max(value, low), high)  # expect: JAX106


def bounded_size(n, low, high):
    return min(max(n, low), high)


@jax.jit
def through_helpers(x):
    width = bounded_size(x.shape[0], 1, 8)
    return bounded(jnp.sum(x), 0, width)


class Schedule:
    def __init__(self, warmup, floor):
        self.warmup, self.floor = warmup, floor
        self.rate = jax.jit(self._rate)

    def _rate(self, step):
        start = max(self.warmup, 1)
        return max(step / start, self.floor)  # expect: JAX106


# T08
def row_scale(row, low, high):
    return row / max(high - low, 1e-6)


scaled_rows = jax.vmap(row_scale, in_axes=(0, None, None))


# T07
def relu(w):
    return max(w, 0.0)


relu_slope = jax.grad(relu)


@jax.vmap
def row_max(row):
    return max(row[0], row[1])  # expect: JAX106


def own_names(x):
    from jax.numpy import max, min

    return jax.jit(lambda v: max(v) - min(v))


# T16: these need no truth value.
@jax.jit
def harmless(x, y):
    total = sum(x) + abs(y.sum())
    for a, b in zip(reversed(x), enumerate(y)):
        total = total + a * b[0]
    return total
