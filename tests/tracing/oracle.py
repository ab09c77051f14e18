"""What JAX does with a program: it runs, or raises at a line."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from functools import cache

import jax

_NAME = "<program>"

# What a tracer, or an array that is written to, answers with.
REFUSALS = frozenset(
    """
    TracerBoolConversionError TracerIntegerConversionError TracerArrayConversionError
    ConcretizationTypeError NonConcreteBooleanIndexError
    """.split()
)
_TEXTS = (
    "JAX arrays are immutable",
    "must be static",
    "Shapes must be 1D sequences",
    "array slice",
    "for *: 'list'",
)


class Blind(Exception):
    """The program failed for another reason than those that are compared."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The line of a program that raised, and the class of the error."""

    line: int
    error: str


@cache
def observe(text: str) -> Refusal | None:
    """Run a program; return what it was refused, or None if it ran.

    Raises Blind for any other error.
    """
    jax.clear_caches()  # type: ignore[no-untyped-call]
    try:
        exec(compile(text, _NAME, "exec"), {"__name__": "program"})
    except Exception as error:
        return _refusal(error)
    return None


def _refusal(error: Exception) -> Refusal:
    name = type(error).__name__
    if name not in REFUSALS and not any(part in str(error) for part in _TEXTS):
        raise Blind(f"{name}: {error}") from error
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == _NAME]
    return Refusal(lines[-1] or 0, name)
