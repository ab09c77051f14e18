"""Bodies of loops that read what the loop starts from, and never what it carries on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, loops, training
from jaxlint.analysis.domains.training.loops import Form
from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function, once."""
    if blocks.first_function(engine, frame, __name__) is None:
        return
    for statement in ir.statements_in(*frame.scope.body):
        for node in ir.nodes_in(getattr(statement, "value", None)):
            if isinstance(node, ir.Call):
                _judge(engine, frame, node)


def _judge(engine: Engine, frame: Frame, call: ir.Call) -> None:
    """Judge a loop of JAX whose body is defined in the same function."""
    form = loops.form_of(engine, frame, call)
    if form is None:
        return
    body = loops.body(engine, frame, call.args[form.body])
    given = None if body is None or body not in frame.scope.inner else loops.state_given(body, form)
    if body is None or given is None:
        return
    for carried, first, last in _parts(body, form, call.args[form.state], given):
        reads = body.loads.get(first, ())
        settled = len(frame.scope.stores.get(first, ())) == 1 and first not in body.bound
        if reads and settled and _is_unread(body, carried) and not _is(last, first):
            seen = StateNeverAdvances(*frame.at(reads[0].node), carried, first, Lost.TURN)
            engine.observe(seen)


def _parts(
    body: ir.Function, form: Form, first: ir.Expr, last: ir.Expr
) -> Iterator[tuple[str, str, ir.Expr]]:
    """The parts of a state by the names that they have in the body, and before the loop.

    With what the body gives for each.
    """
    if form.parameter >= len(body.parameters):
        return
    parameter = body.parameters[form.parameter].name
    if isinstance(first, ir.Name):
        yield parameter, first.id, last
    if not isinstance(first, ir.Display) or not isinstance(last, ir.Display):
        return
    for one in ir.assignments_in(*body.body):
        target = one.targets[0]
        if _is(one.value, parameter) and isinstance(target, ir.Display):
            for part, before, behind in zip(
                target.elements, first.elements, last.elements, strict=False
            ):
                if isinstance(part, ir.Name) and isinstance(before, ir.Name):
                    yield part.id, before.id, behind
            return


def _is(expr: ir.Expr | None, name: str) -> bool:
    return isinstance(expr, ir.Name) and expr.id == name


def _is_unread(body: ir.Function, name: str) -> bool:
    """Whether nothing reads a variable as it came in: not at all, or not before it is bound anew.

    A name that says so is not wanted.
    """
    stores, loads = body.stores.get(name, ()), body.loads.get(name, ())
    if name.startswith("_") or any(name in inner.loads for inner in body.inner):
        return False
    again = [event.order for event in stores[1:] if not event.arms and not event.loops]
    return all(again and event.order > again[0] for event in loads)
