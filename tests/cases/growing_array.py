"""Arrays that grow in loops."""

import jax
import jax.numpy as jnp
import numpy as np


def appended(xs):
    seen = jnp.zeros(0)
    for x in xs:
        seen = jnp.append(seen, x)  # expect: JAX705
    return seen


def concatenated(xs, seen):
    for x in xs:
        seen = jnp.concatenate([seen, x])  # expect: JAX705
    while seen.size < 100:
        seen = jnp.concatenate((seen, seen), axis=0)  # expect: JAX705
    return seen


def stacked(rows, table, n):
    for i in range(n):
        table = jnp.vstack([table, rows[i]])  # expect: JAX705
    for i in range(100):
        table = jnp.hstack((rows[i], table))  # expect: JAX705
    for row in rows:
        if row is not None:
            table = jnp.concatenate([table, row], 0)  # expect: JAX705
    return table


def few(table, row):
    for _ in range(3):
        table = jnp.concatenate([table, row])
    for part in (row, row, row):
        table = jnp.concatenate([table, part])
    return table


def collected(xs):
    parts = []
    for x in xs:
        parts.append(x)
    return jnp.concatenate(parts)


def made_anew(xs, y):
    for x in xs:
        both = jnp.concatenate([x, y])
        print(both)


def of_numpy(xs, seen):
    for x in xs:
        seen = np.append(seen, x)
    return seen


def a_window(xs, window):
    for x in xs:
        window = jnp.concatenate([window[1:], x])
    return window


@jax.jit
def traced(x):
    for _ in range(20):
        x = jnp.append(x, 1.0)
    return x


def once(x, y):
    x = jnp.concatenate([x, y])
    return x
