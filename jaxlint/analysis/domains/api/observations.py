"""What is observed of the API of JAX: names and parameters that not every release has."""

from __future__ import annotations

import builtins
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.observations import Observation
from jaxlint.fixes.edits import PlannedFix
from jaxlint.knowledge.releases import Change

if TYPE_CHECKING:
    from jaxlint.knowledge.releases import Standing
    from jaxlint.knowledge.successors import Successor


@dataclass(slots=True, frozen=True, eq=False)
class ApiUse(Observation):
    """Code uses a part of JAX that not every release has.

    ``name`` is the dotted name, ``parameter`` what a call of it passes ("" by position),
    ``standing`` what became of it, ``successor`` what stands in for it, if anything does.
    ``patched`` are the names that the code itself gives to JAX, ``imported`` says that an import
    takes the name from its module.
    """

    by_release: ClassVar[bool] = True

    name: str
    standing: Standing
    successor: Successor | None = None
    fix: PlannedFix | None = None
    parameter: str = ""
    patched: frozenset[str] | set[str] = frozenset()
    imported: bool = False

    @property
    def told(self) -> str:
        """What to use in place of the name, in words; "" where nothing is known to be."""
        if self.successor is None:
            return ""
        module, _, last = self.successor.new.rpartition(".")
        named = last.isidentifier() and module.replace(".", "").isidentifier()
        if self.imported and named and not hasattr(builtins, last):
            return f"`from {module} import {last}`"
        return self.successor.told

    @property
    def certain(self) -> bool:
        return self.name not in self.patched

    @property
    def kind(self) -> Hashable:
        return (self.name, self.parameter)


class NameRemoved(ApiUse):
    """An older release has the name, and the newest that the project allows has not."""

    __slots__ = ()


class ParameterRemoved(ApiUse):
    """The same of a parameter."""

    __slots__ = ()


class ParameterUnknown(ApiUse):
    """No release has had the parameter."""

    __slots__ = ()


class PartDeprecated(ApiUse):
    """The newest release that the project allows warns of a name or parameter."""

    __slots__ = ()


class NameUnknown(ApiUse):
    """No release has had the name."""

    __slots__ = ()


class RandomNameUnknown(ApiUse):
    """The same of a name among random functions."""

    __slots__ = ()


def of_name(name: str, standing: Standing) -> type[ApiUse]:
    """What it is to use a name."""
    match standing.change:
        case Change.GONE:
            return NameRemoved
        case Change.DEPRECATED:
            return PartDeprecated
        case Change.UNKNOWN:
            return RandomNameUnknown if _is_random(name) else NameUnknown


def of_parameter(standing: Standing) -> type[ApiUse]:
    """What it is to pass a parameter."""
    match standing.change:
        case Change.GONE:
            return ParameterRemoved
        case Change.DEPRECATED:
            return PartDeprecated
        case Change.UNKNOWN:
            return ParameterUnknown


def _is_random(name: str) -> bool:
    """Whether a name is one of random functions."""
    return "random" in name.split(".")[1:-1] or name.endswith(".random")
