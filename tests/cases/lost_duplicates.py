"""Updates that set what they compute of the old numbers, at indices that may be equal."""

import jax
import jax.numpy as jnp

KEY = jax.random.key(0)


def histogram():
    labels = jax.random.randint(KEY, (100,), 0, 5)
    counts = jnp.zeros(5)
    return counts.at[labels].set(counts[labels] + 1)  # expect: JAX320


def histogram_by_add():
    labels = jax.random.randint(KEY, (100,), 0, 5)
    return jnp.zeros(5).at[labels].add(1)


def written():
    i, x = jnp.array([0, 0, 1]), jnp.ones(3)
    return x.at[i].set(2.0 * x[i])  # expect: JAX320


def written_apart(x):
    i = jnp.array([0, 2, 1])
    return x.at[i].set(x[i] + 1.0)


def chosen(scores):
    one = jax.random.randint(jax.random.key(1), (), 0, 3)
    return scores.at[one].set(scores[one] + 1.0)


@jax.jit
def drawn(scores):
    best = jax.random.randint(KEY, (8,), 0, 3)
    return scores.at[best].set(scores[best] - 1.0)  # expect: JAX320


def binned(x):
    counts = jnp.zeros(4)
    values = jnp.arange(12)
    bins = values % 4
    counts = counts.at[bins].set(counts[bins] + 1.0)  # expect: JAX320
    return counts, counts.at[bins].set(0.0), counts.at[bins].set(x[bins] + 1.0)


def in_turns(x):
    for i in range(10):
        x = x.at[i % 3].set(x[i % 3] + 1)
    return x


def in_a_loop(x):
    def turn(i, x):
        return x.at[i % 3].set(x[i % 3] + 1)

    return jax.lax.fori_loop(0, 10, turn, x)


def unknown_labels(counts, labels):
    return counts.at[labels].set(counts[labels] + 1)


def searched(edges, x):
    counts = jnp.zeros(8)
    cells = jnp.searchsorted(jnp.linspace(0.0, 1.0, 7), jnp.ones(20))
    return counts.at[cells].set(counts[cells] + x)  # expect: JAX320


def of_others(x, y):
    i = jnp.array([0, 0, 1])
    return x.at[i].set(y[i] + 1.0), x.at[i].set(x[::-1][i] + 1.0), x.at[i].max(x[i] + 1.0)


def nearest(x):
    usage, sums = jnp.ones(4), jnp.zeros(4)
    codes = jnp.argmin(jnp.zeros((32, 4)), axis=-1)
    usage = usage.at[codes].set(usage[codes] / 2)  # expect: JAX320
    return usage, sums.at[codes].set(x + sums[codes])  # expect: JAX320


def crowded():
    seen = jnp.zeros((9, 2), jnp.int32)
    rows, columns = jnp.zeros(64, jnp.int32), jnp.ones(64, jnp.int32)
    old = seen[rows, columns]
    return seen.at[rows, columns].set(old + 1)  # expect: JAX320


def with_room():
    seen = jnp.zeros((9, 20), jnp.int32)
    rows, columns = jnp.zeros(64, jnp.int32), jnp.ones(64, jnp.int32)
    old = seen[rows, columns]
    return seen.at[rows, columns].set(old + 1)


def of_other_numbers():
    seen, rows = jnp.zeros(9), jnp.zeros(64, jnp.int32)
    old, others = seen[rows], seen[rows] + 1
    seen = seen.at[rows].add(1)
    return seen.at[rows].set(old + 1), seen.at[rows].set(others)


def on_a_ring(charge):
    grid = jnp.linspace(0.0, 2 * jnp.pi, 8)
    cells = jnp.floor(jnp.linspace(0.0, 9.0, 64) / jnp.pi).astype(jnp.int32)
    return grid.at[cells].set(grid[cells] + charge)  # expect: JAX320
