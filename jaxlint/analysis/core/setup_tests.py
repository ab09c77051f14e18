"""Tests of how a program is set up, of which traced code takes an arm and it is not known why.

What raises there is only presumed: of a program that runs, such an arm is most often the one that
it does not take. That does not hold for sizes and numbers, of which a function meets all kinds, nor
for what is left to callers out of sight, who may choose any arm.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.kinds import Traced, Unknown, Value
from jaxlint.program.operators import ORDERINGS

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.core.propositions import Fact
    from jaxlint.analysis.observations import Observation
    from jaxlint.analysis.values.regions import Why

SeenT = TypeVar("SeenT", bound="Observation")

_NUMBER = re.compile(r"-?\d[\d_.e]*")
_SIZE = re.compile(r"\.(shape|ndim|size)\b|\blen\(")
_OF_ARRAYS = re.compile(r"isinstance\(.*\b(Array|Tracer)\b")


def presumed(frame: Frame, seen: SeenT) -> SeenT:
    """What raises in traced code: it is presumed where it stands behind such a test."""
    return under(f"if {frame.setup}", seen) if frame.setup else seen


def under(condition: str, seen: SeenT) -> SeenT:
    """The same, presumed to hold under a condition; what has no chain of reasons stays as it is."""
    if seen.why is None:
        return seen
    why = replace(seen.why, step=Certainty.PRESUMED, condition=condition)
    return replace(seen, why=why)


def behind(barred: Why, seen: SeenT) -> SeenT:
    """The same, behind a constant of the module that bars the way, as long as nobody changes it.

    What JAX does not have is to be mended before.
    """
    if seen.by_release:
        return seen
    return under(barred.condition, replace(seen, why=seen.why or barred))


def asked(one: Condition) -> str:
    """What an arm asks of the program's setup, as the code spells it; "" if nothing."""
    if not one.open or _is_known(one):
        return ""
    if any(_measures(fact) or _is_for_arrays(fact) for fact in one.facts):
        return ""
    return next((_spelled(fact) for fact in one.facts if "<" not in fact.left), "")


def _is_known(one: Condition) -> bool:
    """Whether it is known why the arm is taken, or callers out of sight choose it."""
    if one.decided or one.traced is not None:
        return True
    asked = one.tested.asks_of
    return asked is not None and all(_is_given(one.values.get(name)) for name in asked)


def _is_given(value: Value | None) -> bool:
    """Whether callers out of sight choose a value: a parameter, or what a tree of tracers has."""
    return isinstance(value, Traced) or (isinstance(value, Unknown) and value.parameter)


def _measures(fact: Fact) -> bool:
    """Whether a fact compares sizes or numbers."""
    if fact.right == "None":
        return False
    numbers = fact.op in ORDERINGS or _NUMBER.fullmatch(fact.right) is not None
    return numbers or _SIZE.search(f"{fact.left} {fact.right}") is not None


def _is_for_arrays(fact: Fact) -> bool:
    """Whether a fact leaves something to be an array, as what is traced most often is."""
    if fact.right != "true":
        return False
    if fact.op == "is not":
        return fact.left.startswith("isinstance(")
    return _OF_ARRAYS.search(fact.left) is not None


def _spelled(fact: Fact) -> str:
    if fact.right == "true":
        return f"`{fact.left}` {fact.op} true"
    return f"`{fact.left} {fact.op} {fact.right}`"
