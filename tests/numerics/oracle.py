"""What comes of a loss and of its gradient where it may go wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .programs import Program

POINTS = (
    (0.0, 0.0, 0.0),
    (1.0, 1.0, 1.0),
    (-1.0, -1.0, -1.0),
    (0.0, 1.0, -1.0),
    (0.0, 1.0, -2.0),
    (100.0, 100.0, 100.0),
    (-250.0, -250.0, -250.0),
    (0.0, 200.0, -200.0),
    (0.0, 3000.0, -3000.0),
)

WEIGHTS = (1.0, -1.0)


class Unjudged(Exception):
    """The value itself is no number, for a reason that the program was not written for."""


def is_wrong(program: Program) -> bool:
    """Whether the gradient of a program is no number at a point, or what it composes.

    Raises Unjudged where its value is none although nothing is composed.
    """
    space: dict[str, Any] = {}
    exec(compile(program.text, "<program>", "exec"), space)
    inputs = [(jnp.array(point), jnp.array(weight)) for point in POINTS for weight in WEIGHTS]
    taken = [space["run"](*one) for one in inputs]
    finite = all(bool(np.isfinite(value)) for value, _ in taken)
    sloped = not any(bool(np.isnan(slope).any()) for _, slope in taken)
    if program.family == "composition":
        return not (finite and sloped and all(_is_fine(space[name]) for name in program.helpers))
    if not finite:
        raise Unjudged
    return not sloped


def _is_fine(helper: Callable[[jax.Array], jax.Array]) -> bool:
    """Whether what a helper gives is finite: others may call it as well."""
    return all(bool(np.isfinite(helper(jnp.array(point))).all()) for point in POINTS)
