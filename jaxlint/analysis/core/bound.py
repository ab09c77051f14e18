"""What the bodies of modules bound, and what was seen of it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from jaxlint.program import ir
from jaxlint.program.table import Asked

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.domains.keys.choices import Choice
    from jaxlint.analysis.values.kinds import ClassValue, Transformed, Value


@dataclass(slots=True, eq=False)
class Facts:
    """What code was seen to do to functions and classes, and what is known of single values.

    ``classes`` are the values of definitions, ``sheltered`` the definitions that exist only for
    some JAX, ``rewrapped`` those that an unknown decorator may have replaced. ``handed`` got into
    the hands of unknown code, ``ruled`` were given derivative rules. By their tokens: ``answers``
    tell what JAX is installed, ``choices`` are one of several, ``gradients`` came out of a
    gradient function.
    """

    classes: dict[ir.Class, ClassValue] = field(default_factory=dict)
    sheltered: set[ir.Scope] = field(default_factory=set)
    rewrapped: set[ir.Function] = field(default_factory=set)
    handed: set[Value] = field(default_factory=set)
    ruled: set[Value] = field(default_factory=set)
    answers: set[Value] = field(default_factory=set)
    choices: dict[Value, Choice] = field(default_factory=dict)
    gradients: dict[Value, Transformed] = field(default_factory=dict)

    def copy(self) -> Facts:
        """A copy to which more may be added."""
        return Facts(*(getattr(self, one.name).copy() for one in fields(self)))

    def learn(self, other: Facts) -> None:
        """Take over what is known of single values."""
        self.answers |= other.answers
        self.choices |= other.choices
        self.gradients |= other.gradients


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
