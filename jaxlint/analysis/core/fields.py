"""The fields and elements of objects, as they are on one path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from jaxlint.analysis.core.callables import ClassValue, Function, Transformed
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import Array, Const, External, Unknown, Value

NO_FIELDS: Mapping[object, Value] = {}

# The place of a container that stands for whatever unknown code may have stored in it.
OTHERS = ("others",)

# What code that gets hold of it cannot make another of.
_LASTING = (Array, ClassValue, Const, External, Function, Transformed)


# What a field, of a token and at a place, is on a path that did not assign it.
Unsaid = Callable[[Value, object], Value]


def unknown(token: Value, place: object) -> Value:
    """What a field is that may be anything."""
    return Unknown()


def item(index: object) -> tuple[str, object]:
    """The place of an element: by its index, if that is known, or by who the index is."""
    return ("item", index)


def index_of(place: object) -> object | None:
    """The index of the element at a place, or who it is; None for other places."""
    return place[1] if isinstance(place, tuple) and place[0] == "item" else None


class Fields(dict[Value, Mapping[object, Value]]):
    """What was stored in objects on a path: by the object's token, by attribute or index.

    Copies share the fields of an object until one of them changes these. ``count`` is the number of
    fields of all objects, ``made`` has the objects that were made on the path, ``frozen`` those
    that are assigned no field any more, ``perhaps`` the elements that were stored on some of the
    paths that met.
    """

    __slots__ = ("_owned", "count", "frozen", "made", "perhaps")

    def __init__(
        self,
        fields: Mapping[Value, Mapping[object, Value]],
        count: int,
        made: Iterable[Value] = (),
        frozen: Iterable[Value] = (),
        perhaps: frozenset[tuple[Value, object]] = frozenset(),
    ) -> None:
        super().__init__(fields)
        self._owned: dict[Value, dict[object, Value]] = {}
        self.count = count
        self.made = set(made)
        self.frozen = set(frozen)
        self.perhaps = perhaps

    def make(self, token: Value) -> None:
        """Take note of an object that is made on this path: on others it is not there at all."""
        self.made.add(token)

    def put(self, token: Value, place: object, value: Value) -> None:
        """Store a value at a place of an object."""
        self._hold(token, place, value)
        if self.perhaps:
            self.perhaps -= {(token, place)}

    def _hold(self, token: Value, place: object, value: Value) -> None:
        """Have a value at a place, whether or not it is there."""
        held = self._owned.get(token)
        if held is None:
            held = self[token] = self._owned[token] = dict(self.get(token, NO_FIELDS))
        self.count += place not in held
        held[place] = value

    def forget(self, token: Value) -> None:
        """Keep of an object only which fields it has."""
        for place in tuple(self.get(token, NO_FIELDS)):
            self._hold(token, place, Unknown())

    def expose(self, token: Value) -> None:
        """Let unknown code have an object: what it may assign, or fill, is unknown afterwards."""
        frozen = token in self.frozen
        for place, value in tuple(self.get(token, NO_FIELDS).items()):
            if not (frozen and (isinstance(value, _LASTING) or value.token in self.frozen)):
                self._hold(token, place, Unknown())

    def open(self, token: Value, items: Mapping[object, Value]) -> None:
        """Let unknown code store more in a container, and fill what is None among its items."""
        held = self.get(token, NO_FIELDS)
        if OTHERS in held:
            return
        self.put(token, OTHERS, Unknown())
        for index, value in items.items():
            if isinstance(value, Const) and value.value is None and item(index) not in held:
                self.put(token, item(index), Unknown())

    def copy(self) -> Fields:
        """A copy that another path may change."""
        self._owned.clear()
        return Fields(self, self.count, self.made, self.frozen, self.perhaps)

    def merge(self, other: Fields, unsaid: Unsaid = unknown) -> None:
        """Join the fields of another path with these; of what one path lacks something else says.

        An object that was made on one path is as it was made: the other path does not have it.
        """
        self.perhaps |= other.perhaps
        own, new = self.made - other.made, other.made - self.made
        for token in self.keys() - other.keys() - own:
            self._join(token, self[token], NO_FIELDS, unsaid)
        for token, theirs in other.items():
            mine = self.get(token)
            if mine is None and token in new:
                self[token] = theirs
                self.count += len(theirs)
            elif mine is not theirs:
                self._join(token, mine or NO_FIELDS, theirs, unsaid)
        self.made |= other.made
        self.frozen |= other.frozen

    def _join(
        self,
        token: Value,
        mine: Mapping[object, Value],
        theirs: Mapping[object, Value],
        unsaid: Unsaid,
    ) -> None:
        lacking = [place for place in mine.keys() ^ theirs.keys() if index_of(place) is not None]
        if lacking:
            self.perhaps |= {(token, place) for place in lacking}
        for place in mine.keys() - theirs.keys():
            self._hold(token, place, join(mine[place], unsaid(token, place)))
        for place, value in theirs.items():
            known = mine.get(place)
            if known is not value:
                self._hold(token, place, join(known or unsaid(token, place), value))

    def differing(self, others: Sequence[Fields]) -> Iterator[tuple[Value, object]]:
        """Where one of the others has something else than is here."""
        for token, held in self.items():
            theirs = None
            for fields in others:
                one = fields.get(token, held)
                if one is not held:
                    theirs = [*(theirs or ()), one]
            if theirs is None:
                continue
            for place, value in held.items():
                if any(one.get(place, value) is not value for one in theirs):
                    yield token, place
