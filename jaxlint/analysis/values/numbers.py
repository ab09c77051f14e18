"""Python's numbers, of which perhaps only the type is known."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Edge, Fact
from jaxlint.analysis.values.kinds import Const, Static, Value
from jaxlint.program.operators import mirrored

_KINDS: dict[type, str] = {bool: "bool", int: "int", float: "float", complex: "complex"}
_REAL = {"int", "float"}
_ARITHMETIC = ("+", "-", "*", "//", "%")
_WHERE_ABOVE = {"==": False, "!=": True, ">": True, ">=": True, "<": False, "<=": False}
_BEYOND = ("<", ">=")
_WHOLE = (Edge.CALL, Edge.TRACE_IN, Edge.TRACE_OUT, Edge.NEXT_TURN)


@dataclass(slots=True, frozen=True)
class Number(Fact):
    """Said of a Python number that is not known; ``kind`` names its type."""

    kind: str

    def cross(self, edge: Edge) -> Number | None:
        """It stays one wherever it goes as a whole."""
        return self if edge in _WHOLE else None

    def sign(self) -> Hashable:
        """The type: what a function gives depends on it."""
        return self.kind


@dataclass(slots=True, frozen=True)
class Above(Fact):
    """Said of a whole number that is greater than ``least``, here and nowhere else."""

    least: int

    def cross(self, edge: Edge) -> Above | None:
        """It is known in the turn of a loop that gave it."""
        return None


WHOLE_NUMBER = Number("int")
FRACTION = Number("float")


def kind_of(value: Value) -> str:
    """The type of a Python number, known or not; "" where a value may be something else."""
    if isinstance(value, Const):
        return _KINDS.get(type(value.value), "")
    number = value.fact(Number) if isinstance(value, Static) else None
    return "" if number is None else number.kind


def is_number(value: Value) -> bool:
    """Whether a value is a number of Python's, known or not."""
    return bool(kind_of(value))


def is_whole_number(value: Value) -> bool:
    """Whether a value is a whole number of Python's, known or not."""
    return kind_of(value) == "int"


def is_fraction(value: Value) -> bool:
    """Whether a value is a float of Python's, known or not."""
    return kind_of(value) == "float"


def common(left: Value, right: Value) -> Number | None:
    """What is known of a value that is one of two, each a number of one type."""
    kind = kind_of(left)
    return Number(kind) if kind and kind == kind_of(right) else None


def result_of(op: str, left: Value, right: Value) -> Number | None:
    """What an operator makes of two of Python's numbers, where the type is certain."""
    kinds = {kind_of(left), kind_of(right)}
    if op == "/" and isinstance(left, Static | Const) and isinstance(right, Static | Const):
        known = all(isinstance(side, Static) or kind_of(side) in _REAL for side in (left, right))
        return FRACTION if known else None
    if op == "**":
        return FRACTION if _is_real_power(left, right) else None
    if op not in _ARITHMETIC or not kinds <= _REAL:
        return None
    return WHOLE_NUMBER if kinds == {"int"} else FRACTION


def _is_real_power(base: Value, exponent: Value) -> bool:
    """Whether a power is a float: a fraction to some power of a number below zero is complex."""
    if (kind_of(base), kind_of(exponent)) == ("float", "int"):
        return True
    number = base.value if isinstance(base, Const) else None
    above = isinstance(number, int | float) and number > 0
    return above and kind_of(exponent) == "float"


def compared(op: str, left: Value, right: Value) -> bool | None:
    """What a comparison of a number with one that it is above of gives, where that is known."""
    if isinstance(left, Const):
        return compared(mirrored(op), right, left) if isinstance(right, Static) else None
    above = left.fact(Above) if isinstance(left, Static) else None
    bound = right.value if isinstance(right, Const) else None
    if above is None or type(bound) is not int or bound > above.least + (op in _BEYOND):
        return None
    return _WHERE_ABOVE.get(op)
