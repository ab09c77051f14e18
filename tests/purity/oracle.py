"""What is wrong with a program, if anything: JAX and plain Python see different things."""

from __future__ import annotations

import contextlib
import io
import logging
from enum import Enum
from typing import Any

import jax
import numpy as np

_NAME = "<program>"


class Truth(Enum):
    """What comes of a program under JAX."""

    FINE = "fine"
    DIFFERS = "differs"
    LEAKS = "leaks"
    TIED = "tied"


class Blind(Exception):
    """The program does not run, on JAX or without it."""


def observe(text: str) -> Truth:
    """Run a program on JAX and in plain Python; return what is wrong with it.

    Raises Blind for a program that fails otherwise.
    """
    jax.clear_caches()  # type: ignore[no-untyped-call]
    try:
        meant = [_number(one) for one in _run(_plain(text))]
    except Exception as error:
        raise Blind(f"plain: {type(error).__name__}: {error}") from error
    try:
        seen = [_number(one) for one in _run(text)]
    except (jax.errors.UnexpectedTracerError, jax.errors.TracerArrayConversionError):
        return Truth.LEAKS
    except Exception as error:
        raise Blind(f"{type(error).__name__}: {error}") from error
    if len(seen) == len(meant) and all(map(_same, seen, meant)):
        return Truth.FINE
    return Truth.DIFFERS


def observe_rows(text: str) -> Truth:
    """Run a program that sets ROWS on JAX; return whether two of these numbers are equal.

    Raises Blind for a program that fails.
    """
    try:
        numbers = _number(_space(text)["ROWS"])
    except Exception as error:
        raise Blind(f"{type(error).__name__}: {error}") from error
    return Truth.TIED if len({*numbers}) < len(numbers) else Truth.FINE


def _plain(text: str) -> str:
    plain = "tests.purity.plain"
    text = text.replace("\nimport jax\n", f"\nimport {plain} as jax\n", 1)
    return text.replace("\nfrom jax import lax\n", f"\nfrom {plain} import lax\n", 1)


def _run(text: str) -> list[Any]:
    """What a program has seen."""
    return list(_space(text)["SEEN"])


def _space(text: str) -> dict[str, Any]:
    """The variables of a program that has run."""
    space: dict[str, Any] = {"__name__": "__main__"}
    level = logging.root.level
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, _NAME, "exec"), space)
    finally:
        logging.root.setLevel(level)
    return space


def _number(seen: Any) -> Any:
    """What was seen, in numbers: a tracer among them raises an error."""
    if isinstance(seen, dict):
        return [[key, _number(item)] for key, item in sorted(seen.items())]
    if isinstance(seen, list | tuple | set | frozenset):
        return [_number(item) for item in seen]
    return seen if isinstance(seen, str) or seen is None else np.asarray(seen).tolist()


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float | int) and isinstance(other, float | int):
        return bool(np.isclose(one, other, rtol=1e-4))
    return bool(one == other)
