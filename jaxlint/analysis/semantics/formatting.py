"""Texts made of values: which values a format for numbers is given, and whose names go in."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import Formatted
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.kinds import Container, Static, Traced, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

_CONVERSION = re.compile(r"%[-#0 +]*\d*(?:\.\d+)?([a-zA-Z%])")


def percent(engine: Engine, frame: Frame, text: str, value: Value, node: ir.Place) -> Value:
    """The text that ``text % value`` gives."""
    kinds = [kind for kind in _CONVERSION.findall(text) if kind != "%"]
    whole = isinstance(value, Container) and value.kind == "tuple" and value.rest is None
    given = value.values if whole and isinstance(value, Container) else (value,)
    fields = [(part, kind not in "sra") for kind, part in zip(kinds, given, strict=False)]
    return _filled(engine, frame, fields, given, node)


def braces(engine: Engine, frame: Frame, text: str, arguments: Arguments, node: ir.Place) -> Value:
    """The text that ``text.format(...)`` gives."""
    try:
        named = [field for _, *field in string.Formatter().parse(text) if field[0] is not None]
    except ValueError:
        named = []
    fields = [
        (value, bool(spec and not conversion))
        for count, (name, spec, conversion) in enumerate(named)
        if (value := _given(arguments, name or str(count))) is not None
    ]
    return _filled(engine, frame, fields, arguments.all, node)


def _filled(
    engine: Engine,
    frame: Frame,
    fields: Iterable[tuple[Value, bool]],
    values: Sequence[Value],
    node: ir.Place,
) -> Value:
    """Text made of values, of which fields show some, and ask for a number if so said.

    No text is made once a tracer has refused the format of a number.
    """
    for value, specified in fields:
        engine.tell(frame, Formatted, value, node, specified)
        if _refuses(value, specified=specified):
            return Static()
    return text_of(frame, values)


def _refuses(value: Value, *, specified: bool) -> bool:
    """Whether a value raises where it is formatted."""
    return specified and isinstance(value, Traced)


def _given(arguments: Arguments, field: str) -> Value | None:
    """The argument that a field names by its position or its name."""
    if not field.isdigit():
        return arguments.keywords.get(field)
    known = int(field) < len(arguments.positional)
    return arguments.positional[int(field)] if known else None


@expressions.evaluates(ir.FString)
def fstring(engine: Engine, frame: Frame, node: ir.FString) -> Value:
    """The text of a literal; no text is made once a value refuses its format."""
    values, made = [], True
    for part in node.parts:
        value = expressions.evaluate(engine, frame, part)
        specified = part.place.number in node.formatted
        if made:
            engine.tell(frame, Formatted, value, part.place, specified)
            made = not _refuses(value, specified=specified)
        values.append(value)
    return text_of(frame, values if made else ())


def text_of(frame: Frame, values: Sequence[Value]) -> Value:
    """Text made of values: plain, or holding the tracers whose names went into it."""
    found = list(dict.fromkeys(tracer for value in values for tracer in tracers(value)))
    del found[budgets.ELEMENTS :]
    if found:
        return Container("text", dict(enumerate(found)), None, frame.region)
    return Static()
