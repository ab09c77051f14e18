"""What the configuration declares about the project's own code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Declarations:
    """Names with a declared meaning.

    ``transforms`` maps a wrapper's qualified name to the transformation it stands for, ``impure``
    and ``key_consumers`` are qualified names of functions. ``jax`` is the requirement on JAX, as
    ``>=0.4.30,<0.6``; empty allows every release. ``unhandled`` says that an error was
    seen, so that no ``except`` around code is taken to be there for it.
    """

    transforms: Mapping[str, str] = field(default_factory=dict)
    impure: tuple[str, ...] = ()
    key_consumers: tuple[str, ...] = ()
    jax: str = ""
    unhandled: bool = False


NOTHING_DECLARED = Declarations()
