"""Derivative rules of ``jax.custom_vjp`` and ``jax.custom_jvp``: their parameters and results."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodResult, TransformCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import DerivativeRule, DerivativeRuleBroken
from jaxlint.analysis.semantics import arity, calls
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import Container, Transformed, Unknown, Value
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_VJP = "jax.custom_vjp"
_JVP = "jax.custom_jvp"
_DEFINERS = frozenset(("defvjp", "defjvp", "defjvps"))


class Mark(Enum):
    """What this domain says of a function: that it has a derivative rule."""

    RULED = "ruled"


@usage.on(TransformCalled)
def called(engine: Engine, frame: Frame, event: TransformCalled) -> None:
    """Judge whether a function that is called has its rules, when everything has been seen."""
    made = event.made
    name = made.transform.name
    if name in (_VJP, _JVP):
        where, method = (*made.frame.at(made.node), name), "defvjp" if name == _VJP else "defjvp"
        settled = partial(_has_no_rule, engine, made)
        problem = DerivativeRule.MISSING
        misuse.note(engine, DerivativeRuleBroken(*where, problem, method, settled=settled))


def _has_no_rule(engine: Engine, made: Transformed) -> bool:
    known = engine.facts_of(made.frame.module)
    if any((Mark.RULED, made) in facts.marks or made in facts.handed for facts in known):
        return False
    words = made.holder, "def"
    return not engine.ask(Query(made.frame.module.path, words, far=True))


@usage.answer(MethodResult)
def define(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``f.defvjp(forward, backward)`` or ``f.defjvp(rule)``, which gives back the last rule."""
    made, method, arguments, node = event
    if not isinstance(made, Transformed) or method not in _DEFINERS:
        return None
    engine.facts.marks.add((Mark.RULED, made))
    name = made.transform.name
    known = arity.accepts(engine, made.func)
    if made.options.readable and known is not None and not known.more and not known.keyword:
        count = len(known.positional)
        fixed = len({*made.options.static_numbers}) + len(made.options.static_names)
        if (name, method) == (_VJP, "defvjp"):
            forward, backward = arguments.get(0, "fwd"), arguments.get(1, "bwd")
            _judge(engine, frame, forward, count, "forward", None, node)
            _judge(engine, frame, backward, fixed + 2, "backward", count - fixed, node)
        elif (name, method) == (_JVP, "defjvp"):
            _judge(engine, frame, arguments.get(0, "jvp"), fixed + 2, "jvp", None, node)
    return arguments.positional[-1] if arguments.positional else Unknown()


def _judge(
    engine: Engine,
    frame: Frame,
    rule: Value | None,
    count: int,
    role: str,
    gradients: int | None,
    node: ir.Place,
) -> None:
    """Judge a rule that JAX calls with ``count`` arguments.

    It has to return a pair, or a tuple of so many ``gradients``.
    """
    accepted = arity.accepts(engine, rule)
    if rule is None or accepted is None:
        return
    name = _JVP if role == "jvp" else _VJP
    wrong = accepted.refuses(count)
    if wrong:
        what = f"the {role} rule {wrong}"
        seen = DerivativeRuleBroken(*frame.at(node), name, DerivativeRule.MISFIT, what)
        misuse.note(engine, seen)
        return

    def judge_result() -> None:
        handed = Arguments(tuple(Unknown() for _ in range(count)))
        result = calls.apply(engine, frame, rule, handed, node)
        wrong = _no_tuple(result, gradients)
        if wrong:
            wanted = "a pair" if gradients is None else f"a tuple of {gradients}"
            what = f"the {role} rule returns {wrong}, not {wanted}"
            seen = DerivativeRuleBroken(*frame.at(node), name, DerivativeRule.MISFIT, what)
            misuse.note(engine, seen)

    if not engine.context.expects_errors:
        engine.later.append(judge_result)


def _no_tuple(result: Value, gradients: int | None) -> str:
    """What a rule certainly returns in place of a tuple of the right length."""
    if gradients is None:
        return structures.no_pair(result)
    if isinstance(result, Container) and result.kind == "tuple" and result.rest is None:
        return "" if len(result.items) == gradients else structures.describe(result)
    return "" if isinstance(result, Container) else structures.describe(result)
