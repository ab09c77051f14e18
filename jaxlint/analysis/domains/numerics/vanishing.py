"""Gradients that are zero everywhere: nothing of what is differentiated reaches the loss."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Slope, Term
from jaxlint.analysis.domains.numerics.fixed import Fixed
from jaxlint.analysis.domains.numerics.observations import GradientVanishes
from jaxlint.analysis.domains.tracing.events import (
    BodyReturned,
    RegionEntered,
    TransformMade,
    UnseenEntered,
)
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Static,
    Traced,
    Value,
)
from jaxlint.knowledge import names
from jaxlint.knowledge.numerics import ARGUMENT, PLACED
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 12


@dataclass(slots=True)
class _Fixed:
    """What was there when a gradient function was called, and is not differentiated."""

    of: dict[Transformed, Fixed] = field(default_factory=dict)


@numerics.on(RegionEntered, UnseenEntered)
def entered(engine: Engine, frame: Frame, event: RegionEntered | UnseenEntered) -> None:
    """Take note of what is there when a gradient function is called."""
    if event.made.transform.name in names.GRADIENTS:
        engine.kept(_Fixed).of[event.made] = Fixed(event.made, event.arguments)


@numerics.on(BodyReturned)
def returned(engine: Engine, frame: Frame, event: BodyReturned) -> None:
    """Judge what a function that is differentiated returns."""
    made, result = event.made, event.result
    fixed = engine.kept(_Fixed).of.get(made)
    if fixed is None or not _is_judged(engine, made):
        return
    if made.options.has_aux and isinstance(result, Container):
        result = result.items.get(0, result)
    number = isinstance(result, Array | Traced) and made.options.has_aux is not None
    if number and _reads_all(made) and _is_flat(result, fixed, _DEPTH):
        engine.observe(GradientVanishes(*made.frame.at(made.node), ""))


def _is_flat(value: Value, fixed: Fixed, depth: int) -> bool:
    """Whether a number certainly is the same for all values of what is differentiated."""
    if isinstance(value, Const | Static | HostArray):
        return True
    slope, term = value.fact(Slope), value.fact(Term)
    if slope is not None and (slope.taken or slope.cut):
        return slope.cut
    if value.token in fixed:
        return True
    if term is None or term.op == ARGUMENT or not term.operands or not depth:
        return False
    sloped = term.operands[1:] if term.op == PLACED else term.operands
    return all(_is_flat(one, fixed, depth - 1) for one in sloped)


@numerics.on(TransformMade)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Judge whether a function that is differentiated reads the arguments in question."""
    if _is_judged(engine, event.made):
        for name in _ignored(event.made):
            engine.observe(GradientVanishes(*frame.at(event.made.node), name))


def _is_judged(engine: Engine, made: Transformed) -> bool:
    """Whether this is a gradient, in the module, of a function that no caller has handed in."""
    func = made.func
    if made.transform.name not in names.GRADIENTS or not isinstance(func, Function):
        return False
    own = made.frame.module is engine.module and not _is_handed_in(made.frame, func)
    return own and not engine.context.expects_errors


def _is_handed_in(frame: Frame | None, func: Function) -> bool:
    """Whether a parameter of a function, or of one around it, holds what is differentiated."""
    while frame is not None:
        scope = frame.scope
        for one in scope.parameters if isinstance(scope, ir.Function) else ():
            value = frame.env.get(one.name)
            if value is not None and value.token is func.token:
                return True
        frame = frame.closure
    return False


def _ignored(made: Transformed) -> list[str]:
    """The parameters that are differentiated and never read."""
    func = made.func
    if not isinstance(func, Function) or func.definition.is_lambda:
        return []
    return [name for name in _differentiated(made) if _is_ignored(func.definition, name)]


def _reads_all(made: Transformed) -> bool:
    """Whether a function reads what is differentiated, and does not leave it out on purpose."""
    func = made.func
    return isinstance(func, Function) and all(map(func.definition.is_read, _differentiated(made)))


def _differentiated(made: Transformed) -> list[str]:
    """The parameters that are differentiated, as far as they are known."""
    func, numbers = made.func, made.options.argnums or ()
    if not isinstance(func, Function):
        return []
    parameters = func.definition.parameters
    by_position = [one.name for one in parameters if one.kind == "positional"]
    by_position = by_position[0 if func.instance is None else 1 :]
    known = [n for n in numbers if type(n) is int and 0 <= n < len(by_position)]
    return [by_position[n] for n in known]


def _is_ignored(definition: ir.Function, name: str) -> bool:
    """Whether a function that returns something never reads a parameter."""
    last = definition.body[-1]
    known = name.startswith("_") or name in ("self", "cls") or definition.is_read(name)
    written = isinstance(last, ir.Return) and last.value is not None
    return not known and written and not any(map(_is_hole, definition.body))


def _is_hole(statement: ir.Stmt) -> bool:
    """Whether a statement is ``...``, which stands for what is not written."""
    return isinstance(statement, ir.ExprStmt) and isinstance(statement.value, ir.Ellipsis)
