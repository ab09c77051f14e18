"""The statement of which one branch is taken by a test: ``if``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions, exclusion
from jaxlint.analysis.core.events import ArmPassedBy, Asker, TypeRefused
from jaxlint.analysis.core.frames import Env, Frame, State
from jaxlint.analysis.semantics import expressions, narrowing, paths, statements, truth
from jaxlint.analysis.values import telling
from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.regions import Why
from jaxlint.analysis.values.traced_asked import traced_in
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.context import Context
    from jaxlint.analysis.core.engine import Engine


@statements.runs(ir.If)
def if_statement(engine: Engine, frame: Frame, node: ir.If) -> bool:
    asked = engine.questions
    value = expressions.evaluate(engine, frame, node.test)
    of_jax = engine.questions != asked
    frame.decided = True
    known = truth.test(engine, frame, value, node.test.place, Asker.IF)
    if known is not None:
        taken = node.body if known else node.orelse
        if _refuses(taken) or (not known and _is_left_to_raise(frame, node)):
            engine.tell(frame, TypeRefused, value, node.test.place)
        elif not known:
            engine.tell(frame, ArmPassedBy, value, node)
    outer = frame.conditions
    reached = None
    settled = isinstance(node.test, ir.Constant) or not isinstance(frame.scope, ir.Module)
    if known is not None and settled:
        reached = _reached(engine, frame, node.test, arm=known, of_jax=of_jax)
    if known is not None and reached is not None:
        reached.traced, reached.decided = traced_in(value, arm=known) or None, True
        frame.conditions = conditions.further(frame, outer, reached)
        alive = statements.run_block(engine, frame, node.body if known else node.orelse)
        frame.conditions = outer
        return alive
    states: list[State] = []
    survivors: list[bool] = []
    learned: list[narrowing.Learned] = []
    before = paths.save(engine, frame)
    bound = dict(before.env) if known is not None else {}
    condition = conditions.taken(engine, frame, node.test, arm=True, of_jax=of_jax)
    condition.traced, condition.open = traced_in(value, arm=True), frame.region is not None
    condition.note(value, holds=True)
    for arm, body in ((True, node.body), (False, node.orelse)):
        if not arm:
            paths.restore(engine, frame, before)
            condition = conditions.opposite(condition)
            condition.note(value, holds=False)
        if exclusion.impossible(engine, frame, condition, outer):
            engine.pruned += 1
            continue
        frame.conditions = conditions.further(frame, outer, condition)
        told = narrowing.of_test(engine, frame, node.test, value, holds=arm)
        if settled or known in (None, arm):
            alive = statements.run_block(engine, frame, body)
        else:
            with engine.within(_barred(engine, frame, node.test, arm=arm)):
                alive = statements.run_block(engine, frame, body)
        if alive:
            states.append(paths.here(engine, frame))
            survivors.append(arm)
            learned.append(told)
    if len(states) > 1:
        for state, told in zip(states, learned, strict=True):
            narrowing.forget(state.env, told)
        _tell_apart(value, survivors, [state.env for state in states])
    frame.conditions = outer
    if len(survivors) == 1:
        left = conditions.taken(engine, frame, node.test, arm=survivors[0], of_jax=of_jax)
        left.note(value, holds=survivors[0])
        if _refuses(node.orelse if survivors[0] else node.body):
            narrowing.demand(states[0].env, learned[0])
        else:
            left.traced = traced_in(value, arm=survivors[0])
        frame.conditions = conditions.further(frame, outer, left)
    given = _given(bound, states[survivors.index(known)].env) if known in survivors else {}
    alive = paths.meet(engine, frame, states)
    frame.env.update(given)
    return alive


def _reached(
    engine: Engine, frame: Frame, test: ir.Expr, *, arm: bool, of_jax: bool
) -> conditions.Condition | None:
    """The condition of an arm that is taken, if those around do not rule it out.

    What has been tested for None is taken to be something, until the tests around deny it.
    """
    taken = conditions.taken(engine, frame, test, arm=arm, of_jax=of_jax)
    denied = exclusion.impossible(engine, frame, taken, frame.conditions)
    return None if denied else taken


def _tell_apart(value: Value, arms: Sequence[bool], envs: Sequence[Env]) -> None:
    """Have the constants that arms leave in variables tell what the test said that led there."""
    told = [telling.where(value, true=arm) for arm in arms]
    for name, one in list(envs[0].items()) if any(told) else ():
        if any(env.get(name) is not one for env in envs):
            for env, said in zip(envs, told, strict=True):
                if name in env:
                    env[name] = telling.under(said, env[name])


def _given(before: Env, env: Env) -> Env:
    """What the arm that is taken in the body of a module gives to variables.

    The other arm is run too, as a flag may be set another way, and binds what this one does not.
    """
    return {name: value for name, value in env.items() if before.get(name) is not value}


def _barred(engine: Engine, frame: Frame, test: ir.Expr, *, arm: bool) -> Context:
    """The context of an arm that the body of a module does not take, and is presumed to run."""
    if engine.context.barred is not None:
        return engine.context
    text, (asked, found) = ir.spelled(test), ("is", "is not") if arm else ("is not", "is")
    said, condition = f"`{text}` {found} true here", f"if `{text}` {asked} true"
    why = Why(said, frame.module, test.place, frame.why, Certainty.PRESUMED, condition)
    return engine.context._replace(barred=why)


def _refuses(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether an arm ends with an error."""
    return bool(body) and isinstance(body[-1], ir.Raise)


def _is_left_to_raise(frame: Frame, node: ir.If) -> bool:
    """Whether a function raises right behind a test, which the arm that is not taken returns at."""
    body = frame.scope.body if isinstance(frame.scope, ir.Function) else ()
    returns = not node.orelse and bool(node.body) and isinstance(node.body[-1], ir.Return)
    following = pairwise(body) if returns else ()
    return any(one is node and isinstance(other, ir.Raise) for one, other in following)
