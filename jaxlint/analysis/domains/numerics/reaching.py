"""What a loss is made of: only the slopes of that are taken, not those of what rides along with it.

A root that is returned beside the loss, or that is only compared with a number, has no slope that
anybody asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from jaxlint.analysis.core import origins
from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import Compared
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics, terms
from jaxlint.analysis.domains.numerics.facts import Slope, Term
from jaxlint.analysis.domains.tracing.events import BodyReturned
from jaxlint.analysis.values.kinds import Container, Value
from jaxlint.knowledge.numerics import CONVERSIONS
from jaxlint.knowledge.transforms import Arguments

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# So many operations that a loss is made of are looked at, once for each.
_OPERATIONS = 200
# An operation, by its name and the tokens of its operands.
Key = tuple[object, ...]


@dataclass(slots=True)
class _Watched:
    """The operations whose slopes are judged: which of them losses reach, which only the rest.

    ``users`` are what is made of each of them, and of those in turn. What ``ends`` in something
    that has no slope, with all that its users make of it, has none either.
    """

    users: dict[Key, set[Key]] = field(default_factory=dict)
    reached: set[Key] = field(default_factory=set)
    aside: set[Key] = field(default_factory=set)
    ends: set[Key] = field(default_factory=set)

    def ends_all(self, key: Key) -> bool:
        """Whether an operation, and all that is made of it, ends in what has no slope."""
        pending, seen = [key], {key}
        while pending:
            one = pending.pop()
            users = self.users[one]
            if not users and one not in self.ends:
                return False
            pending += users - seen
            seen |= users
        return True


def watch(engine: Engine, term: Term) -> None:
    """Have it found out where an operation gets to."""
    engine.kept(_Watched).users.setdefault(key_of(term), set())


def is_reached(engine: Engine, term: Term) -> bool:
    """Whether a loss certainly is made of what an operation gives."""
    return key_of(term) in engine.kept(_Watched).reached


def is_aside(engine: Engine, term: Term) -> bool:
    """Whether what an operation gives is no part of the loss: returned beside, or cut off."""
    watched, key = engine.kept(_Watched), key_of(term)
    return (key in watched.aside or watched.ends_all(key)) and key not in watched.reached


def use(engine: Engine, term: Term) -> None:
    """Take note of what an operation is applied to."""
    users = engine.kept(_Watched).users
    for one in _made_by(term.operands) if users else ():
        if one in users:
            users[one].add(key_of(term))
            users.setdefault(key_of(term), set())


def _end(engine: Engine, values: Iterable[Value]) -> None:
    """Take note of what goes into something that has no slope."""
    watched = engine.kept(_Watched)
    if watched.users:
        watched.ends |= watched.users.keys() & set(_made_by(values))


@numerics.on(Compared, traced=True)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """Take note of what is compared, of which the result has no slope."""
    _end(engine, (event.left, event.right))


def _ends(name: str) -> bool:
    return name in CONVERSIONS or terms.is_flat(name)


@numerics.on(OutsideCalled, traced=True, about=_ends)
def flattened(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of what a function takes the slope off.

    What becomes a number of Python or NumPy has none: where it has one, that raises.
    """
    _end(engine, event.arguments.positional)


@numerics.on(MethodCalled, traced=True)
def flattened_by_method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Take note of what a method of an array takes the slope off."""
    if terms.is_flat_method(event.name, event.arguments):
        _end(engine, (event.base,))


def _made_by(values: Iterable[Value]) -> Iterator[Key]:
    """The operations that gave some values."""
    found = (value.fact(Term) for value in values)
    return (key_of(term) for term in found if term is not None)


@numerics.on(BodyReturned)
def returned(engine: Engine, frame: Frame, event: BodyReturned) -> None:
    """Follow what a function that is differentiated returns to what it is made of."""
    made, watched = event.made, engine.kept(_Watched)
    if not watched.users or made.transform.arguments is not Arguments.DIFFERENTIATED:
        return
    given = [event.result]
    if made.options.has_aux and isinstance(event.result, Container):
        given = [*event.result.values]
    watched.reached |= {*islice(_operations(engine, given[:1]), _OPERATIONS)} & watched.users.keys()
    watched.aside |= {*islice(_operations(engine, given[1:]), _OPERATIONS)} & watched.users.keys()


def _operations(engine: Engine, values: list[Value]) -> Iterator[Key]:
    """The operations that made some values, each once, without those whose slope is cut off."""
    seen: set[Value] = set()
    while values:
        value = values.pop()
        slope, term = value.fact(Slope), value.fact(Term)
        if isinstance(value, Container):
            values += value.values
        elif value.token not in seen and not (slope and slope.cut):
            seen.add(value.token)
            if term is None:
                values += [way.value for way in origins.several(engine, value)]
                continue
            yield key_of(term)
            values += term.operands[1:] if term.op == "where" else term.operands


def key_of(term: Term) -> Key:
    """What an operation is known by, in all calls that one is answered for.

    That is its name and the tokens of its operands.
    """
    return (term.op, *[one.token for one in (term.first or term).operands])
