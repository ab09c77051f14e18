"""Draws that are only measured: of what comes of them the shape or the structure is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.semantics import variables
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import arrays, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# How many places a value is followed to, and into how many functions within each other.
_STEPS = 64
_DEPTH = 3

# Methods that give what is in an array or a container, and one that gives none of it.
_PASSING = arrays.PURE_METHODS | {"values", "items", "get"}
_NAMES = "keys"

_CONTAINERS = frozenset(
    f"builtins.{name}" for name in "list tuple dict zip enumerate reversed iter next".split()
)
_HANDING_ON = _CONTAINERS | arrays.LEAVES | names.SAME_VALUE

# Where a value goes on to; None where somebody may see its numbers.
_Onward = list[ir.Place] | None


@dataclass(slots=True, eq=False)
class _Around:
    """What each expression of a function stands in, gathered when first asked for."""

    of: dict[ir.Scope, dict[ir.Place, object]] = field(default_factory=dict)


def only(engine: Engine, path: Iterable[Level]) -> bool:
    """Whether nobody sees the numbers that come of one of the calls on the way to a draw."""
    return any(
        _Following(engine, level.frame, _DEPTH).ends_unseen([level.node])
        for level in path
        if level.node is not None
    )


@dataclass(slots=True, eq=False)
class _Following:
    """What becomes of a value in one function; ``asked`` says that something about it is asked."""

    engine: Engine
    frame: Frame
    depth: int
    asked: bool = False
    followed: set[str] = field(default_factory=set)

    def ends_unseen(self, begun: list[ir.Place]) -> bool:
        """Whether all ways from some places end where something is asked, but no number is seen."""
        pending, steps = list(begun), 0
        while pending:
            onward = self._onward(pending.pop())
            steps += 1
            if onward is None or steps > _STEPS:
                return False
            pending += onward
        return self.asked

    def _onward(self, place: ir.Place) -> _Onward:
        """Where what stands at a place goes next."""
        around = self._around(place)
        goes = _GOES.get(type(around))
        return None if goes is None else goes(self, around, place)

    def _around(self, place: ir.Place) -> object:
        """The expression or statement in which something stands directly."""
        scope, known = self.frame.scope, self.engine.kept(_Around).of
        if scope not in known:
            known[scope] = {
                node.place: around
                for node, around in ir.nested_in(scope.body)
                if isinstance(node, ir.Expr)
            }
        return known[scope].get(place)

    def _ends(self) -> _Onward:
        self.asked = True
        return []

    # --- where values go, by what they stand in ------------------------------------------------

    def part(self, around: ir.Expr, place: ir.Place) -> _Onward:
        """Into what holds it, or is computed of it element by element."""
        return [around.place]

    def attribute(self, around: ir.Attribute, place: ir.Place) -> _Onward:
        call = self._around(around.place)
        if not isinstance(call, ir.Call) or call.func is not around:
            return self._ends() if around.attr in arrays.STATIC_ATTRIBUTES else [around.place]
        if around.attr == _NAMES:
            return self._ends()
        return [call.place] if around.attr in _PASSING else None

    def subscript(self, around: ir.Subscript, place: ir.Place) -> _Onward:
        return [around.place] if around.base.place is place else None

    def comparison(self, around: ir.Compare, place: ir.Place) -> _Onward:
        alone = all(op in ("is", "is not") for op, _ in around.rest)
        return self._ends() if alone else None

    def choice(self, around: ir.IfExp, place: ir.Place) -> _Onward:
        return None if around.test.place is place else [around.place]

    def operator(self, around: ir.UnaryOp, place: ir.Place) -> _Onward:
        return None if around.op == "not" else [around.place]

    def clause(self, around: ir.Clause, place: ir.Place) -> _Onward:
        return self._readers(around.target) if around.iterable.place is place else None

    def loop(self, around: ir.For, place: ir.Place) -> _Onward:
        return self._readers(around.target) if around.iterable.place is place else None

    def assignment(self, around: ir.Assign, place: ir.Place) -> _Onward:
        return self._readers(*around.targets)

    def display(self, around: ir.Display, place: ir.Place) -> _Onward:
        """Into the display, or where that is taken apart at once, to the name for this element."""
        target = _only_target(self._around(around.place))
        if isinstance(target, ir.Display) and len(target.elements) == len(around.elements):
            pairs = zip(target.elements, around.elements, strict=True)
            return self._readers(*(name for name, one in pairs if one.place is place))
        return [around.place]

    def call(self, around: ir.Call, place: ir.Place) -> _Onward:
        """What a function makes of what it is given."""
        func = around.func
        if func.place is place:
            return None
        if isinstance(func, ir.Attribute) and func.attr in names.STAGES:
            return self._ends() if isinstance(self._named(func.base), Transformed) else None
        called = self._named(func)
        if isinstance(called, Function):
            return self._ends() if self._only_asks(called, _slot(around, place)) else None
        name = called.name if isinstance(called, External) else ""
        if name in arrays.WITHOUT_NUMBERS or (name in names.TREE_MAPS and self._maps(around)):
            return self._ends()
        if name in arrays.FLATTENED:
            return self._flattened(around)
        return [around.place] if name in _HANDING_ON else None

    # --- calls and names -----------------------------------------------------------------------

    def _maps(self, mapping: ir.Call) -> bool:
        """Whether what a tree is mapped by asks for no number."""
        by = mapping.args[0] if mapping.args else None
        called = None if by is None else self._named(by)
        if isinstance(called, Function):
            return self._only_asks(called, 0)
        return isinstance(called, External) and called.name in arrays.WITHOUT_NUMBERS

    def _flattened(self, call: ir.Call) -> _Onward:
        """To what holds the leaves; what else comes of it knows how they were put together."""
        around = self._around(call.place)
        if isinstance(around, ir.Subscript) and isinstance(around.index, ir.Constant):
            return [around.place] if around.index.value == 0 else self._ends()
        target = _only_target(around)
        if isinstance(target, ir.Display) and len(target.elements) == 2:
            self.asked = True
            return self._readers(target.elements[0])
        return None

    def _readers(self, *targets: ir.Expr) -> _Onward:
        """Where names are read, in a function that keeps them to itself."""
        scope, found = self.frame.scope, list[ir.Place]()
        for target in ir.single_targets(*targets):
            if not isinstance(target, ir.Name) or not isinstance(scope, ir.Function):
                return None
            name = target.id
            inner = any(name not in one.bound and one.is_read(name) for one in scope.inner)
            if inner or name in scope.outside:
                return None
            if name not in self.followed:
                self.followed.add(name)
                found += [event.node for event in scope.loads.get(name, ())]
        return found

    def _named(self, func: ir.Expr) -> Value | None:
        """What a dotted name stands for, without a use of it."""
        attributes: list[str] = []
        while isinstance(func, ir.Attribute):
            attributes.insert(0, func.attr)
            func = func.base
        if isinstance(func, ir.Lambda):
            return Function(func.function, self.frame, self.frame.region)
        if not isinstance(func, ir.Name):
            return None
        value = self.frame.env.get(func.id)
        if value is None:
            value, _ = variables.look_up(self.engine, self.frame, func.id)
        if not attributes or not isinstance(value, External):
            return None if attributes else value
        return self.engine.imports.external(".".join((value.name, *attributes)))

    def _only_asks(self, called: Function, slot: int | str | None) -> bool:
        """Whether a function asks no number of what it is given at a position, or by a name."""
        definition = called.definition
        if not self.depth or called.instance is not None:
            return False
        if definition.is_generator or definition.is_async:
            return False
        placed = [one.name for one in definition.parameters if one.kind == "positional"]
        name = dict(enumerate(placed)).get(slot) if isinstance(slot, int) else slot
        if name is None or name not in (one.name for one in definition.parameters):
            return False
        if any(one.is_read(name) for one in definition.inner):
            return False
        self.engine.looks_into(definition)
        frame = Frame(definition, definition.module or self.frame.module, called.closure, None)
        loads = [event.node for event in definition.loads.get(name, ())]
        return _Following(self.engine, frame, self.depth - 1).ends_unseen(loads)


def _only_target(statement: object) -> ir.Expr | None:
    """What an assignment binds, if it is one thing."""
    if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
        return None
    return statement.targets[0]


def _slot(call: ir.Call, place: ir.Place) -> int | str | None:
    """Where a call is given what stands at a place: by position or by name."""
    given = [*enumerate(call.args), *call.keywords]
    return next((slot for slot, one in given if one.place is place), None)


_GOES: dict[type, Callable[[_Following, Any, ir.Place], _Onward]] = {
    ir.Attribute: _Following.attribute,
    ir.Subscript: _Following.subscript,
    ir.Compare: _Following.comparison,
    ir.IfExp: _Following.choice,
    ir.UnaryOp: _Following.operator,
    ir.BinaryOp: _Following.part,
    ir.Starred: _Following.part,
    ir.DictDisplay: _Following.part,
    ir.Comprehension: _Following.part,
    ir.Clause: _Following.clause,
    ir.For: _Following.loop,
    ir.Assign: _Following.assignment,
    ir.Display: _Following.display,
    ir.Call: _Following.call,
}
