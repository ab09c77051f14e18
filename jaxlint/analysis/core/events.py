"""What happens while code is run, as the interpreter tells it to the domains.

``Engine.tell`` makes an event only if a domain wants to hear of its type. Handlers get the frame in
which it happens beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jaxlint.analysis.core.calls import Arguments
    from jaxlint.analysis.values.kinds import Transformed, Value
    from jaxlint.program import ir


class Call(NamedTuple):
    """A call of a qualified name, for transfer functions; ``source`` is the call as written."""

    name: str
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class CallStarting(NamedTuple):
    """A call that stands in the source is about to happen, its arguments evaluated."""

    func: Value
    arguments: Arguments
    source: ir.Call


class MethodCalled(NamedTuple):
    """A method of a value is about to run."""

    base: Value
    name: str
    arguments: Arguments
    node: ir.Place


class TruthAsked(NamedTuple):
    """Code asks a value that is no constant whether it is true; ``form`` says by what."""

    value: Value
    node: ir.Place
    form: str


class Formatted(NamedTuple):
    """A value has become part of a text."""

    value: Value
    node: ir.Place


class ItemWritten(NamedTuple):
    """An assignment has stored a value under an index of another one."""

    target: ir.Subscript
    base: Value
    value: Value


class OperatorApplied(NamedTuple):
    """An arithmetic operator meets its operands."""

    node: ir.BinaryOp
    left: Value
    right: Value


class RegionLeft(NamedTuple):
    """A call of a transformed callable has run what it traces, and returns."""

    made: Transformed
    node: ir.Place
