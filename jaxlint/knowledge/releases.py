"""The releases of JAX that a project allows, and how a name stands in the newest of them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import Enum

from jaxlint.knowledge import names, successors
from jaxlint.knowledge.api import Api, Held, Module, Shape, api, newest, number
from jaxlint.knowledge.transforms import TRANSFORMS

# Stands for the releases that are still to come.
_FAR = "9999"
# Modules whose names are taken for those of another one.
_MEANT = (
    *("jax", "jax.numpy", "jax.lax", "jax.nn", "jax.random", "jax.tree", "jax.tree_util"),
    *("jax.numpy.linalg", "jax.numpy.fft", "jax.scipy.special", "jax.scipy.linalg"),
)


class Change(Enum):
    """What the newest release allowed did to a name."""

    GONE = "gone"
    DEPRECATED = "deprecated"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a name or parameter stands in the newest release allowed.

    ``since`` is the first release in which it is gone or warns, or the oldest of those that never
    had a parameter; ``newest`` that release as messages name it; ``near`` the nearest name in place
    of one that never was (for too many arguments by position, how many may be), or the import of
    what is no module any more. ``bound`` is false if the project allows whatever comes. Of the
    parameters to which a call gives too many arguments by position, ``named`` are those that may be
    given by name, and ``lost`` those that are gone. A parameter that is ``placed`` can be given by
    position still.
    """

    change: Change
    since: str
    newest: str
    near: str = ""
    bound: bool = True
    named: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    placed: bool = False

    @property
    def earliest(self) -> str:
        """The oldest release whose names are known."""
        return successors.EARLIEST

    @property
    def allowed(self) -> str:
        """What the project allows, in words."""
        if not self.bound:
            return "this project sets no upper bound on JAX"
        return f"this project allows {self.newest}"


