"""What a ``case`` asks of the subject of its match: as a test, and of the value that is there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import comparisons, expressions, instances
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.world import World


@dataclass(slots=True, eq=False)
class CaseTests:
    """The tests that cases stand for, each made when first asked for."""

    of: dict[ir.Case, ir.Expr | None] = field(default_factory=dict)


def test_of(world: World, match: ir.Match, case: ir.Case) -> ir.Expr | None:
    """The test that a case stands for, as an ``if`` would spell it; None if it always holds."""
    known = world.kept(CaseTests).of
    if case not in known:
        known[case] = _with_guard(match.subject, case)
    return known[case]


def _with_guard(subject: ir.Expr, case: ir.Case) -> ir.Expr | None:
    if case.pattern is None:
        return case.guard
    asked = _spelled_out(subject, case.pattern)
    return asked if case.guard is None else ir.BoolOp(asked.place, "and", asked, case.guard)


def _spelled_out(subject: ir.Expr, pattern: ir.Expr) -> ir.Expr:
    """What a pattern asks of an expression: ``x == 2``, ``x is None``, ``isinstance(x, Kind)``."""
    if isinstance(pattern, ir.BoolOp):
        left, right = _spelled_out(subject, pattern.left), _spelled_out(subject, pattern.right)
        return replace(pattern, left=left, right=right)
    if not isinstance(pattern, ir.Call):
        operator = "is" if _is_singleton(pattern) else "=="
        return ir.Compare(pattern.place, subject, ((operator, pattern),))
    named = ir.Name(pattern.place, "isinstance", 0)
    asked: ir.Expr = ir.Call(pattern.place, named, (subject, pattern.func), ())
    for part in pattern.args:
        asked = ir.BoolOp(pattern.place, "and", asked, ir.Expr(part.place))
    return asked


def _is_singleton(pattern: ir.Expr) -> bool:
    """Whether a pattern is None, True or False, which a subject is or is not."""
    return ir.is_none(pattern) or (
        isinstance(pattern, ir.Constant) and isinstance(pattern.value, bool)
    )


def holds(engine: Engine, frame: Frame, subject: Value, pattern: ir.Expr) -> bool | None:
    """Whether a value matches a pattern, where that is known."""
    if isinstance(pattern, ir.BoolOp):
        left = holds(engine, frame, subject, pattern.left)
        right = holds(engine, frame, subject, pattern.right)
        return False if left is right is False else (left or right) or None
    if isinstance(pattern, ir.Call):
        kind = expressions.evaluate(engine, frame, pattern.func)
        answer = instances.answer(engine, subject, kind, handed=False)
        of_kind = bool(answer.value) if isinstance(answer, Const) else None
        return None if of_kind and pattern.args else of_kind
    value = expressions.evaluate(engine, frame, pattern)
    if _is_singleton(pattern):
        return comparisons.identical(subject, value)
    return comparisons.equal(subject, value)
