"""The program that XLA makes of a function, for fixtures that compare programs."""

from __future__ import annotations

import re
from collections.abc import Callable

_ABOUT_THE_SOURCE = re.compile(r", (metadata=\{[^}]*\}|backend_config=.*$)")
_BUFFER_REUSE = re.compile(r"input_output_alias=\{.*?\) \}")
_NAME = re.compile(r"%[\w.-]+")


def compiled_program(function: Callable[..., object], *args: object) -> str:
    """Return what the compiled ``function`` does, without names and places in the source.

    ``function`` is the result of ``jax.jit``. First the buffers that a donation lets XLA reuse,
    then one line an instruction, in XLA's order, with values named by their first appearance.
    """
    text = function.lower(*args).compile().as_text()  # type: ignore[attr-defined]
    reuse = _BUFFER_REUSE.search(text)
    instructions = [_ABOUT_THE_SOURCE.sub("", line) for line in text.splitlines() if " = " in line]
    names: dict[str, str] = {}

    def renamed(name: re.Match[str]) -> str:
        return names.setdefault(name[0], f"%{len(names)}")

    lines = [_NAME.sub(renamed, line.strip()) for line in instructions]
    return "\n".join([reuse[0] if reuse else "no buffer reused", *lines])
