"""JAX that a function hands out, and keeps in a variable that is None before."""

from toolbox.backend import both, either, one

jax, jnp = both()


@jax.jit
def by_a_pair(x):
    if x > 0:  # expect: JAX101
        return jnp.sin(x)
    return x


def by_one(x):
    found = one()
    total = found.zeros(3)
    total[0] = x  # expect: JAX301
    return total


def by_either(x, fast):
    found = either(fast)
    total = found.zeros(3)
    total[0] = x
    return total
