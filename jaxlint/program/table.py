"""Answers to queries, each kept with what it asked, and good as long as that has the same answer.

A query is a function of the table and of what it is about, and asks nothing else. What comes from
outside is put. A query that is asked after something has changed is answered anew only if one of
the answers that it asked for is another one by then.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

About = ParamSpec("About")
ValueT = TypeVar("ValueT")

# A query and what it is about.
Key = tuple[Any, ...]


class Asked:
    """What was asked for some result: queries, and what was asked for results that it used."""

    __slots__ = ("keys", "results")

    def __init__(self) -> None:
        self.keys: dict[Key, None] = {}  # in their order
        self.results: set[Asked] = set()


class Answer:
    """An answer, what it asked, and when it was last found to hold and when it last changed."""

    __slots__ = ("asked", "changed", "checked", "value")

    def __init__(self, value: Any, asked: tuple[Key, ...], changed: int, checked: int) -> None:
        self.value = value
        self.asked = asked
        self.changed = changed
        self.checked = checked


class Table:
    """The answers. ``revision`` counts the changes of what was put."""

    def __init__(self) -> None:
        self.revision = 0
        self._answers: dict[Key, Answer] = {}
        self._noting: list[Asked] = []

    def put(self, value: object, query: Callable[..., object], *about: object) -> None:
        """Give a query its answer from outside. It must not be one that asks."""
        key = (query, *about)
        known = self._answers.get(key)
        if known is None or known.value != value:
            self.revision += 1
            self._answers[key] = Answer(value, (), self.revision, self.revision)

    def ask(
        self,
        query: Callable[Concatenate[Table, About], ValueT],
        *about: About.args,
        **_: About.kwargs,
    ) -> ValueT:
        """Return the answer of a query, made now unless one is kept that holds."""
        key = (query, *about)
        if self._noting:
            self._noting[-1].keys[key] = None
        kept = self._answers.get(key)
        if kept is None or kept.checked != self.revision:
            kept = self._current(key)
        value: ValueT = kept.value
        return value

    def known(
        self,
        query: Callable[Concatenate[Table, About], ValueT],
        *about: About.args,
        **_: About.kwargs,
    ) -> ValueT:
        """Return the answer of a query, for one who does not depend on all of it."""
        value: ValueT = self._current((query, *about)).value
        return value

    @contextmanager
    def noting(self) -> Iterator[Asked]:
        """Note what is asked meanwhile."""
        asked = Asked()
        self._noting.append(asked)
        try:
            yield asked
        finally:
            self._noting.pop()

    def note(self, asked: Asked) -> None:
        """Note that a result is used for which that was asked."""
        if self._noting:
            self._noting[-1].results.add(asked)

    def behind(self, asked: Asked, named: Container[Callable[..., object]]) -> Iterator[Key]:
        """Yield the nearest queries of certain names that what was asked depends on."""
        met: set[Key] = set()
        pending = [*_keys(asked)]
        while pending:
            key = pending.pop()
            if key not in met:
                met.add(key)
                if key[0] in named:
                    yield key
                else:
                    pending += self._current(key).asked

    def keep(self, wanted: Callable[[Key, int], bool]) -> None:
        """Forget the answers that are not wanted, told by their key and when they last held."""
        self._answers = {
            key: answer for key, answer in self._answers.items() if wanted(key, answer.checked)
        }

    def __len__(self) -> int:
        return len(self._answers)

    def _current(self, key: Key) -> Answer:
        kept = self._answers.get(key)
        if kept is not None and (kept.checked == self.revision or self._holds(kept)):
            return kept
        with self.noting() as asked:
            value = key[0](self, *key[1:])
        changed = kept.changed if kept is not None and kept.value == value else self.revision
        made = self._answers[key] = Answer(value, (*_keys(asked),), changed, self.revision)
        return made

    def _holds(self, kept: Answer) -> bool:
        """Whether all that was asked has the same answers; what was asked first decides first."""
        if any(self._current(key).changed > kept.checked for key in kept.asked):
            return False
        kept.checked = self.revision
        return True


def _keys(asked: Asked) -> Iterator[Key]:
    """The queries asked for a result, and for those that it used."""
    met = {asked}
    pending = [asked]
    while pending:
        one = pending.pop()
        yield from one.keys
        pending += one.results - met
        met |= one.results
