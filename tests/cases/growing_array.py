"""Arrays that grow in loops."""

import jax
import jax.numpy as jnp
import numpy as np


def test_appended(xs):
    seen = jnp.zeros(0)
    for x in xs:
        seen = jnp.append(seen, x)  # expect: JAX705
    return seen


def test_concatenated(xs, seen):
    for x in xs:
        seen = jnp.concatenate([seen, x])  # expect: JAX705
    while seen.size < 100:
        seen = jnp.concatenate((seen, seen), axis=0)  # expect: JAX705
    return seen


def test_stacked(rows, table, n):
    for i in range(n):
        table = jnp.vstack([table, rows[i]])  # expect: JAX705
    for i in range(100):
        table = jnp.hstack((rows[i], table))  # expect: JAX705
    for row in rows:
        if row is not None:
            table = jnp.concatenate([table, row], 0)  # expect: JAX705
    return table


def test_few(table, row):
    for _ in range(3):
        table = jnp.concatenate([table, row])
    for part in (row, row, row):
        table = jnp.concatenate([table, part])
    return table


def test_collected(xs):
    parts = []
    for x in xs:
        parts.append(x)
    return jnp.concatenate(parts)


def test_made_anew(xs, y):
    for x in xs:
        both = jnp.concatenate([x, y])
        print(both)


def test_of_numpy(xs, seen):
    for x in xs:
        seen = np.append(seen, x)
    return seen


def test_a_window(xs, window):
    for x in xs:
        window = jnp.concatenate([window[1:], x])
    return window


@jax.jit
def test_traced(x):
    for _ in range(20):
        x = jnp.append(x, 1.0)
    return x


def test_once(x, y):
    x = jnp.concatenate([x, y])
    return x


def anywhere(xs):
    made = jnp.zeros(3)
    for x in xs:
        made = jnp.append(made, x)
    return made


def main():
    made = jnp.zeros(3)
    for i in range(100):
        made = jnp.append(made, i)  # expect: JAX705
    return shared(made)


def shared(made):
    for i in range(100):
        made = jnp.append(made, i)  # expect: JAX705
    return made


if __name__ == "__main__":
    main()
