"""Expressions, and the places where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxlint.program.ir.scopes import Function, Module


class Place:
    """Where something stands in the source: the number of a node of its module's tree.

    ``end`` is set for calls and with statements: what stands inside has a number between the two.
    """

    __slots__ = ("end", "module", "number")

    def __init__(self, module: Module, number: int) -> None:
        self.module = module
        self.number = number
        self.end = number

    def encloses(self, other: Place) -> bool:
        """Whether something stands inside this call or with statement."""
        return self.module is other.module and self.number <= other.number < self.end


@dataclass(slots=True, eq=False)
class Node:
    """Anything that a finding can point at."""

    place: Place


@dataclass(slots=True, eq=False)
class Expr(Node):
    """An expression that this language has no closer word for; it evaluates to unknown."""


@dataclass(slots=True, eq=False)
class Name(Expr):
    """A name being read or bound."""

    id: str
    order: int


@dataclass(slots=True, eq=False)
class Constant(Expr):
    """A literal whose value is known."""

    value: object


@dataclass(slots=True, eq=False)
class Attribute(Expr):
    """``base.attr``."""

    base: Expr
    attr: str


def last_name(node: Expr | None) -> str:
    """The last of the names that an expression spells, ``c`` of ``a.b.c``; "" if it is none."""
    if isinstance(node, Attribute):
        return node.attr
    return node.id if isinstance(node, Name) else ""


def root_name(node: Expr | None) -> str:
    """The first of the names that a dotted name spells, ``a`` of ``a.b.c``; "" if it is none."""
    while isinstance(node, Attribute):
        node = node.base
    return node.id if isinstance(node, Name) else ""


def field_of(node: Expr | None, name: str) -> str:
    """The attribute of a variable that an expression is; "" if it is none."""
    own = isinstance(node, Attribute) and isinstance(node.base, Name) and node.base.id == name
    return node.attr if own and isinstance(node, Attribute) else ""


def is_dotted(node: Expr | None) -> bool:
    """Whether an expression is a dotted name, so that to evaluate it once more does nothing."""
    return bool(root_name(node))


def is_none(node: Expr | None) -> bool:
    """Whether an expression is None as it is written; false of none at all."""
    return isinstance(node, Constant) and node.value is None


@dataclass(slots=True, eq=False)
class Ellipsis(Expr):
    """``...``, in an index all the axes that others leave."""


@dataclass(slots=True, eq=False)
class Subscript(Expr):
    """``base[index]``; several indices come as one tuple display."""

    base: Expr
    index: Expr


@dataclass(slots=True, eq=False)
class Slice(Expr):
    """``lower:upper:step`` inside a subscript."""

    lower: Expr | None
    upper: Expr | None
    step: Expr | None


@dataclass(slots=True, eq=False)
class Starred(Expr):
    """``*value`` in a call or a display."""

    value: Expr


@dataclass(slots=True, eq=False)
class Call(Expr):
    """A call. A keyword without a name is ``**value``."""

    func: Expr
    args: tuple[Expr, ...]
    keywords: tuple[tuple[str | None, Expr], ...]

    @property
    def given(self) -> tuple[Expr, ...]:
        """All that it is given, by position and by name."""
        return (*self.args, *(value for _, value in self.keywords))


@dataclass(slots=True, eq=False)
class BinaryOp(Expr):
    """``left op right`` for arithmetic, shifts and bit operators."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class UnaryOp(Expr):
    """``op operand``; ``not`` among them."""

    op: str
    operand: Expr


@dataclass(slots=True, eq=False)
class BoolOp(Expr):
    """``left and right`` or ``left or right``."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Compare(Expr):
    """``left op right [op right ...]``."""

    left: Expr
    rest: tuple[tuple[str, Expr], ...]


@dataclass(slots=True, eq=False)
class IfExp(Expr):
    """``body if test else orelse``."""

    test: Expr
    body: Expr
    orelse: Expr


@dataclass(slots=True, eq=False)
class Display(Expr):
    """A tuple, list or set display; ``kind`` says which."""

    kind: str
    elements: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class DictDisplay(Expr):
    """A dict display. An item without a key is ``**value``."""

    items: tuple[tuple[Expr | None, Expr], ...]


@dataclass(slots=True, eq=False)
class Lambda(Expr):
    """A lambda; its function has one return statement."""

    function: Function


@dataclass(slots=True, eq=False)
class Clause(Node):
    """``for target in iterable if ...`` of a comprehension."""

    target: Expr
    iterable: Expr
    conditions: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Comprehension(Expr):
    """A list, set, dict or generator comprehension; ``key`` only for dicts."""

    kind: str
    key: Expr | None
    element: Expr
    clauses: tuple[Clause, ...]


@dataclass(slots=True, eq=False)
class FString(Expr):
    """A formatted string with the expressions in its braces.

    ``formatted`` are the numbers of the places of those that a format specification follows.
    """

    parts: tuple[Expr, ...]
    formatted: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class NamedExpr(Expr):
    """``target := value``."""

    target: Expr
    value: Expr


@dataclass(slots=True, eq=False)
class Await(Expr):
    """``await value``: ``value`` is evaluated, the result is unknown."""

    value: Expr | None


@dataclass(slots=True, eq=False)
class Yield(Expr):
    """``yield value``; ``each`` for ``yield from``, which gives the elements of ``value``."""

    value: Expr | None
    each: bool
