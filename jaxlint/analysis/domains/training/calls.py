"""Functions of the project that make a step, or hand it on to the one that does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.semantics import expressions
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# So many functions hand a call on to the one that makes the step.
HANDED = 3


def handed_on(
    engine: Engine, frame: Frame, call: ir.Expr | None, depth: int = HANDED
) -> Iterator[tuple[Function, dict[str, str]]]:
    """The function that is called, and those to which it only hands the call on.

    Each comes with its parameters for which a variable or a field is given, and that.
    """
    func = called(engine, frame, call.func) if isinstance(call, ir.Call) else None
    if func is None or not isinstance(call, ir.Call) or not depth:
        return
    definition = func.definition
    given = names_given(definition, call)
    yield func, given
    last = definition.body[0] if len(definition.body) == 1 else None
    if isinstance(last, ir.Return):
        for further, names in handed_on(engine, func.closure, last.value, depth - 1):
            yield further, {name: given[one] for name, one in names.items() if one in given}


def names_given(definition: ir.Function, call: ir.Call) -> dict[str, str]:
    """The parameters of a function for which a call gives a variable or a field, each with that."""
    parameters = [one.name for one in definition.parameters]
    written = (*zip(parameters, call.args, strict=False), *call.keywords)
    given = ((name, blocks.spelled(node)) for name, node in written if name)
    return {name: text for name, text in given if text}


def remembers(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether an expression is an optimiser that has a memory."""
    known = expressions.evaluate(engine, frame, node).fact(Optimiser)
    return known is not None and known.remembers


def forgets(engine: Engine, func: Function, node: ir.Expr) -> bool:
    """Whether an expression, for what a function closes over, is an optimiser without a memory."""
    root = ir.root_name(node)
    if not root or root in func.definition.bound:
        return False
    known = expressions.evaluate(engine, func.closure, node).fact(Optimiser)
    return known is not None and not known.remembers


def called(engine: Engine, frame: Frame, node: ir.Expr) -> Function | None:
    """The function of the project that a dotted name stands for, compiled or not; no method."""
    value = expressions.evaluate(engine, frame, node) if ir.is_dotted(node) else None
    if isinstance(value, Transformed) and value.transform.cached:
        value = value.func
    if not isinstance(value, Function) or value.instance is not None:
        return None
    engine.looks_into(value.definition)
    return value
