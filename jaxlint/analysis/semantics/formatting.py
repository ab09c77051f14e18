"""Texts made of values: which values a format for numbers is given, and whose names go in."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
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


def percent(engine: Engine, frame: Frame, text: str, value: Value, node: ir.Place) -> None:
    """Format ``text % value``."""
    kinds = [kind for kind in _CONVERSION.findall(text) if kind != "%"]
    whole = isinstance(value, Container) and value.kind == "tuple" and value.rest is None
    given = value.values if whole and isinstance(value, Container) else (value,)
    for kind, part in zip(kinds, given, strict=False):
        engine.tell(frame, Formatted, part, node, kind not in "sra")


def braces(
    engine: Engine, frame: Frame, text: object, arguments: Arguments, node: ir.Place
) -> None:
    """Format ``text.format(...)``."""
    if not isinstance(text, str):
        return
    try:
        fields = [f for _, *f in string.Formatter().parse(text) if f[0] is not None]
    except ValueError:
        return
    for count, (name, spec, conversion) in enumerate(fields):
        value = _given(arguments, name or str(count))
        if value is not None:
            engine.tell(frame, Formatted, value, node, bool(spec and not conversion))


def _given(arguments: Arguments, field: str) -> Value | None:
    """The argument that a field names by its position or its name."""
    if not field.isdigit():
        return arguments.keywords.get(field)
    known = int(field) < len(arguments.positional)
    return arguments.positional[int(field)] if known else None


@expressions.evaluates(ir.FString)
def fstring(engine: Engine, frame: Frame, node: ir.FString) -> Value:
    """The text of a literal; no text is made once a tracer has refused the format of a number."""
    values, made = [], True
    for part in node.parts:
        value = expressions.evaluate(engine, frame, part)
        specified = part.place.number in node.formatted
        if made:
            engine.tell(frame, Formatted, value, part.place, specified)
            made = not (specified and isinstance(value, Traced))
        values.append(value)
    return text_of(frame, values if made else ())


def text_of(frame: Frame, values: Sequence[Value]) -> Value:
    """Text made of values: plain, or holding the tracers whose names went into it."""
    found = list(dict.fromkeys(tracer for value in values for tracer in tracers(value)))
    del found[budgets.ELEMENTS :]
    if found:
        return Container("text", dict(enumerate(found)), None, frame.region)
    return Static()
