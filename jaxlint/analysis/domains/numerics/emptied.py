"""Rows that a mask leaves nothing of, and what softmax makes of them.

``valid[:, :, None] & valid[:, None, :]`` says of pairs that both are there. A row of what is not
there has no pair at all: with infinities in the place of its scores softmax divides zero by zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.observations import RowEmptied
from jaxlint.knowledge.numerics import SOFTMAXES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_AND = frozenset(("logical_and", "bitwise_and", "multiply"))
_DEPTH = 4


@numerics.on(OutsideCalled, about=SOFTMAXES.__contains__)
def normalised(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the scores that are given to softmax."""
    source = event.source
    if source is None or not source.args or not _is_along_last(source):
        return
    chosen = _settled(frame, source.args[0], _DEPTH)
    if not isinstance(chosen, ir.Call) or ir.last_name(chosen.func) != "where":
        return
    if len(chosen.args) != 3 or not _is_endless(chosen.args[2]):
        return
    mask = _of_both_sides(frame, chosen.args[0])
    if mask:
        engine.observe(RowEmptied(*frame.at(source.place), mask))


def _is_along_last(call: ir.Call) -> bool:
    """Whether it is the last axis along which numbers are made to add up to one."""
    axis = next((value for name, value in call.keywords if name == "axis"), None)
    given = axis if axis is not None else (*call.args, None)[1]
    return given is None or ir.spelled(given) in ("- 1", "-1")


def _settled(frame: Frame, expr: ir.Expr, depth: int) -> ir.Expr:
    """What an expression is, where a variable holds it: what was assigned last before."""
    if not isinstance(expr, ir.Name) or not depth:
        return expr
    found = None
    for one in ir.statements_in(*frame.scope.body):
        if one is frame.statement:
            break
        if isinstance(one, ir.Assign) and expr.id in map(ir.last_name, one.targets):
            found = one.value
    return expr if found is None else _settled(frame, found, depth - 1)


def _is_endless(expr: ir.Expr) -> bool:
    """Whether an expression is minus infinity."""
    if isinstance(expr, ir.UnaryOp):
        return expr.op == "-" and ir.last_name(expr.operand) in ("inf", "infty")
    text = expr.args[0] if isinstance(expr, ir.Call) and len(expr.args) == 1 else None
    return isinstance(text, ir.Constant) and text.value == "-inf"


def _of_both_sides(frame: Frame, mask: ir.Expr) -> str:
    """What a mask asks of both sides of pairs, be it beside other masks; "" for nothing."""
    lifted = [_lifted(side) for side in _sides(frame, mask, _DEPTH)]
    bases = (one[0] for one in lifted if one is not None)
    return next((base for base in bases if {(base, -1), (base, -2)} <= {*lifted}), "")


def _sides(frame: Frame, mask: ir.Expr, depth: int) -> Iterator[ir.Expr]:
    """The masks all of which a mask asks for."""
    mask = _settled(frame, mask, depth)
    if isinstance(mask, ir.BinaryOp) and mask.op in ("&", "*") and depth:
        yield from _sides(frame, mask.left, depth - 1)
        yield from _sides(frame, mask.right, depth - 1)
    elif isinstance(mask, ir.Call) and ir.last_name(mask.func) in _AND and depth:
        for one in mask.args:
            yield from _sides(frame, one, depth - 1)
    else:
        yield mask


def _lifted(expr: ir.Expr) -> tuple[str, int] | None:
    """What gets an axis by an index, and where, counted from the last one."""
    if not isinstance(expr, ir.Subscript) or not isinstance(expr.index, ir.Display):
        return None
    places = expr.index.elements
    news = [i - len(places) for i, one in enumerate(places) if _is_new(one)]
    return (ir.spelled(expr.base), news[0]) if len(news) == 1 else None


def _is_new(part: ir.Expr) -> bool:
    """Whether a part of an index adds an axis."""
    return ir.is_none(part) or ir.last_name(part) == "newaxis"
