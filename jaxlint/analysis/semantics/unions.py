"""Several classes in one: what ``int | str`` gives, and what it is to ``isinstance``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.values.facts import Edge, Fact, Facts
from jaxlint.analysis.values.kinds import Container, External, Unknown, Value, is_none
from jaxlint.knowledge.names import NONE_TYPE, OPTIONAL, UNION


@dataclass(slots=True, frozen=True, eq=False)
class Union(Fact):
    """Said of a value that stands for any of some ``classes``."""

    classes: tuple[Value, ...]

    def cross(self, edge: Edge) -> Union:
        """It does so wherever it goes."""
        return self


def of(left: Value, right: Value) -> Unknown | None:
    """What ``left | right`` gives where both are classes, or None, or unions; None elsewhere."""
    if is_none(left) and is_none(right):
        return None
    if not _is_class(left) or not _is_class(right):
        return None
    return Unknown(facts=Facts.of(Union((*classes(left), *classes(right)))))


def spelled_out(base: External, index: Value) -> Unknown | None:
    """What ``Union[int, str]`` gives, or ``Optional[int]``; None for all else outside."""
    optional = base.name == OPTIONAL
    if not optional and base.name != UNION:
        return None
    return Unknown(facts=Facts.of(Union((*classes(index), *[External(NONE_TYPE)] * optional))))


def classes(kinds: Value) -> tuple[Value, ...]:
    """The classes that are asked for by one, by a union of them, or by a tuple of all these."""
    return tuple(_classes(kinds))


def _classes(kinds: Value) -> Iterator[Value]:
    union = kinds.fact(Union)
    if union is not None:
        yield from union.classes
    elif isinstance(kinds, Container):
        for one in kinds.values:
            yield from _classes(one)
    else:
        yield External(NONE_TYPE) if is_none(kinds) else kinds


def _is_class(value: Value) -> bool:
    """Whether a value may be a class; of what is outside the project that is not known."""
    return isinstance(value, External | ClassValue) or is_none(value) or _is_union(value)


def _is_union(value: Value) -> bool:
    return value.fact(Union) is not None
