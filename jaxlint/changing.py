"""Whether a text may change what a name stands for, told from its bytes: never a change too few.

Nothing is parsed. It decides what has to be read, and never what is found.
"""

from __future__ import annotations

import re

from jaxlint.model.lower import MUTATING_METHODS

_OPENING, _CLOSING = b"([{", b")]}"
_METHOD = re.compile(
    rb"(?:\.\w+|\[[^\]\n]*\])*\.(?:" + "|".join(sorted(MUTATING_METHODS)).encode() + rb")\s*\("
)
_BINDING = re.compile(rb"(?:\b(?:del|for|as)\s[^\n:]*)$")
_MOST = 2_000


def may_change(data: bytes, name: str) -> bool:
    """Return whether a text may bind a name, or an attribute or element of what it names."""
    word = name.encode()
    if word not in data:
        return False
    for found in re.finditer(rb"\b" + re.escape(word) + rb"\b", data):
        start = data.rfind(b"\n", 0, found.start()) + 1
        before = data[start : found.start()]
        if _METHOD.match(data, found.end()) or _BINDING.search(before):
            return True
        if data[found.end() : found.end() + 4] == b" as ":
            return True  # Under its other name anything may happen to it.
        if _is_assigned(data, found.end(), before):
            return True
    return False


def _is_assigned(data: bytes, at: int, before: bytes) -> bool:
    """Whether ``=`` follows in the same statement, other than that of a keyword argument."""
    inside = sum(map(before.count, (b"(", b"[", b"{"))) > sum(map(before.count, (b")", b"]", b"}")))
    if inside and not before.lstrip().startswith((b"(", b"[")):
        return False
    depth = 0
    for place in range(at, min(len(data), at + _MOST)):
        char = data[place : place + 1]
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth = max(depth - 1, 0)
        elif not depth and char == b"\n":
            return False
        elif not depth and char == b"=":
            return data[place + 1 : place + 2] != b"=" and data[place - 1 : place] not in b"=!<>"
    return at + _MOST < len(data)
