"""Arrays that are copied in each turn."""

import jax
import jax.numpy as jnp
import numpy as np


def test_one_by_one(n):
    table = jnp.zeros(n)
    for i in range(n):
        table = table.at[i].set(2.0 * i)  # expect: JAX706
    return table


def test_rows(xs):
    table = jnp.zeros((100, 3))
    for i, x in enumerate(xs):
        table = table.at[i, :].set(x)  # expect: JAX706
        if i > 3:
            table = table.at[i].multiply(2.0)  # expect: JAX706
    return table


def test_in_a_while(counts):
    counts = jnp.asarray([1, 2, 3])
    i = 0
    while i < 100:
        counts = counts.at[i % 3].add(1)  # expect: JAX706
        i += 1
    return counts


def test_nested(n):
    table = jnp.zeros((n, n))
    for i in range(n):
        for j in range(n):
            table = table.at[i, j].set(i * j)  # expect: JAX706
    for i in range(n):
        for j in range(3):
            table = table.at[i, j].max(0.0)
    for i in range(50):
        table = table.at[0, i].min(1.0)  # expect: JAX706
    return table


def test_few(table):
    table = jnp.zeros(3)
    for i in range(3):
        table = table.at[i].set(1.0)
    for i in [0, 1, 2]:
        table = table.at[i].set(1.0)
    return table


@jax.jit
def test_traced(table):
    for i in range(20):
        table = table.at[i].set(1.0)
    return table


def test_of_numpy(n):
    table = np.zeros(n)
    for i in range(n):
        table[i] = 2.0 * i
    return jnp.asarray(table)


def test_not_known(table, n):
    for i in range(n):
        table = table.at[i].set(1.0)
    return table


def test_another(n):
    table = jnp.zeros(3)
    tables = []
    for i in range(n):
        changed = table.at[0].set(i)
        tables.append(changed)
    return tables


def test_once():
    table = jnp.zeros(3)
    table = table.at[0].set(1.0)
    return table


def anywhere(xs):
    made = jnp.zeros(3)
    for x in xs:
        made = made.at[0].set(x)
    return made


def main():
    made = jnp.zeros(3)
    for i in range(100):
        made = made.at[0].set(i)  # expect: JAX706
    return shared(made)


def shared(made):
    for i in range(100):
        made = made.at[0].set(i)  # expect: JAX706
    return made


if __name__ == "__main__":
    main()
