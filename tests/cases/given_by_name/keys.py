"""What ``**kwargs`` has is what a call gives by name, less what is taken out of it."""

import jax
import jax.numpy as jnp
from jax import random


def draw(x, rate=1.0, *, key=None):
    return rate * random.normal(key, x.shape)


def split_anew(xs, **kwargs):
    if "key" in kwargs:
        key = kwargs["key"]
        del kwargs["key"]
        for x in xs:
            key, part = random.split(key)
            draw(x, key=part, **kwargs)
    else:
        for x in xs:
            draw(x, **kwargs)


def taken_by_another_name(xs, **kwargs):
    if "rate" in kwargs:
        del kwargs["rate"]
        for x in xs:
            draw(x, **kwargs)  # expect: JAX402


def not_asked(xs, **kwargs):
    if "key" not in kwargs:
        for x in xs:
            draw(x, **kwargs)


def without_rate(xs, **kwargs):
    if "rate" not in kwargs:
        for x in xs:
            draw(x, **kwargs)  # expect: JAX402


def strip(named):
    del named["key"]


def stripped_elsewhere(xs, **kwargs):
    key = kwargs["key"]
    strip(kwargs)
    if "key" in kwargs:
        return draw(xs, key=key)
    draw(xs, key=key)
    return draw(xs, key=key)  # expect: JAX401


def entry_of_a_list(keys):
    drawn = random.normal(keys[0], (2,))
    del keys[0]
    return drawn + random.normal(keys[0], (2,))


def same_entry_of_a_list(keys):
    drawn = random.normal(keys[0], (2,))
    return drawn + random.normal(keys[0], (2,))  # expect: JAX401


ONES = jnp.ones((3, 2))
split_anew(ONES, key=random.key(0))
taken_by_another_name(ONES, key=random.key(1), rate=2.0)
not_asked(ONES, key=random.key(2))
without_rate(ONES, key=random.key(3))
stripped_elsewhere(ONES, key=random.key(4))
entry_of_a_list(list(random.split(random.key(5))))
same_entry_of_a_list(list(random.split(random.key(6))))
jax.block_until_ready(ONES)
