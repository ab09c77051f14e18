"""Buffers whose count stops at what they hold, and whose place of the next write goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, UnknownCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.observations import CursorUnwrapped
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_LEAST = frozenset(("min", "minimum", "clip"))
# What keeps a number below another one, or has it begin anew.
_WRAPPING = _LEAST | frozenset(("mod", "remainder", "fmod", "where", "select", "cond"))


@arrays.on(MethodCalled, UnknownCalled)
def updated(engine: Engine, frame: Frame, event: MethodCalled | UnknownCalled) -> None:
    """Judge an update at a place that the code moves on without an end."""
    method = None if event.source is None else event.source.func
    scope = frame.scope
    if not isinstance(method, ir.Attribute) or method.attr != "set":
        return
    written = method.base
    if not isinstance(written, ir.Subscript) or not isinstance(scope, ir.Function):
        return
    if not isinstance(written.base, ir.Attribute) or written.base.attr != "at":
        return
    place = _settled(scope, written.index)
    for cursor in () if _wraps(place) else _fields(place):
        if _goes_on(scope, cursor) and (count := _capped(scope, cursor)):
            where = array_misuse.about(frame, event.node)
            array_misuse.note(engine, frame, CursorUnwrapped(*where, cursor, count))
            return


def _settled(scope: ir.Function, index: ir.Expr) -> ir.Expr:
    """What an index is, where a variable holds it that is bound to nothing else."""
    if not isinstance(index, ir.Name):
        return index
    bound = {ir.spelled(one): one for one in ir.assigned_to(scope.body, index.id)}
    return next(iter(bound.values())) if len(bound) == 1 else index


def _fields(place: ir.Expr) -> Iterator[str]:
    """The fields, or parameters, by which a place is counted."""
    for one in ir.nodes_in(place):
        if isinstance(one, ir.Attribute | ir.Subscript | ir.Name) and not _is_called(place, one):
            yield ir.spelled(one)


def _is_called(place: ir.Expr, part: ir.Expr) -> bool:
    """Whether a part is the function of a call."""
    return any(isinstance(one, ir.Call) and one.func is part for one in ir.nodes_in(place))


def _goes_on(scope: ir.Function, cursor: str) -> bool:
    """Whether a function adds to what is spelled so, and nowhere has it begin anew."""
    moved = False
    for one in ir.nodes_in(scope.body):
        if isinstance(one, ir.AugAssign) and ir.spelled(one.target) == cursor:
            moved = moved or one.op == "+"
        if isinstance(one, ir.BinaryOp) and ir.spelled(one.left) == cursor and one.op == "+":
            moved = moved or not _is_array(one.right)
        if _begins_anew(one) and any(_spells(part, cursor) for part in ir.nodes_in(one)):
            return False
    return moved


def _capped(scope: ir.Function, cursor: str) -> str:
    """What is counted beside a cursor, and is kept from growing on; "" for nothing."""
    for one in ir.nodes_in(scope.body):
        if not isinstance(one, ir.Call) or ir.last_name(one.func) not in _LEAST:
            continue
        for given in one.args:
            if isinstance(given, ir.BinaryOp) and given.op == "+":
                count = ir.spelled(given.left)
                if count != cursor and _holder(count) == _holder(cursor) != "":
                    return count
    return ""


def _holder(spelled: str) -> str:
    """The object whose field an expression spells; "" for a variable."""
    return spelled.rpartition(".")[0] or spelled.rpartition("[")[0]


def _wraps(expr: ir.Expr) -> bool:
    """Whether a number begins anew somewhere in an expression."""
    return any(map(_begins_anew, ir.nodes_in(expr)))


def _begins_anew(node: object) -> bool:
    """Whether an operation has a number begin anew, or keeps it below another one."""
    if isinstance(node, ir.Call):
        return ir.last_name(node.func) in _WRAPPING
    return isinstance(node, ir.Compare) or (isinstance(node, ir.BinaryOp) and node.op == "%")


def _is_array(added: ir.Expr) -> bool:
    """Whether what is added are the places of several at once."""
    return isinstance(added, ir.Call) and ir.last_name(added.func) == "arange"


def _spells(node: object, text: str) -> bool:
    """Whether a name, a field or an entry is spelled so."""
    return isinstance(node, ir.Attribute | ir.Subscript | ir.Name) and ir.spelled(node) == text
