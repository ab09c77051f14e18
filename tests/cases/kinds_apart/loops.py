"""A test that another module makes of many values still tells what a tracer is."""

import jax.numpy as jnp
from jax import lax

from kinds import is_number, is_plain

KNOWN = [is_plain(0), is_plain(1), is_plain(2), is_plain(3), is_plain("a"), is_plain("b")]
NUMBERS = [is_number(0), is_number(1), is_number(2), is_number(3), is_number("a")]


def summed(xs):
    def body(carry, x):
        if is_plain(x) and x in range(3):
            return carry, x
        return carry + x, x

    return lax.scan(body, jnp.zeros(()), xs)


def summed_anyhow(xs):
    def body(carry, x):
        if is_number(x) and x in range(3):  # expect: JAX104
            return carry, x
        return carry + x, x

    return lax.scan(body, jnp.zeros(()), xs)


summed(jnp.ones(3)), summed_anyhow(jnp.ones(3))
