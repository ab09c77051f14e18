"""Not JAX's: these ignore the key."""


def normal(key, n):
    return [0.0] * n
