"""Whole programs."""

from __future__ import annotations

from random import Random

from . import blocks, bodies, calls, constants, straight
from .writing import Form, Writer

HEADER = """\
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import jax.random as jr
from jax import lax
"""
SPELLINGS = (
    ("import jax.random as jr", "jr."),
    ("from jax import random as jr", "jr."),
    ("from jax import random", "random."),
    ("import jax.random", "jax.random."),
)
# The share of programs that make keys of literal seeds.
CONSTANT = 0.3
SLIPS = (0.0, 0.0, 0.1, 0.2, 0.3, 0.4)


def write(random: Random, *, constant: float = CONSTANT) -> str:
    """Write a program: a function ``main(key, flag, other, n)``, and what it needs.

    ``constant`` is the share of those that make keys of literal seeds.
    """
    w = Writer(random, slip=random.choice(SLIPS), depth=1)
    w.give("key")
    kinds: tuple[tuple[Form, ...], ...] = (
        *(straight.FORMS, straight.FORMS),
        *(blocks.FORMS, calls.FORMS, bodies.FORMS),
        *((constants.FORMS, constants.FORMS) if constant and random.random() < constant else ()),
    )
    for _ in range(random.randint(3, 7)):
        w.attempt(random.choice(random.choice(kinds)))
    helpers = [text for text in w.helpers.values() if text]
    main = ["def main(key, flag, other, n):", "    total = jnp.zeros(())", *w.lines]
    parts = [HEADER.rstrip(), *helpers, "\n".join([*main, "    return total"])]
    return spelled("\n\n\n".join(parts) + "\n", *random.choice(SPELLINGS))


def spelled(text: str, statement: str, prefix: str) -> str:
    """The program with another way to name ``jax.random``."""
    return text.replace("import jax.random as jr", statement).replace("jr.", prefix)
