"""The program that XLA makes of a function, for fixtures that compare programs."""

from __future__ import annotations

import re
from collections.abc import Callable

_ABOUT_THE_SOURCE = re.compile(r", (metadata=\{[^}]*\}|backend_config=.*$)")
_NAME = re.compile(r"%?[\w.-]+")


def compiled_program(function: Callable[..., object], *args: object) -> str:
    """Return what the compiled ``function`` does, without names and places in the source.

    ``function`` is the result of ``jax.jit``. One line an instruction, in XLA's order. The buffers
    that a donation lets XLA reuse are on the first line.
    """
    text = function.lower(*args).compile().as_text()  # type: ignore[attr-defined]
    body = _ABOUT_THE_SOURCE.sub("", text).splitlines()
    reuse = re.search(r"input_output_alias=\{.*?\) \}", body[0])
    operations = [_operation(line) for line in body[1:] if " = " in line]
    return "\n".join([reuse[0] if reuse else "no buffer reused", *operations])


def _operation(line: str) -> str:
    """Return the part of an instruction after its name: type, operation, operands renumbered."""
    return _NAME.sub(_without_number, line.split(" = ", 1)[1])


def _without_number(name: re.Match[str]) -> str:
    return re.sub(r"\.\d+$", "", name[0])