class Releases:
    """The releases that a requirement such as ``>=0.4.30,<0.6`` allows; all of them if it is empty.

    A requirement that no known release fits is taken for one that the newest fits, but that a name
    never was is not said of it: a release that is not known may have it. ``strange`` says that it
    is one, ``told`` is the newest release allowed as messages name it.
    """

    def __init__(self, requirement: str = "") -> None:
        self.api: Api = api()
        allowed = _allowed(self.api, requirement) if requirement else ()
        self.newest = newest(allowed or self.api.releases)
        self.oldest = min(allowed, key=number) if allowed else self.newest
        self.strange = bool(requirement) and not allowed
        taken = f"{requirement}, which is judged as {self.newest}"
        self.told = taken if self.strange else self.newest
        self._bound = bool(requirement)
        self._ends = self.strange or not _allows_whatever_comes(requirement)
        self._place = self._place_of(self.newest)
        self._known: dict[str, Standing | None] = {}
        self._shapes: dict[str, Shape | None] = {}

    def standing(self, name: str) -> Standing | None:
        """What became of a dotted name; None if it is there, or if that is not known."""
        if name not in self._known:
            self._known[name] = self._name(name)
        return self._known[name]

    def lost(self, name: str) -> bool:
        """Whether an older release has a name, and the newest one allowed has not."""
        standing = self.standing(name)
        return standing is not None and standing.change is Change.GONE

    def of_array(self, attribute: str) -> Standing | None:
        """What became of an attribute that arrays had."""
        arrays = self.api.module("jax.Array")
        held = (arrays.names or {}).get(attribute) if arrays is not None else None
        return None if held is None else self._judged(f"jax.Array.{attribute}", held)

    def imported(self, module: str, attribute: str | None) -> Standing | None:
        """What became of a module, or of what is imported from it."""
        known = self.api.module(module)
        whole = f"{module}.{attribute or ''}"
        if _is_hidden(whole) or self.api.below_unknown(whole):
            return None
        if known is not None and known.held.at(self._place):
            return None if attribute is None else self._name(f"{module}.{attribute}")
        own = (known.names or {}).get(attribute or "") if known is not None else None
        judged = self._judged(module, own or (known.held if known is not None else None))
        if judged is None or attribute is not None or not self.has(module):
            return judged
        owner, _, last = module.rpartition(".")
        return replace(judged, near=f"from {owner} import {last}")

    def has(self, name: str, *, oldest: bool = False) -> bool:
        """Whether the newest release allowed, or the oldest one, has a name.

        What the oldest release asked has, those before it count as having.
        """
        return self._has(name, max(self._place_of(self.oldest), 0) if oldest else self._place)

    def always(self, name: str) -> bool:
        """Whether every release allowed has a name; every release known if all are allowed."""
        first = max(self._place_of(self.oldest), 0) if self._bound else 0
        places = range(first, self._place + 1)
        return bool(places) and all(self._has(name, place) for place in places)

    def _has(self, name: str, place: int) -> bool:
        if place < 0:
            return False
        owner, _, last = name.rpartition(".")
        own, around = self.api.module(name), self.api.module(owner)
        if own is not None and own.held.at(place):
            return True
        known = None if around is None else around.names
        return bool(known and last in known and known[last].at(place))

    def parameter(self, name: str, parameter: str) -> Standing | None:
        """What became of a parameter that is passed by name to a callable, or that it never had."""
        shape = self._shape(name)
        if shape is None:
            return None
        if parameter in shape.names:
            since = self._deprecated_since(name, parameter)
            return self._standing(Change.DEPRECATED, since) if since else None
        if shape.open:
            return None
        older = [one for one in self.api.shapes(name) if parameter in one.names]
        if not older and not self.strange:
            known = successors.parameter_elsewhere(parameter)
            near = [known] if known in shape.names else get_close_matches(parameter, shape.names)
            return self._standing(Change.UNKNOWN, self.api.asked[0], near[0] if near else "")
        gone = self._gone([one.held for one in older])
        # What a transformation transforms is its first argument in every release.
        first = name in TRANSFORMS and all(one.names[0] == parameter for one in older)
        placed = first or any(_lost_names(one, shape, parameter) for one in older)
        return None if gone is None else replace(gone, placed=placed)

    def positional(self, name: str, count: int) -> Standing | None:
        """What became of so many arguments by position, where fewer may be passed now, or ever."""
        shape = self._shape(name)
        if shape is None or shape.count is None or count <= shape.count:
            return None
        shapes = self.api.shapes(name)
        older = [one for one in shapes if one.count is None or count <= one.count]
        if not older and not self.strange:
            return self._standing(Change.UNKNOWN, self.api.asked[0], str(shape.count))
        gone = self._gone([one.held for one in older])
        if gone is None:
            return None
        last = max(older, key=lambda one: one.held.spans[-1]).names[shape.count : count]
        named = tuple(one for one in last if one in shape.names)
        return replace(gone, named=named, lost=tuple(one for one in last if one not in named))

    def _gone(self, held: list[Held]) -> Standing | None:
        places = [gone for one in held if (gone := one.gone(self._place)) is not None]
        if not places:
            return None
        return self._standing(Change.GONE, self.api.asked[max(places)])

    def _shape(self, name: str) -> Shape | None:
        """How the newest release allowed calls a callable, if that is known."""
        if name not in self._shapes:
            shapes = (one for one in self.api.shapes(name) if one.held.at(self._place))
            self._shapes[name] = next(shapes, None)
        return self._shapes[name]

    def _deprecated_since(self, name: str, parameter: str) -> str:
        curated = successors.warned_parameter(name, parameter)
        if curated:
            return curated if number(curated) <= number(self.newest) else ""
        places = [
            first
            for one in self.api.shapes(name)
            if parameter in one.deprecated
            for first, _ in one.held.spans
            if first <= self._place
        ]
        shape = self._shape(name)
        if shape is None or parameter not in shape.deprecated:
            return ""
        return self.api.asked[min(places)]

    def _name(self, name: str) -> Standing | None:
        owner, _, last = name.rpartition(".")
        own, around = self.api.module(name), self.api.module(owner)
        if around is None or owner in names.OBJECTS or _is_hidden(name):
            return None
        if self.api.below_unknown(name):
            return None
        if own is not None and own.held.at(self._place):
            return None
        if around.names is None or not (self._place < 0 or around.held.at(self._place)):
            return None
        return self._judged(name, around.names.get(last) or (None if own is None else own.held))

    def _judged(self, name: str, held: Held | None) -> Standing | None:
        owner, _, last = name.rpartition(".")
        around = self.api.module(owner)
        if held is None:
            went = successors.went(name)
            if went:
                gone = number(went) <= number(self.newest)
                return self._standing(Change.GONE, went) if gone else None
            if self._place < 0 or self.strange or around is None or around.names is None:
                return None
            return self._standing(Change.UNKNOWN, "", self._near(owner, around, last))
        if held.at(self._place):
            if held.warns is None or held.warns > self._place:
                return None
            return self._standing(Change.DEPRECATED, self.api.asked[held.warns])
        return self._gone([held])

    def _standing(self, change: Change, since: str, near: str = "") -> Standing:
        return Standing(change, since, self.told, near, self._ends)

    def _near(self, owner: str, around: Module, last: str) -> str:
        """The dotted name that is meant: the same one in a module below, or elsewhere in JAX.

        Else the most alike of the same module.
        """
        there = [one for one, when in (around.names or {}).items() if when.at(self._place)]
        below = [f"{owner}.{one}.{last}" for one in there if self.has(f"{owner}.{one}.{last}")]
        same = below or [f"{one}.{last}" for one in _MEANT if self.has(f"{one}.{last}")]
        if same:
            return min(same, key=len)
        alike = get_close_matches(last, there, n=1, cutoff=0.7)
        return f"{owner}.{alike[0]}" if alike else ""

    def _place_of(self, release: str) -> int:
        """The place of the newest release asked that is no newer than this one; -1 for none."""
        return bisect_right([number(one) for one in self.api.asked], number(release)) - 1


def _is_hidden(name: str) -> bool:
    """Whether a name is private, or one that the interpreter made up."""
    return "._" in name or "<" in name


def _allows_whatever_comes(requirement: str) -> bool:
    """Whether releases that are not made yet are allowed."""
    from packaging.specifiers import SpecifierSet

    return _FAR in SpecifierSet(requirement)


def _lost_names(before: Shape, now: Shape, parameter: str) -> bool:
    """Whether what takes a parameter by position takes as many as before, none of them by name."""
    placed = before.names[: before.count]
    return (
        before.count is not None
        and before.count == now.count
        and parameter in placed
        and not {*placed} & {*now.names}
    )


def _allowed(known: Api, requirement: str) -> tuple[str, ...]:
    """The releases that a requirement allows.

    Raises InvalidSpecifier.
    """
    from packaging.specifiers import SpecifierSet

    fits = SpecifierSet(requirement)
    return tuple(one for one in known.releases if one in fits)
