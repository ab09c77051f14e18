"""The small language that the interpreter runs.

Binding lowers every libcst tree to these nodes. They have the shape of Python's own syntax tree,
with names already sorted into scopes. No libcst tree is kept: each node has its ``Place``, for
which ``jaxlint.program.trees`` reads the source again if a finding ever points there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


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


# --- expressions ---------------------------------------------------------------------------------


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


# --- statements ----------------------------------------------------------------------------------


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

    ``tests_value`` holds when the pattern compares with a literal value, ``sequence`` is a pattern
    of a sequence.
    """

    names: tuple[str, ...]
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


# --- scopes --------------------------------------------------------------------------------------


class Arm(NamedTuple):
    """One of the ways that a branch goes.

    ``branch`` is the number of its place. ``fills`` says that the test asks whether something is
    still missing.
    """

    branch: int
    number: int
    fills: bool = False


class Event(NamedTuple):
    """Something that happens to a name, and where.

    ``order`` counts events through the module, ``loops`` are the loops around it inside its own
    scope, outermost first, by the numbers of their places, ``arms`` the branches around it. A
    mutation's kind says what changed: "attribute:scale", "item:'lr'", "item" for any key,
    "call:append", and "within:layers/..." when it is something in the attribute ``layers``.
    """

    kind: str
    order: int
    loops: tuple[int, ...]
    arms: tuple[Arm, ...]
    node: Place
    scope: Scope


@dataclass(slots=True, eq=False)
class Scope:
    """A function, class or module: which names it binds, and what happens to names inside it.

    ``entries`` are the loads that look into what a name holds: their kind is "attribute:x",
    "item:'x'", "entry" for an unknown one, and "store" where the entry is written. ``tests`` counts
    the loads that only ask for the truth of what a name holds.
    """

    name: str
    place: Place
    parent: Scope | None
    module: Module | None
    order: int = 0
    loops: tuple[int, ...] = ()
    body: tuple[Stmt, ...] = ()
    bound: set[str] = field(default_factory=set)
    outside: dict[str, str] = field(default_factory=dict)
    stores: dict[str, list[Event]] = field(default_factory=dict)
    loads: dict[str, list[Event]] = field(default_factory=dict)
    mutations: dict[str, list[Event]] = field(default_factory=dict)
    containers: set[str] = field(default_factory=set)
    entries: dict[str, list[Event]] = field(default_factory=dict)
    methods_called: set[str] = field(default_factory=set)
    tests: dict[str, int] = field(default_factory=dict)
    inner: list[Scope] = field(default_factory=list)

    def only_tested(self, name: str) -> bool:
        """Whether every use of the name here or further in asks for its truth and nothing else."""
        if any(name in inner.loads and name not in inner.bound for inner in self.inner):
            return False
        loads = len(self.loads.get(name, ()))
        return loads > 0 and loads == self.tests.get(name, 0)

    def only_forwarded(self, name: str) -> bool:
        """Whether the name is used, but never tested, looked into or computed with here."""
        return not self.tests.get(name) and name not in self.containers

    def uses_whole(self, name: str) -> bool:
        """Whether the name's own object is used here or further in, not only its entries."""
        if len(self.loads.get(name, ())) > len(self.entries.get(name, ())):
            return True
        return any(name in inner.loads and name not in inner.bound for inner in self.inner)

    @property
    def qualified_name(self) -> str:
        """The dotted name from the module down."""
        return self.name if self.parent is None else f"{self.parent.qualified_name}.{self.name}"


class Parameter(NamedTuple):
    """A parameter. ``kind`` is "positional", "keyword", "args" or "kwargs"."""

    name: str
    kind: str
    default: Expr | None
    annotation: Expr | None
    node: Place


@dataclass(slots=True, eq=False)
class Function(Scope):
    """A def or a lambda.

    ``holder`` is the name to which a lambda, or a call of one, was assigned.
    """

    holder: str = ""
    parameters: tuple[Parameter, ...] = ()
    decorators: tuple[Expr, ...] = ()
    returns: Expr | None = None
    is_lambda: bool = False
    is_generator: bool = False
    is_async: bool = False

    @property
    def owner(self) -> Class | None:
        """The class whose body defines this function, if one does."""
        return self.parent if isinstance(self.parent, Class) else None


@dataclass(slots=True, eq=False)
class Class(Scope):
    """A class."""

    bases: tuple[Expr, ...] = ()
    keywords: tuple[tuple[str | None, Expr], ...] = ()
    decorators: tuple[Expr, ...] = ()


@dataclass(slots=True, eq=False)
class Module(Scope):
    """A module: its ``path`` as shown, and the ``package`` its relative imports start from.

    ``source`` are its bytes, ``written`` what ``jaxlint.program.trees`` keeps of them.
    """

    path: str = ""
    package: str = ""
    source: bytes = b""
    written: Any = None

    @classmethod
    def empty(cls, name: str, path: str, package: str, source: bytes) -> Module:
        """A module without any statement."""
        module = cls(name, None, None, None, path=path, package=package, source=source)  # type: ignore[arg-type]
        module.module, module.place = module, Place(module, -1)
        return module
