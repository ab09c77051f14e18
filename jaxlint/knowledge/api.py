"""Which releases of JAX have which public name and parameter, as ``jax_api.txt`` tells.

The table is written by ``tools/jax_api.py``, which asks each release itself. Its lines:

- ``releases``: every release there is; ``asked``: those that were asked, oldest first. Elsewhere a
  release is its place among these. ``unlisted``: packages below which nothing is listed.
- ``module NAME SPANS``: a public module and the releases that have it; ``opaque`` if it could not
  be imported where it was asked, so that its names are not known.
- ``SPANS[!SINCE] NAME ...``: names of the module above and the releases that have them; since SINCE
  reading them warns.
- ``call NAME``, then ``SPANS COUNT PARAMETER,...``: how a callable may be called: the arguments it
  takes by position (``*``: any number) and by name, ``!`` after those that are deprecated, ``**``
  where it takes others as well. A line for each way, as long as it is the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Held:
    """The releases that have something, as runs of places, and since when it warns, if it does."""

    spans: tuple[Span, ...]
    warns: int | None = None

    def at(self, place: int) -> bool:
        """Whether the release at a place has it."""
        return any(first <= place <= last for first, last in self.spans)

    def gone(self, place: int) -> int | None:
        """Since which release it is gone for the one at ``place``; None if it was never there."""
        ends = [last for _, last in self.spans if last < place]
        return max(ends) + 1 if ends else None


@dataclass(frozen=True, slots=True)
class Shape:
    """How a callable may be called: ``count`` None takes any number of arguments by position.

    ``names`` are those of its parameters, in their order, but for those without one to callers.
    """

    held: Held
    count: int | None
    names: tuple[str, ...]
    deprecated: frozenset[str]
    open: bool


@dataclass(frozen=True, slots=True)
class Module:
    """A public module; ``names`` is None when they are not known."""

    held: Held
    names: dict[str, Held] | None


class Api:
    """The table as read. What it says of a name is taken apart when that is first asked for."""

    def __init__(self, text: str) -> None:
        listed, _, self._calls = text.partition("\ncall ")
        head, *blocks = ("\n" + listed).split("\nmodule ")
        lines = dict(line.split(" ", 1) for line in head.split("\n") if line)
        self.releases = tuple(lines["releases"].split())
        self.asked = tuple(lines["asked"].split())
        self.unlisted = frozenset(lines["unlisted"].split())
        self._blocks = _by_name(blocks, " ")
        self._modules: dict[str, Module | None] = {}
        self._shapes: dict[str, tuple[Shape, ...]] = {}

    def module(self, name: str) -> Module | None:
        """A public module of one of the releases asked, or None."""
        if name not in self._modules:
            block = self._blocks.get(name)
            self._modules[name] = None if block is None else self._module(block)
        return self._modules[name]

    def below_unknown(self, name: str) -> bool:
        """Whether a name is in a package of which it is not known what is below it.

        That is so of those that are not listed, and of those that could not be imported.
        """
        owner = name.rpartition(".")[0]
        while owner:
            module = self.module(owner)
            if owner in self.unlisted or (module is not None and module.names is None):
                return True
            owner = owner.rpartition(".")[0]
        return False

    def shapes(self, name: str) -> tuple[Shape, ...]:
        """The ways in which the releases that have a callable let it be called."""
        if name not in self._shapes:
            lines = self._ways.get(name, "").split("\n")
            self._shapes[name] = tuple(self._shape(line) for line in lines if line)
        return self._shapes[name]

    @cached_property
    def _ways(self) -> dict[str, str]:
        """The lines of each callable. They are most of the table, and few runs come to ask."""
        return _by_name(self._calls.split("\ncall "), "\n")

    def _module(self, block: str) -> Module:
        first, *lines = block.strip().split("\n")
        held, _, word = first.partition(" ")
        if word == "opaque":
            return Module(self._held(held), None)
        names: dict[str, Held] = {}
        for line in lines:
            when, *listed = line.split(" ")
            names.update(dict.fromkeys(listed, self._held(when)))
        return Module(self._held(held), names)

    def _shape(self, line: str) -> Shape:
        when, count, listed = line.split(" ", 2)
        names = [name for name in listed.split(",") if name]
        return Shape(
            self._held(when),
            None if count == "*" else int(count),
            tuple(name.rstrip("!") for name in names if name != "**"),
            frozenset(name[:-1] for name in names if name.endswith("!")),
            "**" in names,
        )

    def _held(self, text: str) -> Held:
        runs, _, since = text.partition("!")
        newest = len(self.asked) - 1
        spans = []
        for run in runs.split(","):
            first, _, last = run.partition("-")
            spans.append((int(first), int(last) if last else newest))
        return Held(tuple(spans), int(since) if since else None)


def _by_name(blocks: Iterable[str], end: str) -> dict[str, str]:
    """What stands in each block behind the name that it starts with."""
    return {name: rest for name, _, rest in (block.partition(end) for block in blocks)}


@cache
def api() -> Api:
    """The table of this release of jaxlint."""
    return Api(Path(__file__).with_name("jax_api.txt").read_text(encoding="utf-8"))


def number(release: str) -> tuple[int, ...]:
    """A release's number in a form that sorts."""
    return tuple(int(part) for part in release.split("."))


def newest(releases: Iterable[str]) -> str:
    """The newest of some releases."""
    return max(releases, key=number)
