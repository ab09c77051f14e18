"""Loops of JAX as they are written: their bodies, and the states that these take and give."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge.transforms import TRANSFORMS, Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


class Form(NamedTuple):
    """Where a loop of JAX has its body and first state, and the body that state.

    ``paired`` says that it gives more than the last state.
    """

    body: int
    state: int
    parameter: int
    paired: bool = False


_FORMS = {
    Body.SCAN: Form(0, 1, 0, paired=True),
    Body.FORI: Form(2, 3, 1),
    Body.WHILE: Form(1, 2, 0),
}
# What they are called: a name that is no loop may not be there, and is not to be evaluated again.
_NAMES = {name.rpartition(".")[2] for name, one in TRANSFORMS.items() if one.body in _FORMS}


def form_of(engine: Engine, frame: Frame, call: ir.Call) -> Form | None:
    """The form of a loop that a call begins, whose body and first state it gives by position."""
    if not ir.is_dotted(call.func) or ir.last_name(call.func) not in _NAMES:
        return None
    func = expressions.evaluate(engine, frame, call.func)
    known = TRANSFORMS.get(func.name) if isinstance(func, External) else None
    form = None if known is None else _FORMS.get(known.body)
    return form if form is not None and len(call.args) > form.state else None


def body(engine: Engine, frame: Frame, node: ir.Expr) -> ir.Function | None:
    """The body that is given as a lambda or by its name; None for any other."""
    if isinstance(node, ir.Lambda):
        return node.function
    value = expressions.evaluate(engine, frame, node) if isinstance(node, ir.Name) else None
    return value.definition if isinstance(value, Function) else None


def state_given(definition: ir.Function, form: Form) -> ir.Expr | None:
    """The state that a body ends by giving."""
    last = definition.body[-1] if definition.body else None
    value = last.value if isinstance(last, ir.Return) else None
    if not form.paired or isinstance(value, ir.Call):
        return value
    return value.elements[0] if isinstance(value, ir.Display) and value.elements else None
