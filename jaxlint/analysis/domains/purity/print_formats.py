"""A call of ``print`` written as one of ``jax.debug.print``: a format, and the values apart."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

import libcst as cst

from jaxlint.program import ir, trees


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of what is printed: text as it stands between quotes, or a field with its value."""

    text: str
    quote: str = ""
    value: cst.BaseExpression | None = None


class _Inexpressible(Exception):
    """Something in a call cannot be written in the other way, or not for certain."""


def as_debug_print(place: ir.Place, spelled: str, texts: Set[int]) -> str | None:
    """Return the call of ``print`` at a place in other words, or None where there are none.

    ``spelled`` is what the code calls ``jax.debug.print``, ``texts`` are the arguments that are
    texts made of tracers: they can only be taken apart.
    """
    call = trees.node(place)
    if not isinstance(call, cst.Call) or "#" in trees.code(place) or not call.args:
        return None
    try:
        pieces = list(_joined(call, texts))
        quote = _quote(pieces)
        text = "".join(one.text for one in pieces)
    except _Inexpressible:
        return None
    values = (trees.code(place, one.value) for one in pieces if one.value is not None)
    return f"{spelled}({', '.join((f'{quote}{text}{quote}', *values))})"


def _joined(call: cst.Call, texts: Set[int]) -> Iterator[_Piece]:
    """Yield the pieces of all arguments, with what separates them."""
    separator = _separator(call)
    given = [arg.value for arg in call.args if arg.keyword is None]
    if any(arg.star for arg in call.args) or not given:
        raise _Inexpressible
    for at, value in enumerate(given):
        if at:
            yield separator
        for piece in _pieces(value):
            if piece.value is value and at in texts:
                raise _Inexpressible
            yield piece


def _separator(call: cst.Call) -> _Piece:
    """What stands between the arguments. ``flush`` has no meaning any more, others have."""
    separator = _Piece(" ")
    for arg in call.args:
        if arg.keyword is None or arg.keyword.value == "flush":
            continue
        if arg.keyword.value != "sep" or not isinstance(arg.value, cst.SimpleString):
            raise _Inexpressible
        (separator,) = _pieces(arg.value)
    return separator


def _pieces(value: cst.BaseExpression) -> Iterator[_Piece]:
    """Yield the pieces of one argument."""
    if isinstance(value, cst.ConcatenatedString):
        yield from _pieces(value.left)
        yield from _pieces(value.right)
    elif isinstance(value, cst.SimpleString) and "b" not in value.prefix.lower():
        text = _plain(value.raw_value, value.prefix, value.quote)
        yield _Piece(text.replace("{", "{{").replace("}", "}}"), value.quote)
    elif isinstance(value, cst.FormattedString):
        for part in value.parts:
            yield _part(part, value)
    elif isinstance(value, cst.GeneratorExp):
        raise _Inexpressible  # its brackets may be those of the call
    elif isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Modulo):
        raise _Inexpressible  # it may be a format of its own
    else:
        yield _Piece("{}", value=value)


def _part(part: cst.BaseFormattedStringContent, whole: cst.FormattedString) -> _Piece:
    """A part of an f-string: its text, in which braces are doubled already, or a field."""
    quote = whole.start.lstrip("fFrRuU")
    if isinstance(part, cst.FormattedStringText):
        return _Piece(_plain(part.value, whole.start.rstrip("\"'"), quote), quote)
    if not isinstance(part, cst.FormattedStringExpression) or part.equal is not None:
        raise _Inexpressible
    texts = [one for one in part.format_spec or () if isinstance(one, cst.FormattedStringText)]
    if len(texts) != len(part.format_spec or ()):
        raise _Inexpressible
    conversion = f"!{part.conversion}" if part.conversion else ""
    spec = "".join(one.value for one in texts)
    return _Piece(f"{{{conversion}{f':{spec}' if spec else ''}}}", value=part.expression)


def _plain(text: str, prefix: str, quote: str) -> str:
    """Text between quotes that means the same between others, if these do not stand in it."""
    raw = "r" in prefix.lower() and "\\" in text
    if raw or len(quote) > 1 or "\\N" in text:
        raise _Inexpressible
    return text


def _quote(pieces: list[_Piece]) -> str:
    """The quotes of the format: those of its first text, which no other text may hold."""
    quote = next((one.quote for one in pieces if one.quote), '"')
    if any(quote in one.text for one in pieces if one.quote != quote):
        raise _Inexpressible
    return quote
