"""Scopes, and what happens to names in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from jaxlint.program.ir.expressions import Expr, Place
from jaxlint.program.ir.statements import Stmt


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

    @property
    def fills(self) -> bool:
        """Whether it happens only where something is still missing."""
        return any(arm.fills for arm in self.arms)


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

    @property
    def functions(self) -> Iterator[Function]:
        """This scope and those around it, from here outwards, as long as they are functions."""
        scope: Scope | None = self
        while isinstance(scope, Function):
            yield scope
            scope = scope.parent

    def only_tested(self, name: str) -> bool:
        """Whether every use of the name here or further in asks for its truth and nothing else."""
        if any(name in inner.loads and name not in inner.bound for inner in self.inner):
            return False
        loads = len(self.loads.get(name, ()))
        return loads > 0 and loads == self.tests.get(name, 0)

    def only_forwarded(self, name: str) -> bool:
        """Whether the name is used, but never tested, looked into or computed with here."""
        return not self.tests.get(name) and name not in self.containers

    def is_turned(self, name: str) -> bool:
        """Whether a loop binds the name in each of its turns."""
        return any(event.kind == "loop" for event in self.stores.get(name, ()))

    def is_read(self, name: str) -> bool:
        """Whether the name is read here or further in."""
        if name in self.loads:
            return True
        return any(name not in inner.bound and inner.is_read(name) for inner in self.inner)

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

    ``holder`` is the name to which a lambda, or a call of one, was assigned, ``only_returns`` says
    that the body does nothing but return what it computes, or raise; it may say what that is.
    ``only_makes`` says that it does nothing but define functions and return, as decorators do.
    """

    holder: str = ""
    parameters: tuple[Parameter, ...] = ()
    decorators: tuple[Expr, ...] = ()
    returns: Expr | None = None
    is_lambda: bool = False
    is_generator: bool = False
    is_async: bool = False
    only_returns: bool = False
    only_makes: bool = False

    @property
    def owner(self) -> Class | None:
        """The class whose body defines this function, if one does."""
        return self.parent if isinstance(self.parent, Class) else None

    @property
    def receiver(self) -> str:
        """What a method calls its object: its first parameter, "" without any."""
        return self.parameters[0].name if self.parameters else ""

    def is_unread(self, asked: tuple[Function, ...] = ()) -> bool:
        """Whether it is local, and nothing reads its name but itself and others like it.

        ``asked`` are those of which that is being asked.
        """
        around, name = self.parent, self.holder if self.is_lambda else self.name
        if self in asked:
            return True
        if not isinstance(around, Function) or not name or self.decorators:
            return False
        if name in around.outside or name in around.loads or "locals" in around.loads:
            return False
        readers = (one for one in around.inner if name not in one.bound and one.is_read(name))
        return all(isinstance(one, Function) and one.is_unread((*asked, self)) for one in readers)


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
