"""Expressions of which an arm may not be evaluated: ``and``, ``or`` and ``x if y else z``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions, exclusion
from jaxlint.analysis.core.events import Asker, ValuesJoined
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.semantics import expressions, narrowing, truth
from jaxlint.analysis.values import flags, telling, truths, unseen
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Const, Static, Traced, Unknown, Value, is_none
from jaxlint.analysis.values.traced_asked import SaysTraced, traced_in
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@expressions.evaluates(ir.BoolOp)
def bool_op(engine: Engine, frame: Frame, node: ir.BoolOp) -> Value:
    asked = engine.questions
    left = expressions.evaluate(engine, frame, node.left)
    if node.op == "or":
        truth.has_default(left, node.right)
    known = truth.test(engine, frame, left, node.left.place, Asker(node.op))
    if known is not None and known == (node.op == "or"):
        return left
    outer = frame.conditions
    arm = node.op == "and"
    of_jax, traced = engine.questions != asked, traced_in(left, arm=arm)
    if of_jax or traced is not None or unseen.holds(left) or telling.where(left, true=arm):
        taken = conditions.taken(engine, frame, node.left, arm=arm, of_jax=of_jax)
        taken.traced = traced
        taken.note(left, holds=arm)
        frame.conditions = conditions.further(frame, outer, taken)
    frame.decided = True
    learned = narrowing.of_test(engine, frame, node.left, left, holds=arm)
    ended = frame.ended
    right = expressions.evaluate(engine, frame, node.right)
    narrowing.forget(frame.env, learned)
    frame.conditions = outer
    if known is not None:
        return right
    frame.ended = ended
    if traced is False and isinstance(right, Traced):
        return Static(left.fact(SaysTraced))
    if truth.raises(left):
        truth.compare(engine, frame, right, node.right.place, Asker(node.op))
        return Static()
    if isinstance(right, Traced) and isinstance(left, Static | Const):
        return right
    either = truths.either(left, right, settled=node.op == "or")
    if isinstance(left, Unknown) and isinstance(right, Traced) and right.abstract:
        either = either if of_jax or traced is not None else flags.made(right)
    tells = telling.combined((left, right), settled=node.op == "or")
    said = either.with_fact(left.fact(SaysTraced) or right.fact(SaysTraced))
    return said if tells is None else said.with_fact(tells)


@expressions.evaluates(ir.IfExp)
def if_exp(engine: Engine, frame: Frame, node: ir.IfExp) -> Value:
    asked = engine.questions
    test = expressions.evaluate(engine, frame, node.test)
    of_jax = engine.questions != asked
    frame.decided = True
    known = truth.test(engine, frame, test, node.test.place, Asker.TERNARY)
    if known is not None:
        return expressions.evaluate(engine, frame, node.body if known else node.orelse)
    outer = frame.conditions
    before = State(dict(frame.env), engine.store.copy(), outer)
    arrived: list[tuple[Value, State]] = []
    taken = conditions.taken(engine, frame, node.test, arm=True, of_jax=of_jax)
    taken.traced, taken.open = traced_in(test, arm=True), frame.region is not None
    taken.note(test, holds=True)
    other = conditions.opposite(taken)
    other.note(test, holds=False)
    for condition, branch in ((taken, node.body), (other, node.orelse)):
        if exclusion.impossible(engine, frame, condition, outer):
            engine.pruned += 1
            continue
        frame.conditions = conditions.further(frame, outer, condition)
        learned = narrowing.of_test(engine, frame, node.test, test, holds=branch is node.body)
        value = telling.under(condition.told, expressions.evaluate(engine, frame, branch))
        narrowing.forget(frame.env, learned)
        arrived.append((value, State(frame.env, engine.store, frame.conditions)))
        frame.env, engine.store = before.env, before.store.copy()
    frame.conditions = outer
    return between(engine, frame, arrived)


def between(engine: Engine, frame: Frame, arrived: Sequence[tuple[Value, State]]) -> Value:
    """The value of an expression with up to two arms, each run from the same state."""
    if not arrived:
        return Unknown()  # the conditions around contradict each other
    values = [value for value, _ in arrived]
    engine.store = arrived[0][1].store.copy()
    for _, state in arrived[1:]:
        engine.store.merge(state.store)
    absent = len(values) > 1 and any(is_none(value) for value in values)
    joined = Unknown() if absent else join_all(values)
    engine.tell(frame, ValuesJoined, joined, arrived)
    return joined
