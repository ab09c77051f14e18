"""Frames: activations of scopes with their variables, and what a path has come to in one."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.path_state import PathState
from jaxlint.analysis.core.rebinding import Rebinding
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.regions import Region
from jaxlint.program import ir, trees
from jaxlint.program.ir import spoken

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.values.regions import Why

_WORD = re.compile(r"(?<![.\w])[a-zA-Z_]\w*")

Env = dict[str, Value]


@dataclass(slots=True, frozen=True, eq=False)
class Level:
    """One call on the way from the outermost frame to a draw, and the statement it stands in.

    ``node`` is None where the source shows no call, as for the body of a scan, ``statement`` where
    the call is part of a comprehension. ``entered`` is what runs the call, shown or not.
    """

    frame: Frame
    node: ir.Place | None
    serial: int
    statement: ir.Stmt | None
    entered: ir.Place

    @property
    def module(self) -> ir.Module:
        """The module of the call."""
        return self.frame.module


class State(NamedTuple):
    """What a path has come to, and the branches that it took."""

    env: Env
    store: PathState
    conditions: tuple[Condition, ...]


@dataclass(slots=True, eq=False)
class Guard:
    """A handler around code that runs in ``frame``.

    ``meant`` says that the handler names the errors of tracers, or raises again.
    """

    frame: Frame
    handler: ir.Handler
    meant: bool

    @property
    def text(self) -> str:
        """The handler as it is written."""
        kind = self.handler.kind
        return "except" if kind is None else f"except {self._code(kind)}"

    def replaces(self, node: ir.Place) -> bool:
        """Whether the handler gives a value of its own, in which no variable of ``node`` is.

        None is no value to go on with, and neither is a flag that only decides what is said.
        """
        last = self.handler.body[-1]
        if not isinstance(last, ir.Return | ir.Assign) or _is_none(last.value):
            return False
        if isinstance(last, ir.Assign) and self._is_only_said(last):
            return False
        parts = [one.value if isinstance(one, ir.Assign) else one for one in self.handler.body]
        read = {word for part in parts if part for word in _WORD.findall(self._code(part))}
        needed = _WORD.findall(trees.code(node))
        return not any(word in read and word in self.frame.env for word in needed)

    def _is_only_said(self, flag: ir.Assign) -> bool:
        """Whether a statement binds a name that only decides whether something is said."""
        scope = self.frame.scope
        named = [target.id for target in flag.targets if isinstance(target, ir.Name)]
        return len(named) == len(flag.targets) == 1 and spoken.only_decides_words(scope, named[0])

    def _code(self, node: ir.Node) -> str:
        return " ".join(trees.code(node.place).split())


def _is_none(value: ir.Expr | None) -> bool:
    return value is None or ir.is_none(value)


@dataclass(slots=True, frozen=True, eq=False)
class Passed:
    """The expression that a caller passed for a parameter, and the value it had."""

    expr: ir.Expr
    frame: Frame
    value: Value


@dataclass(slots=True, eq=False)
class Sought:
    """What code reads attributes of where a handler waits for values that lack them.

    ``found`` says that a value certainly has one, ``doubted`` are the tokens of those that may not.
    """

    found: bool = False
    doubted: set[Value] = field(default_factory=set)

    @property
    def all_found(self) -> bool:
        """Whether something was read, and nothing can be lacking."""
        return self.found and not self.doubted


@dataclass(slots=True, eq=False)
class Frame:
    """One activation of a scope: its variables, where it closes over, and the region it runs in.

    ``call_why`` leads from the trace root to this activation. ``loops`` are the loops around the
    current statement and ``passes`` number the times they were begun. ``conditions`` are the
    branches taken to it, the first ``inherited`` of them by the callers. ``comprehensions`` counts
    those around it, ``decided`` that Python took a branch here, ``statement`` is the one under way,
    ``assigning`` what an assignment under way stores, ``passed`` what the caller wrote for each
    parameter. ``depth`` counts the conditions with which the statement under way began, ``ended``
    says that it raises for certain, ``sought`` is set where a lack of attributes is handled.
    ``since`` is the definition from which no call in sight leads here, so that this may run at any
    time after it, and None below the body of a module, whose variables are those of the moment.
    ``rebinding`` is what is known of the variables that the body of a module binds several times.
    ``kept`` is what a function that keeps its results knows the call by: a like call runs no code.
    """

    scope: ir.Scope
    module: ir.Module
    closure: Frame | None
    region: Region | None
    call_why: Why | None = None
    env: Env = field(default_factory=dict)
    returns: list[Value] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    exits: list[State] = field(default_factory=list)
    loops: list[int] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    conditions: tuple[Condition, ...] = ()
    inherited: int = 0
    comprehensions: int = 0
    decided: bool = False
    breaks: list[list[State]] = field(default_factory=list)
    continues: list[list[State]] = field(default_factory=list)
    statement: ir.Stmt | None = None
    assigning: ir.Node | None = None
    passed: dict[str, Passed] = field(default_factory=dict)
    depth: int = 0
    ended: bool = False
    sought: Sought | None = None
    since: ir.Scope | None = None
    rebinding: Rebinding | None = None
    kept: Hashable = None

    def bind(self, name: str, value: Value) -> None:
        """Bind a variable of this frame."""
        self.env[name] = value
        if self.rebinding is not None:
            self.rebinding.bound(name, value, self.conditions)

    def holder(self, name: str) -> Frame | None:
        """The frame that holds a variable: this one, or the nearest around it; None for none."""
        owner: Frame | None = self
        while owner is not None and name not in owner.env:
            owner = owner.closure
        return owner

    def is_given(self, node: ir.Expr) -> bool:
        """Whether an expression is a parameter of the function that runs."""
        parameters = self.scope.parameters if isinstance(self.scope, ir.Function) else ()
        return isinstance(node, ir.Name) and any(node.id == one.name for one in parameters)

    def level(self, node: ir.Place, serial: int, *, visible: bool = True) -> Level:
        """The place of a call in this frame."""
        statement = None if self.comprehensions else self.statement
        return Level(self, node if visible else None, serial, statement, node)

    def at(self, node: ir.Place) -> tuple[ir.Module, ir.Place, Why | None]:
        """The fields that every observation at a node has."""
        return self.module, node, self.why

    @property
    def is_straight(self) -> bool:
        """Whether the statement under way is sure to come to this part of it."""
        return self.depth == len(self.conditions) and not self.comprehensions

    @property
    def turn(self) -> object:
        """What tells the turns of the innermost pass under way from those of others."""
        return self.passes[-1] if self.passes else object()

    @property
    def own_conditions(self) -> tuple[Condition, ...]:
        """The branches taken in this activation, without those that led to the call."""
        return self.conditions[self.inherited :]

    @property
    def means_untraced(self) -> bool:
        """Whether this was reached because something is not traced, it is not known what."""
        return any(one.traced is False for one in self.conditions)

    @property
    def may_be_untraced(self) -> bool:
        """Whether this was, or because of what code that was not followed would have told."""
        return self.means_untraced or any(one.is_open for one in self.conditions)

    @property
    def setup(self) -> str:
        """What an arm on the way here asks of how the program is set up; "" if none does."""
        return next((one.setup for one in self.conditions if one.setup), "")

    @property
    def makes_missing(self) -> bool:
        """Whether traced code came here since a file or program is not there that it looked for."""
        return any(one.lacks for one in self.conditions)

    @property
    def turn_conditions(self) -> list[Condition]:
        """The branches taken in this turn of the innermost loop, without those that led to it."""
        loop = self.loops[-1] if self.loops else -1
        return [one for one in self.own_conditions if one.test.place.number > loop]

    @property
    def why(self) -> Why | None:
        """The chain that explains why the current code is traced."""
        if self.call_why is not None:
            return self.call_why
        return None if self.region is None else self.region.why


def join_env(left: Env, right: Env) -> Env:
    """Join the variables of two paths; a variable bound on one of them only keeps its value."""
    joined = dict(left)
    for name, value in right.items():
        mine = left.get(name)
        if mine is None:
            joined[name] = value
        elif mine is not value:
            joined[name] = join(mine, value)
    return joined
