"""What the bodies of modules bound, and what was seen of it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import TYPE_CHECKING

from jaxlint.program import ir
from jaxlint.program.table import Asked

if TYPE_CHECKING:
    from jaxlint.analysis.core.callables import ClassValue
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.core.origins import Origins
    from jaxlint.analysis.values.kinds import Value


@dataclass(slots=True, eq=False)
class Facts:
    """What code was seen to do to functions and classes, and what is known of single values.

    ``classes`` are the values of definitions, ``rewrapped`` those functions that an unknown
    decorator may have replaced. ``handed`` got into the hands of unknown code. ``marks`` are what
    domains say of definitions and values, each with a word of its own. By their tokens: ``answers``
    tell what JAX is installed, ``origins`` are what was joined.
    """

    classes: dict[ir.Class, ClassValue] = field(default_factory=dict)
    rewrapped: set[ir.Function] = field(default_factory=set)
    handed: set[Value] = field(default_factory=set)
    marks: set[tuple[Enum, ir.Scope | Value]] = field(default_factory=set)
    answers: set[Value] = field(default_factory=set)
    origins: dict[Value, Origins] = field(default_factory=dict)

    def copy(self) -> Facts:
        """A copy to which more may be added."""
        return Facts(*(getattr(self, one.name).copy() for one in fields(self)))

    def learn(self, other: Facts) -> None:
        """Take over what is known of single values."""
        self.answers |= other.answers
        self.origins |= other.origins


@dataclass(slots=True, eq=False)
class Bound:
    """What the body of a module bound, and was seen to do: all that other modules know of it.

    ``reached`` are the paths of the modules whose source it has met, by way of others too.
    In a circle of imports more may come until it is ``whole``. ``asked`` is what it asked of the
    project, which whoever uses it depends on as well.
    """

    frame: Frame
    facts: Facts
    reached: set[str]
    whole: bool = False
    asked: Asked = field(default_factory=Asked)
