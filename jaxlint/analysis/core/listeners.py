"""Who is told of the events of one type, where most functions are about few of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

# The first of these fields that an event has is its subject.
_SUBJECTS = ("base", "value", "name", "func")
# What was found out of so many subjects is kept.
_KNOWN = 4096

# What is asked of the type of a subject, or of the subject itself if it is a name.
About = Callable[[Any], bool]

FunctionT = TypeVar("FunctionT", bound=Callable[..., object])


class Subscription(NamedTuple, Generic[FunctionT]):
    """A function that is called with events of a type, in all code unless ``traced`` is set.

    If it is ``about`` something, it is called with those alone that have such a subject.
    """

    kind: type
    function: FunctionT
    traced: bool | None
    about: About | None


class Listeners(dict[object, tuple[FunctionT, ...]]):
    """Who is called with events of one type, by the type or the name that these are about.

    ``all`` says who, or is None where that depends on the subject, which is at a ``place`` among
    the fields and perhaps ``named``.
    """

    __slots__ = ("_among", "all", "named", "place")

    def __init__(self, kind: type, among: Sequence[Subscription[FunctionT]]) -> None:
        super().__init__()
        self._among = among
        self.all: tuple[FunctionT, ...] | None = None
        self.place, self.named = 0, False
        if all(one.about is None for one in among):
            self.all = tuple(one.function for one in among)
        else:
            fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
            subject = next(name for name in _SUBJECTS if name in fields)
            self.place, self.named = fields.index(subject), subject == "name"

    def __missing__(self, key: object) -> tuple[FunctionT, ...]:
        """Who is called with events that have a subject of this type, or name."""
        if len(self) >= _KNOWN:
            self.clear()
        called = [one for one in self._among if one.about is None or one.about(key)]
        self[key] = found = tuple(one.function for one in called)
        return found


def by_event(
    subscriptions: Iterable[Subscription[FunctionT]],
) -> dict[type, Listeners[FunctionT]]:
    """Who is called with the events of each type, in the order given."""
    table: dict[type, list[Subscription[FunctionT]]] = {}
    for one in subscriptions:
        table.setdefault(one.kind, []).append(one)
    return {kind: Listeners(kind, among) for kind, among in table.items()}


def of(*kinds: type) -> About:
    """Be about things of some types."""
    return lambda kind: issubclass(kind, kinds)


def but(*kinds: type) -> About:
    """Be about things of any other type than these."""
    return lambda kind: not issubclass(kind, kinds)
