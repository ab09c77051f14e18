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
    """An element is stored or deleted; ``form`` says by what kind of statement."""

    target: ir.Subscript
    base: Value
    key: Value | None
    value: Value
    form: str


class ItemRead(NamedTuple):
    """A subscript reads an element of a value."""

    node: ir.Subscript
    base: Value
    key: Value


class NameAugmented(NamedTuple):
    """An augmented assignment meets what a name held, which an array's own operator changes."""

    node: ir.AugAssign
    old: Value
    value: Value


class MemoryWritten(NamedTuple):
    """A function of NumPy's writes into an array that it is given."""

    base: Value
    node: ir.Place


class OperatorApplied(NamedTuple):
    """An arithmetic operator meets its operands."""

    node: ir.BinaryOp
    left: Value
    right: Value


class RegionEntered(NamedTuple):
    """A transformed callable is called with arguments for the parameters ``names``."""

    made: Transformed
    arguments: Arguments
    names: list[str]
    call: ir.Call | None


class RegionLeft(NamedTuple):
    """Such a call has run what it traces, and gives a value."""

    made: Transformed
    arguments: Arguments
    names: list[str]
    given: Value
    node: ir.Place
