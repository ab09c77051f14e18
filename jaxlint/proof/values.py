"""Turns what fixtures return (arrays, keys, trees) into plain Python that can be compared."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jaxlint.proof.lazy import real_jax

SHOWN_CHARACTERS = 72
RELATIVE_TOLERANCE = 1e-4
ABSOLUTE_TOLERANCE = 1e-6


def simple(value: object) -> object:
    """Return ``value`` with arrays as nested lists, keys as their words, mappings as dicts."""
    if isinstance(value, Mapping):
        return {str(key): simple(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, str | bytes | bool | int | float | complex | None):
        return value
    if isinstance(value, Sequence):
        return [simple(item) for item in value]
    return _from_array(value)


def _from_array(value: Any) -> object:
    jax = real_jax()
    if not hasattr(value, "dtype"):
        return repr(value)
    if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
        value = jax.random.key_data(value)
    return value.tolist()


def alike(one: object, other: object) -> bool:
    """Return whether two simple values are the same up to rounding."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return _close(one, other)
    return one == other


def _close(one: float, other: float) -> bool:
    if math.isnan(one) and math.isnan(other):
        return True
    return math.isclose(one, other, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)


def numbers(value: object) -> list[float]:
    """Return all numbers in ``value``, flat and in order."""
    return list(_numbers(simple(value)))


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, int | float):
        yield float(value)


def shown(value: object) -> str:
    """Return a short text for ``value``, the same on every run."""
    text = _text(simple(value))
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."


def _text(value: object) -> str:
    if isinstance(value, str) and "\n" in value:
        first, *rest = value.splitlines()
        return f"{first!r} and {len(rest)} lines"
    if isinstance(value, float):
        return f"{value:.5g}"
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_text(item)}' for key, item in value.items())}}}"
    return repr(value)
