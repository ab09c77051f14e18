"""Results of traced code that are overwritten before anything reads them."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, training
from jaxlint.analysis.domains.training.observations import ResultOverwritten
from jaxlint.analysis.semantics import classes
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What makes first values that are filled in later.
_PLACEHOLDERS = frozenset("arange array asarray dict empty eye full list ones zeros".split())


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through a function that was traced, or that a model computes with, once."""
    scope = frame.scope
    if frame.region is None and not _is_of_model(engine, scope):
        return
    if not blocks.is_first(engine, frame, __name__):
        return
    unread = [one for name in scope.stores for one in _unread(scope, name)]
    if not unread or _may_jump(scope.body):
        return
    made = {one.targets[0].place: one for one in ir.assignments_in(*scope.body)}
    for first, name in unread:
        statement = made.get(first.node)
        if statement is not None and _computes(statement.value):
            engine.observe(ResultOverwritten(*frame.at(first.node), name))


def _is_of_model(engine: Engine, scope: ir.Scope) -> bool:
    """Whether code is what a module of linen or Equinox does when it is called."""
    called = isinstance(scope, ir.Function) and scope.name == "__call__"
    owner = engine.class_of(scope.owner) if isinstance(scope, ir.Function) and called else None
    return owner is not None and classes.kind(owner) in ("linen", "equinox")


def _unread(scope: ir.Scope, name: str) -> Iterator[tuple[ir.Event, str]]:
    """The stores to a variable that another one in the same block follows, with no read between.

    What is deleted is done without on purpose.
    """
    stores = scope.stores[name]
    if len(stores) < 2 or name.startswith("_") or name in scope.outside:
        return
    if name in scope.mutations or any(name in one.loads for one in scope.inner):
        return
    loads = sorted(event.order for event in scope.loads.get(name, ()))
    for first, second in pairwise(stores):
        alike = first.loops == second.loops and first.arms == second.arms
        alike = alike and second.kind != "delete"
        if alike and bisect(loads, first.order) == bisect(loads, second.order):
            yield first, name


def _may_jump(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether statements may be left halfway: by an error that is handled, or in a loop."""
    return any(isinstance(one, ir.Try | ir.Jump) for one in ir.statements_in(*body))


def _computes(value: ir.Expr | None) -> bool:
    """Whether an expression is a call that is given more than literals, and no placeholder.

    What is called may be made on the spot, as layers are.
    """
    func = value.func if isinstance(value, ir.Call) else None
    made = func.func if isinstance(func, ir.Call) else func
    name = "" if made is None else ir.last_name(made)
    if not isinstance(value, ir.Call) or name in ("", *_PLACEHOLDERS) or name.endswith("_like"):
        return False
    return any(not isinstance(one, ir.Constant | ir.Display) for one in value.given)
