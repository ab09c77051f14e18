"""What Python's operators compute, by the signs that the program model has for them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
}
ORDERINGS = ("<", "<=", ">", ">=")
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
}
# What holds where a comparison does not.
COMPLEMENTS = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def mirrored(sign: str) -> str:
    """The sign of a comparison whose sides change places."""
    return _MIRRORED.get(sign, sign)
