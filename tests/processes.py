"""What tests run in processes of their own share: where, how long, and on which sources."""

from __future__ import annotations

import os
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
# Seconds after which a process is taken to hang: many times what it needs on a busy machine.
LONGEST = 300
# A file with a finding, and where that is in a file of the name.
HAZARD = """\
import jax


@jax.jit
def step(x):
    if x > 0:
        return x
    return -x
"""
FOUND = "a.py:6:8: JAX101"
# A file with a finding that has a fix.
TWICE = """\
from jax import random


def noise(key):
    return random.normal(key) + random.uniform(key)
"""
# The settings of flake8 that load the plugin of this checkout.
PLUGIN = f"""\
[flake8:local-plugins]
extension =
    JAX = jaxlint.frontends.flake8:Plugin
paths = {CHECKOUT}
"""


def environment(**variables: str) -> dict[str, str]:
    """Return the variables of a process that imports this checkout, and others given."""
    return {**os.environ, "PYTHONPATH": str(CHECKOUT), **variables}
