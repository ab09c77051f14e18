"""Parts of what a field holds: ``self.state.params`` reads one, and a step changes some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jaxlint.analysis.core.frames import Frame
from jaxlint.knowledge import libraries
from jaxlint.program import ir

_STATE_PARTS = libraries.STATE_FIELDS - libraries.STATIC_MEMBERS[libraries.TRAIN_STATE]


class Part(NamedTuple):
    """An attribute of what a field holds, of which nothing else is read."""

    field: str
    attr: str


def read_of(frame: Frame, field: ir.Attribute) -> object:
    """What the statement under way reads by a field: the field, or a part of what it holds."""
    nodes = () if frame.statement is None else ir.nodes_in(frame.statement)
    parts = (one for one in nodes if isinstance(one, ir.Attribute))
    return next((Part(field.attr, one.attr) for one in parts if one.base is field), field.attr)


def written(frame: Frame, field: ir.Attribute, parts: Iterable[object]) -> Iterator[object]:
    """The field that an assignment gives another value, and those of its ``parts`` that differ."""
    yield field.attr
    of_field = (one for one in parts if isinstance(one, Part) and one.field == field.attr)
    yield from (one for one in of_field if not _keeps(frame.assigning, one.attr))


def _keeps(value: ir.Node | None, part: str) -> bool:
    """Whether a call makes something that has a part of what it was made of."""
    if not isinstance(value, ir.Call) or not isinstance(value.func, ir.Attribute):
        return False
    if any(name in (part, None) for name, _ in value.keywords):
        return False
    if value.func.attr == libraries.APPLY_GRADIENTS:
        return part not in _STATE_PARTS
    return value.func.attr == "replace" and not value.args
