"""The one way in which the harness gets at jax: late, and untyped, as much of jax is."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any


def real_jax() -> Any:
    """Import jax and return it, without the log of XLA. Raises ImportError where there is none.

    What fixtures make XLA refuse is raised as well. TF_CPP_MIN_LOG_LEVEL lets the log through.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    return import_module("jax")
