"""Maps of blocks."""

from jax.experimental import pallas as pl

ROWS, COLUMNS = 8, 128


def by_elements(length):
    return pl.BlockSpec((length,), lambda i: (i * length,))  # expect: JAX325


def by_elements_of_a_constant():
    return pl.BlockSpec((ROWS, COLUMNS), lambda i, j: (i, COLUMNS * j))  # expect: JAX325


def by_elements_of_a_number():
    return pl.BlockSpec((16, 4), lambda i: (i * 16, 0))  # expect: JAX325


class Blocked:
    def __init__(self, rows):
        self.rows = rows

    def spec(self):
        return pl.BlockSpec((self.rows,), lambda i, j: (j * self.rows,))  # expect: JAX325

    def spec_by_blocks(self):
        return pl.BlockSpec((self.rows,), lambda i, j: (j,))


def by_elements_in_both(n, m):
    return pl.BlockSpec((n, m), lambda i, j: (i * n, j * m))  # expect: JAX325, JAX325


def by_elements_in_a_list(n):
    return [pl.BlockSpec((n, n), lambda i, j: (j * n, i))]  # expect: JAX325


def by_blocks(length):
    return pl.BlockSpec((length,), lambda i: (i,))


def by_blocks_of_a_group(length, group):
    return pl.BlockSpec((length,), lambda i, j: (i * group + j,))


def by_rows(length):
    return pl.BlockSpec((1, length), lambda i: (i * 1, 0))


def by_told_elements(length):
    return pl.BlockSpec((pl.Element(length),), lambda i: (i * length,))


def by_a_function(length, index):
    return pl.BlockSpec((length,), index)


def by_every_second(length):
    return pl.BlockSpec((length,), lambda i: (2 * i,))
