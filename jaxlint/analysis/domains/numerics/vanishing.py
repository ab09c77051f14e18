"""Gradients that are zero everywhere: nothing of what is differentiated reaches the loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.facts import Slope, Term
from jaxlint.analysis.domains.numerics.observations import GradientVanishes
from jaxlint.analysis.domains.tracing.events import BodyReturned, TransformMade
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
from jaxlint.knowledge.numerics import OPAQUE
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 12


@numerics.on(BodyReturned)
def returned(engine: Engine, frame: Frame, event: BodyReturned) -> None:
    """Judge what a function that is differentiated returns."""
    made, result = event.made, event.result
    if not _is_judged(engine, made) or _ignored(made):
        return
    if made.options.has_aux and isinstance(result, Container):
        result = result.items.get(0, result)
    number = isinstance(result, Array | Traced) and made.options.has_aux is not None
    if number and is_flat(result, _DEPTH):
        engine.observe(GradientVanishes(*made.frame.at(made.node), ""))


def is_flat(value: Value, depth: int) -> bool:
    """Whether a number certainly is the same for all values of what is differentiated."""
    if isinstance(value, Const | Static | HostArray):
        return True
    slope, term = value.fact(Slope), value.fact(Term)
    if slope is not None and (slope.taken or slope.cut):
        return slope.cut
    if term is None or term.op in OPAQUE or not depth:
        return False
    return all(is_flat(one, depth - 1) for one in term.operands)


@numerics.on(TransformMade)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Judge whether a function that is differentiated reads the arguments in question."""
    if _is_judged(engine, event.made):
        for name in _ignored(event.made):
            engine.observe(GradientVanishes(*frame.at(event.made.node), name))


def _is_judged(engine: Engine, made: Transformed) -> bool:
    """Whether this is a gradient of a function of the module; a caller may hand in any other."""
    func = made.func
    if made.transform.name not in names.GRADIENTS or not isinstance(func, Function):
        return False
    own = func.definition.module is engine.module and made.frame.module is engine.module
    return own and not engine.context.expects_errors


def _ignored(made: Transformed) -> list[str]:
    """The parameters that are differentiated and never read."""
    func, numbers = made.func, made.options.argnums or ()
    if not isinstance(func, Function) or func.definition.is_lambda:
        return []
    definition = func.definition
    by_position = [one.name for one in definition.parameters if one.kind == "positional"]
    by_position = by_position[0 if func.instance is None else 1 :]
    known = [n for n in numbers if type(n) is int and 0 <= n < len(by_position)]
    return [by_position[n] for n in known if _is_ignored(definition, by_position[n])]


def _is_ignored(definition: ir.Function, name: str) -> bool:
    """Whether a function that returns something never reads a parameter."""
    last = definition.body[-1]
    known = name.startswith("_") or name in ("self", "cls") or definition.is_read(name)
    written = isinstance(last, ir.Return) and last.value is not None
    return not known and written and not any(map(_is_hole, definition.body))


def _is_hole(statement: ir.Stmt) -> bool:
    """Whether a statement is ``...``, which stands for what is not written."""
    return isinstance(statement, ir.ExprStmt) and type(statement.value) is ir.Expr
