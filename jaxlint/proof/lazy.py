"""The one way in which the harness gets at jax: late, and untyped, as much of jax is."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def real_jax() -> Any:
    """Import jax and return it. Raises ImportError where there is none."""
    return import_module("jax")
