"""What kept traces have read on a path, what changed since, and that they are used again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from jaxlint.analysis.core.path_state import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.analysis.values.regions import Region
    from jaxlint.program import ir

# The part of a container that stands for any of its elements.
ANY = object()

# The part for the entries that the reader looks for, and fills where they are missing.
FILLED = object()


@dataclass(slots=True, frozen=True, eq=False)
class Change:
    """Where something was changed after a trace read it."""

    module: ir.Module
    node: ir.Place


@dataclass(slots=True, frozen=True, eq=False)
class Kept:
    """What a trace in ``region`` read, and the first change of it since.

    ``used`` is the serial number of the last call of the function before the change.
    """

    region: Region
    change: Change | None = None
    used: int = 0


_Readers = dict[tuple[object, ...], Kept]
_NONE: dict[object, Any] = {}


@dataclass(slots=True, eq=False)
class KeptReads(Part):
    """What was read by functions whose traces are kept.

    By the frame or the token of the object that holds it, by the variable, field or element, and
    by the identity of the function. Copies are ``shared`` until one of them is changed.
    ``settings`` are those of JAX that belong to the keys of traces, with the values known of them,
    ``used`` are the serial numbers of the last calls of functions.
    """

    held: dict[object, dict[object, _Readers]] = field(default_factory=dict)
    shared: bool = False
    settings: dict[str, object] = field(default_factory=dict)
    used: dict[tuple[object, ...], int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How much there is to copy."""
        return sum(map(len, self.held.values()))

    def copy(self) -> KeptReads:
        """Return the same."""
        self.shared = True
        return KeptReads(self.held, shared=True, settings=dict(self.settings), used=dict(self.used))

    def merge(self, other: KeptReads, *, likely: bool) -> None:
        """Add what was read on the other path, and what changed there."""
        self.settings = dict(self.settings.items() & other.settings.items())
        for identity, used in other.used.items():
            self.used[identity] = max(used, self.used.get(identity, 0))
        if other.held is self.held:
            return
        self._own()
        for holder, parts in other.held.items():
            for part, readers in parts.items():
                mine = self._readers(holder, part)
                for identity, kept in readers.items():
                    known = mine.get(identity)
                    if known is None or known.change is None:
                        mine[identity] = kept

    def awaits(self, since: int) -> bool:
        """Whether what a function read was changed behind a call of it since a serial number."""
        return any(kept.change is not None and kept.used >= since for _, kept in self._all())

    def recurs(self, before: KeptReads) -> bool:
        """Whether a trace may be used again that was made in this turn, or is not up to date."""
        return self.size > before.size or bool(self.stale())

    def parts(self, holder: object) -> tuple[object, ...]:
        """What traces have read of something."""
        return tuple(self.held.get(holder, ()))

    def stale(self) -> list[Region]:
        """The regions of the traces that read what has changed since."""
        return [kept.region for _, kept in self._all() if kept.change is not None]

    def again(self, holder: object, part: object, region: Region) -> Kept | None:
        """Take note that the function of a region reads something; return what its trace missed.

        That is the change since an earlier call of the same function read it, with that call.
        """
        known = self.held.get(holder, _NONE).get(part, _NONE).get(region.identity)
        if known is None:
            self._own()
            known = self._readers(holder, part)[region.identity] = Kept(region)
        return None if known.region is region or known.change is None else known

    def anew(self, holder: object, part: object, region: Region) -> None:
        """Take note that a function reads something in a trace that is made now."""
        self._own()
        self._readers(holder, part)[region.identity] = Kept(region)

    def changed(self, holder: object, part: object, change: Change, *, fills: bool = False) -> None:
        """Take note that something has changed; ``fills`` says that nothing was there before."""
        if holder not in self.held:
            return
        self._own()
        parts = self.held[holder]
        met = [one for one in parts if one is FILLED or part is ANY or one in (part, ANY)]
        for one in met:
            if fills and one is FILLED:
                continue
            readers = parts[one]
            for identity, kept in readers.items():
                if kept.change is None:
                    used = self.used.get(identity, 0)
                    readers[identity] = replace(kept, change=change, used=used)

    def drop(self, identity: tuple[object, ...] | None) -> None:
        """Take note that the traces of a function are thrown away, or those of all functions."""
        self._own()
        for readers, _ in list(self._all()):
            if identity is None:
                readers.clear()
            else:
                readers.pop(identity, None)

    def renew(self, setting: str, value: object) -> None:
        """Take note that all is traced anew, as a setting has a new value if one is named."""
        if not setting or value is None or self.settings.get(setting) != value:
            self.drop(None)
        if setting:
            self.settings[setting] = value

    def drop_made_in(self, maker: ir.Function) -> None:
        """Take note that a function runs anew, which makes the functions in it anew."""
        made = [kept for _, kept in self._all() if _is_in(kept.region.function, maker)]
        for identity in {kept.region.identity for kept in made}:
            self.drop(identity)

    def _own(self) -> None:
        """Stop sharing what is about to be changed."""
        if self.shared:
            self.shared = False
            self.held = {
                holder: {part: dict(readers) for part, readers in parts.items()}
                for holder, parts in self.held.items()
            }

    def _readers(self, holder: object, part: object) -> _Readers:
        return self.held.setdefault(holder, {}).setdefault(part, {})

    def _all(self) -> Iterator[tuple[_Readers, Kept]]:
        for parts in self.held.values():
            for readers in parts.values():
                for kept in list(readers.values()):
                    yield readers, kept


def _is_in(scope: ir.Scope | None, maker: ir.Function) -> bool:
    """Whether a scope lies inside a function."""
    while scope is not None:
        scope = scope.parent
        if scope is maker:
            return True
    return False
