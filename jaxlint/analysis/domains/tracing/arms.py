"""Arms of tests that traced code takes as the program is set up, where it is not known how.

What raises there is only presumed: of a program that runs, such an arm is most often the one that
it does not take. That does not hold for sizes and numbers, of which a function meets all kinds, nor
for what is left to callers out of sight, who may choose any arm.
"""

from __future__ import annotations

import re

from jaxlint.analysis.core.conditions import Condition, Fact
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Traced, Unknown, Value
from jaxlint.program.operators import ORDERINGS

_NUMBER = re.compile(r"-?\d[\d_.e]*")
_SIZE = re.compile(r"\.(shape|ndim|size)\b|\blen\(")
_OF_ARRAYS = re.compile(r"isinstance\(.*\b(Array|Tracer)\b")


def taken_by_setup(frame: Frame) -> str:
    """What an arm on the way to the current statement asks of the program's setup, "" for none."""
    asked = (one for one in frame.conditions if one.open and not _is_known(one))
    return next((said for one in asked for said in _said(one)), "")


def _is_known(one: Condition) -> bool:
    """Whether it is known why the arm is taken, or callers out of sight choose it."""
    if one.decided or one.traced is not None:
        return True
    return one.tested.plain and all(map(_is_given, one.values.values()))


def _is_given(value: Value | None) -> bool:
    """Whether callers out of sight choose a value: a parameter, or what a tree of tracers has."""
    return isinstance(value, Traced) or (isinstance(value, Unknown) and value.parameter)


def _said(one: Condition) -> list[str]:
    """What an arm says of other things than of sizes, numbers and arrays, as the code spells it."""
    if any(_measures(fact) or _finds_array(fact) for fact in one.facts):
        return []
    return [_spelled(fact) for fact in one.facts if "<" not in fact.left]


def _measures(fact: Fact) -> bool:
    """Whether a fact compares sizes or numbers."""
    if fact.right == "None":
        return False
    numbers = fact.op in ORDERINGS or _NUMBER.fullmatch(fact.right) is not None
    return numbers or _SIZE.search(f"{fact.left} {fact.right}") is not None


def _finds_array(fact: Fact) -> bool:
    """Whether a fact says that something may be an array, as what is traced most often is."""
    return (fact.op, fact.right) == ("is", "true") and _OF_ARRAYS.search(fact.left) is not None


def _spelled(fact: Fact) -> str:
    if fact.right == "true":
        return f"`{fact.left}` {fact.op} true"
    return f"`{fact.left} {fact.op} {fact.right}`"
