"""How a place in the source would spell an outside name, and which names are free there."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import External


def spellings(frame: Frame, qualified: str) -> list[str]:
    """The ways in which code in a frame can call ``qualified``, shortest first."""
    hidden: set[str] = set()
    found: list[str] = []
    for owner in _owners(frame):
        for name, value in owner.env.items():
            if name not in hidden and isinstance(value, External):
                tail = qualified.removeprefix(value.name)
                if tail != qualified and tail[:1] in ("", "."):
                    found.append(name + tail)
        hidden.update(owner.env)
    return sorted(found, key=len)


def free_name(frame: Frame, wanted: str) -> str:
    """A name that nothing visible in a frame has: ``wanted``, or with a number behind it."""
    number, name = 1, wanted
    while _is_taken(frame, name):
        number += 1
        name = f"{wanted}{number}"
    return name


def _is_taken(frame: Frame, name: str) -> bool:
    bound = any(name in owner.scope.bound or name in owner.env for owner in _owners(frame))
    return bound or hasattr(builtins, name)


def _owners(frame: Frame) -> Iterator[Frame]:
    owner: Frame | None = frame
    while owner is not None:
        yield owner
        owner = owner.closure
