"""A program as it is drawn: its text, the choices that made it, and the lines that count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

MARK = "#!"
HEADER = """\
import contextlib
import functools
import io
import itertools
import logging
import os
import random
import tempfile
import types
import warnings
from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

X = jnp.float32(2.0)
XS = jnp.array([2.0])
SEEN = []
"""
_Form = TypeVar("_Form")


@dataclass(frozen=True, slots=True)
class Program:
    """A program; of a hazard in it a finding has to stand on one of ``lines``."""

    text: str
    axes: Mapping[str, str]
    lines: frozenset[int]


def finished(parts: Sequence[str], axes: Mapping[str, str]) -> Program:
    """Put parts together, and take the marks away from the lines that have them."""
    written = "\n".join([HEADER, *(part for part in parts if part)]).splitlines()
    lines = frozenset(at for at, line in enumerate(written, 1) if line.endswith(MARK))
    return Program("\n".join(line.removesuffix(MARK).rstrip() for line in written), axes, lines)


def indented(text: str, depth: int = 1) -> str:
    """A text with its lines moved in."""
    return "\n".join("    " * depth + line if line else line for line in text.splitlines())


def function(name: str, parameters: str, *body: str, decorator: str = "") -> str:
    """A function of statements."""
    head = f"def {name}({parameters}):"
    lines = [decorator, head, *(indented(part) for part in body if part)]
    return "\n".join(line for line in lines if line)


def marked(text: str) -> str:
    """A text of which every line counts."""
    return "\n".join(f"{line}  {MARK}" for line in text.splitlines())


def draw(random: Random, forms: Mapping[str, _Form]) -> tuple[str, _Form]:
    """One of some forms, with its name."""
    name = random.choice(sorted(forms))
    return name, forms[name]
