"""Code for both."""

from .backend import fori_loop, jit, jnp, looped


@jit
@jnp.vectorize
def binomial(n, k):
    def body(i, carry):
        b, n = carry
        return (b * (n + 1 - i) / i, n)

    return fori_loop(1, 1 + k, body, (1.0, n))[0]


@jit
def total(n, start):
    return fori_loop(0, n, lambda i, b: b + i, start)


@jit
def total_of_either(n, start):
    return looped(0, n, lambda i, b: b + i, start)
