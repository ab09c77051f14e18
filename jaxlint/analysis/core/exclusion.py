"""Whether two places can both be reached, by the tests around them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core import lasting
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.core.propositions import Fact
from jaxlint.program import ir
from jaxlint.program.operators import COMPARISONS, COMPLEMENTS, ORDERINGS

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.values.kinds import Value

_EQUAL = ("==", "is")
_FLAG_OF_JIT = re.compile(r"_?((use|do|is|with|enable|should)_)?jit(ted)?(_compile)?")


def exclusive(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether two places can never both be reached, by the plain tests around them.

    Where there are too many tests to tell, they are taken to be so.
    """
    if are_too_many(one, other):
        return True
    if not one or not other:
        return False
    return _contradict(one, other) or _leave_nothing(one, other)


def are_too_many(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether it is not looked for a contradiction between the tests around two places."""
    return max(len(one), len(other)) >= budgets.CONDITIONS


def impossible(engine: Engine, frame: Frame, arm: Condition, around: tuple[Condition, ...]) -> bool:
    """Whether an arm can't be reached at all, by the tests around it.

    Only a test says so whose answer lasts. What is traced is not reached either where a flag says
    that nothing is jitted. Behind too many tests none is.
    """
    if frame.region is not None and not arm.arm and _asks_for_jit(arm.test):
        return True
    if frame.region is None and not arm.tested.plain:
        # Or else each of many tests of fields would be held against all the others.
        fields = arm.tested.fields
        around = tuple([one for one in around if not fields.isdisjoint(one.tested.fields)])
    if not around or not lasting.lasts(engine, frame, arm):
        return False
    if are_too_many((arm,), around) or _contradict((arm,), around):
        return True
    others = [one for one in around if lasting.lasts(engine, frame, one)]
    return _is_ruled_out(arm, others) or _leave_nothing((arm,), tuple(others))


class _Known:
    """What some conditions say: their facts, and the values of the names that they read."""

    def __init__(self, conditions: Iterable[Condition]) -> None:
        self._values: dict[str, set[Value | None]] = {}
        self._facts: dict[tuple[str, str], list[Fact]] = {}
        for condition in conditions:
            for name, value in condition.values.items():
                self._values.setdefault(name, set()).add(value)
        self.add(fact for condition in conditions for fact in condition.facts)

    def add(self, facts: Iterable[Fact]) -> None:
        """Note more that they say."""
        for fact in facts:
            self._facts.setdefault((fact.left, fact.right), []).append(fact)
            self._facts.setdefault((fact.left, ""), []).append(fact)

    def refute(self, said: Iterable[tuple[Condition, Fact]]) -> bool:
        """Whether one of the facts that conditions speak of can't hold, of the same values."""
        # Of numbers that are compared with others only "is equal to" says something.
        asked = [
            (condition, fact, (fact.left, "" if _tells(fact) else fact.right))
            for condition, fact in said
        ]
        return any(
            self._reads(condition) and any(_is_no(fact, one) for one in self._facts[about])
            for condition, fact, about in asked
            if about in self._facts
        )

    def _reads(self, condition: Condition) -> bool:
        """Whether the names in a test have the values that they have here."""
        known = self._values
        return all(known.get(name, {value}) == {value} for name, value in condition.values.items())


def _contradict(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether a test among some says the opposite of one among others, of the same values."""
    settled = {truth for condition in one for truth in condition.settled}
    if any((value, not holds) in settled for c in other for value, holds in c.settled):
        return True
    said = [(condition, fact) for condition in other for fact in condition.facts]
    return _Known(one).refute(said)


def _leave_nothing(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether a test of which one part or another holds is left none by those around both places.

    What contradicts itself was changed on the way: it says nothing of the other place.
    """
    if not [True for condition in (*one, *other) if condition.tested.chooses]:
        return False
    return _is_refuted((*one, *other)) and not (_is_refuted(one) or _is_refuted(other))


def _is_refuted(conditions: tuple[Condition, ...]) -> bool:
    """Whether some conditions leave no part of one of them that can hold.

    The last part that is left holds, which may rule out parts of others.
    """
    known = _Known(conditions)
    pending = [(condition, parts) for condition in conditions for parts in condition.choices]
    settled = True
    while settled:
        settled, left = False, []
        for condition, parts in pending:
            possible = tuple(
                [part for part in parts if not known.refute((condition, fact) for fact in part)]
            )
            if not possible:
                return True
            if len(possible) == 1:
                known.add(possible[0])
                settled = True
            else:
                left.append((condition, possible))
        pending = left
    return False


def _is_ruled_out(arm: Condition, around: Iterable[Condition]) -> bool:
    """Whether a test says of something the opposite of an arm, under whatever name.

    So does what a caller has tested of what it passes: ``x.ndim != 1`` there, ``a.ndim == 0`` here.
    """
    said = arm.said
    for one in around if said else ():
        for subject, fact in one.said:
            if any(subject == about and _denies(fact, asked) for about, asked in said):
                return True
    return False


def _asks_for_jit(test: ir.Expr) -> bool:
    """Whether a test is a flag whose name says that code is jitted."""
    return _FLAG_OF_JIT.fullmatch(ir.last_name(test)) is not None


def _tells(fact: Fact) -> bool:
    """Whether a fact says something of what is compared with others."""
    return fact.op in _EQUAL or bool(fact.among)


def _is_no(one: Fact, other: Fact) -> bool:
    """Whether two facts can't both hold of what is spelled alike."""
    return one.left == other.left and _denies(one, other)


def _denies(one: Fact, other: Fact) -> bool:
    """Whether two facts can't both hold of one thing."""
    if one.right == other.right and COMPLEMENTS[one.op] == other.op:
        return True
    if one.among or other.among:
        return _is_left_out(one, other) or _is_left_out(other, one)
    if not one.constant or not other.constant:
        return False
    if one.op == other.op and one.op in _EQUAL:
        return one.right != other.right
    return (one.op == "==" and _is_beyond(one.right, other)) or (
        other.op == "==" and _is_beyond(other.right, one)
    )


def _is_left_out(one: Fact, other: Fact) -> bool:
    """Whether something is one of some texts by one fact, and none of them by another."""
    texts = _texts(one, "in", "==")
    if not texts:
        return False
    others = _texts(other, "in", "==")
    return texts <= _texts(other, "not in", "!=") or (bool(others) and texts.isdisjoint(others))


def _texts(fact: Fact, of_several: str, of_one: str) -> frozenset[str]:
    """The texts of which a fact speaks by one of two operations."""
    if fact.op == of_several:
        return fact.among
    return frozenset((fact.right,)) if fact.op == of_one and fact.of_text else frozenset()


def _is_beyond(number: str, fact: Fact) -> bool:
    """Whether a whole number is none of those that a fact leaves."""
    if fact.op not in ORDERINGS or not (number.isdigit() and fact.right.isdigit()):
        return False
    return not COMPARISONS[fact.op](int(number), int(fact.right))
