"""A neighbour of the code in that folder."""


def positive(x):
    if x > 0:  # expect: JAX101
        return x
    return -x
