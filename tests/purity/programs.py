"""All programs: one of the families is drawn, and writes one."""

from __future__ import annotations

from random import Random

from . import arguments, effects, leaks, stale
from .program import Program

FAMILIES = (stale.write, effects.write, arguments.write, leaks.write)


def write(random: Random) -> Program:
    """Write a program."""
    return random.choice(FAMILIES)(random)
