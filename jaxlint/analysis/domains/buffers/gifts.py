"""Arrays that a call took: in which values they are, and on which branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core import exclusion, origins
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.domains.buffers import parts
from jaxlint.analysis.semantics import static_fields
from jaxlint.analysis.values.kinds import Array, Choice, Container, Instance, Unknown, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.domains.buffers.state import Buffers
    from jaxlint.program import ir

_DEPTH = 5


@dataclass(slots=True, frozen=True, eq=False)
class Gift:
    """A call took an array: the ``places`` of its arguments, and the branches that led to it.

    There are none if all paths did it that have met since. What was taken is ``believed`` to be an
    array, or a tree of them, where nothing is known of it but that a call is to take its buffer. A
    ``part`` of such a tree may be no leaf of it, as long as nothing computes with it.
    """

    places: tuple[ir.Place, ...]
    conditions: tuple[Condition, ...] = ()
    believed: bool = False
    part: bool = False


@dataclass(slots=True)
class Ways:
    """By its token, what an array that was joined was on each of the paths that met.

    ``trees`` are the containers and arrays that what may be something else as well was, as None at
    first.
    That is only kept if it is ``asked`` for, as it is where something takes buffers.
    """

    of: dict[Value, list[tuple[Value, tuple[Condition, ...]]]] = field(default_factory=dict)
    trees: dict[Value, list[tuple[Value, tuple[Condition, ...]]]] = field(default_factory=dict)
    asked: bool = False


def among(engine: Engine, known: Buffers, value: Value, *, whole: bool) -> Iterator[Gift]:
    """Those that a value is part of, of the ``whole`` tree or of itself only."""
    for given in (value, *(arrays_in(engine, value) if whole else ())):
        gift = known.donated.get(given.token)
        if gift is not None:
            yield gift
    for way in origins.several(engine, value):
        gift = known.donated.get(way.value.token)
        if known.spared.get((value.token, way.value.token)) is not gift:
            gift = under(gift, way.conditions)
            if gift is not None:
                yield gift


def of_whole(engine: Engine, donated: Mapping[Value, Gift], tree: Value) -> Gift | None:
    """What took the last of the arrays in a tree, if all of them are gone."""
    taken = [donated.get(one.token) for one in arrays_in(engine, tree)]
    return taken[-1] if taken and None not in taken else None


def with_trees(
    engine: Engine, donated: Mapping[Value, Gift], taken: Value
) -> Iterator[tuple[Value, Gift]]:
    """By their tokens, what may be a tree of which a call took the last array."""
    for joined, trees in engine.kept(Ways).trees.items():
        for tree, branches in trees:
            if any(one.token is taken.token for one in arrays_in(engine, tree)):
                gift = under(of_whole(engine, donated, tree), branches)
                if gift is not None:
                    yield joined, gift


def under(gift: Gift | None, branches: tuple[Condition, ...]) -> Gift | None:
    """What a call took, of a value that is the one in question on some branches only."""
    if gift is None or exclusion.exclusive(gift.conditions, branches):
        return None
    return replace(gift, conditions=(*gift.conditions, *branches))


def arrays_in(engine: Engine, value: Value, depth: int = _DEPTH) -> list[Value]:
    """The values that are certainly JAX arrays, or trees of them that a jitted call gave."""
    if isinstance(value, Container):
        held: Iterable[Value] = value.values
    elif isinstance(value, Instance):
        held = engine.store.fields.get(value.token, NO_FIELDS).values()
    elif isinstance(value, Choice):
        held = parts.known(value).values()
    else:
        return [value] if is_array(value) else []
    return [found for part in held for found in arrays_in(engine, part, depth - 1)] if depth else []


def is_believed(value: Value) -> bool:
    """Whether nothing is known of a value, so that who gives its buffer away says what it is."""
    return type(value) is Unknown and not value.computed


def believed_in(value: Value) -> list[Value]:
    """What is held by a container, or is one thing, of which nothing is known."""
    if isinstance(value, Container):
        return [found for part in value.values for found in believed_in(part)]
    return [value] if is_believed(value) else []


def leaves_believed(engine: Engine, value: Value) -> Iterator[Value]:
    """What a tree of a known form holds of which nothing is known but that it is no static part."""
    if isinstance(value, Container):
        yield from believed_in(value)
    elif isinstance(value, Instance):
        for name, held in engine.store.fields.get(value.token, NO_FIELDS).items():
            if not static_fields.is_static(value.cls, name):
                yield from believed_in(held)


def is_array(value: Value) -> bool:
    """Whether a value is certainly a JAX array, or what a jitted call gave."""
    return isinstance(value, Array) or (isinstance(value, Unknown) and value.computed)
