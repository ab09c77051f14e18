"""Statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.program.ir.expressions import Constant, Ellipsis, Expr, Node, Place

if TYPE_CHECKING:
    from jaxlint.program.ir.scopes import Class, Function


@dataclass(slots=True, eq=False)
class Stmt(Node):
    """A statement without effect on values: pass, global, nonlocal, a type alias."""


@dataclass(slots=True, eq=False)
class Assign(Stmt):
    """``target = ... = value``, with the annotation where there is one."""

    targets: tuple[Expr, ...]
    value: Expr | None
    annotation: Expr | None = None


@dataclass(slots=True, eq=False)
class AugAssign(Stmt):
    """``target op= value``."""

    target: Expr
    op: str
    value: Expr


@dataclass(slots=True, eq=False)
class ExprStmt(Stmt):
    """An expression whose value is dropped."""

    value: Expr


@dataclass(slots=True, eq=False)
class Return(Stmt):
    """``return value``."""

    value: Expr | None


@dataclass(slots=True, eq=False)
class Raise(Stmt):
    """``raise value``."""

    value: Expr | None


@dataclass(slots=True, eq=False)
class Assert(Stmt):
    """``assert test, message``."""

    test: Expr
    message: Expr | None


@dataclass(slots=True, eq=False)
class If(Stmt):
    """``if test: body else: orelse``; an elif is an If alone in ``orelse``."""

    test: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class While(Stmt):
    """``while test: body else: orelse``."""

    test: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class For(Stmt):
    """``for target in iterable: body else: orelse``."""

    target: Expr
    iterable: Expr
    body: tuple[Stmt, ...]
    orelse: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class With(Stmt):
    """``with context as target, ...: body``."""

    items: tuple[tuple[Expr, Expr | None], ...]
    body: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class Handler:
    """``except kind as name: body``."""

    kind: Expr | None
    name: str | None
    body: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class Try(Stmt):
    """``try`` with its handlers, else and finally."""

    body: tuple[Stmt, ...]
    handlers: tuple[Handler, ...]
    orelse: tuple[Stmt, ...]
    final: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class Case:
    """One arm of a match.

    ``pattern`` is the pattern written as an expression: a value, a display of values, a call of a
    class with what it asks of its fields, an ``or`` of these. It is a bare ``Expr`` where there is
    no closer word for it, and None if it takes whatever comes. ``tests_value`` holds when it
    compares with a literal value, ``sequence`` is a pattern of a sequence.
    """

    names: tuple[str, ...]
    pattern: Expr | None
    tests_value: bool
    sequence: Place | None
    guard: Expr | None
    body: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class Match(Stmt):
    """``match subject: case ...``."""

    subject: Expr
    cases: tuple[Case, ...]


@dataclass(slots=True, eq=False)
class Delete(Stmt):
    """``del target, ...``."""

    targets: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Jump(Stmt):
    """``break`` or ``continue``."""

    kind: str


class ImportedName(NamedTuple):
    """``name`` is bound to ``module``, or to ``attribute`` of it.

    ``node`` is where it is written, ``whole`` the dotted name that is imported there.
    """

    name: str
    module: str
    attribute: str | None
    node: Place
    whole: str


@dataclass(slots=True, eq=False)
class Import(Stmt):
    """An import; ``star`` names the module of ``from module import *``."""

    names: tuple[ImportedName, ...]
    star: str | None = None


@dataclass(slots=True, eq=False)
class Define(Stmt):
    """``def``."""

    function: Function


@dataclass(slots=True, eq=False)
class DefineClass(Stmt):
    """``class``."""

    definition: Class


def is_idle(statement: Stmt) -> bool:
    """Whether a statement does nothing: a docstring, ``pass``, ``...``, ``global``."""
    if isinstance(statement, ExprStmt):
        return isinstance(statement.value, Constant | Ellipsis) or type(statement.value) is Expr
    return type(statement) is Stmt
