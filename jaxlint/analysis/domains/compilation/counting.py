"""Numbers that are others in each turn of a loop, by how they are computed of what counts it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import annotated, objects
from jaxlint.analysis.values.kinds import Const, External, Instance, Value
from jaxlint.knowledge.host import APART, BOUNDING, PERIODIC
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Operators that make different numbers of different ones, beside a number that stays.
_APART = frozenset(("+", "-", "*", "/", "**"))
_SHIFTING = frozenset(("+", "-"))
_ALIKE: dict[str, tuple[int, ...]] = {"*": (0,), "/": (0,), "**": (0, 1)}
_DEPTH = 12
_LONG = 8
_STRETCH = 16


@dataclass(slots=True, frozen=True)
class Code:
    """Where an expression stands: in a ``scope``, inside ``loops``, its names known in a ``frame``.

    In a helper ``given`` are the arguments that ``outer`` code wrote for its parameters. ``counts``
    are variables of a comprehension, which are others in each turn.
    """

    scope: ir.Scope
    frame: Frame
    loops: tuple[int, ...] = ()
    given: Mapping[str, ir.Expr] = field(default_factory=dict)
    outer: Code | None = None
    counts: frozenset[str] = frozenset()


def code_of(frame: Frame) -> Code:
    """Where the statement under way stands."""
    return Code(frame.scope, frame, tuple(frame.loops))


def counter_of(engine: Engine, code: Code, written: ir.Expr, depth: int = _DEPTH) -> ir.Name | None:
    """The counter that an expression makes another number of in each turn, if there is one.

    It stands in the expression once, beside what no turn of the loop binds. What a helper returns
    is followed.
    """
    if not depth:
        return None
    if isinstance(written, ir.Name):
        return _named(engine, code, written, depth - 1)
    if isinstance(written, ir.UnaryOp) and written.op == "-":
        return counter_of(engine, code, written.operand, depth - 1)
    if isinstance(written, ir.Call):
        return _of_call(engine, code, written, depth - 1)
    if not isinstance(written, ir.BinaryOp) or written.op not in _APART:
        return None
    for one, other in ((written.left, written.right), (written.right, written.left)):
        if stays(code, other, _ALIKE.get(written.op, ())):
            return counter_of(engine, code, one, depth - 1)
    return None


def _named(engine: Engine, code: Code, written: ir.Name, depth: int) -> ir.Name | None:
    if written.id in code.counts:
        return written
    found = origin(code, written.id)
    if found is not None:
        return counter_of(engine, *found, depth)
    return written if code.outer is None and _may_count(code, written.id) else None


def _of_call(engine: Engine, code: Code, call: ir.Call, depth: int) -> ir.Name | None:
    """The same of what a call gives: ``exp`` of it, or what a function of the project returns."""
    func = called(engine, code, call)
    if isinstance(func, External) and func.name in BOUNDING and not call.keywords:
        return _bounded(engine, code, call, depth)
    if isinstance(func, External) and len(call.args) == 1 and not call.keywords:
        same = func.name in APART or (
            func.name in PERIODIC and _is_part(engine, code, call.args[0])
        )
        return counter_of(engine, code, call.args[0], depth) if same else None
    found = entered(engine, code, call, func)
    return None if found is None else counter_of(engine, *found, depth)


def _bounded(engine: Engine, code: Code, call: ir.Call, depth: int) -> ir.Name | None:
    """The counter of a number that stays the same from a bound on: ``max(0.05, 0.99**t)``.

    A power is followed, as it takes many turns until it comes there.
    """
    moving = [one for one in call.args if not stays(code, one, ())]
    powers = [part for one in moving for part in ir.nodes_in(one) if isinstance(part, ir.BinaryOp)]
    if len(moving) != 1 or not any(one.op == "**" for one in powers):
        return None
    return counter_of(engine, code, moving[0], depth)


def _is_part(engine: Engine, code: Code, angle: ir.Expr) -> bool:
    """Whether an angle is a part of a long stretch, so that it hardly comes back in a few turns."""
    quotients = (one for one in ir.nodes_in(angle) if isinstance(one, ir.BinaryOp))
    parts = [number(engine, code, one.right) for one in quotients if one.op == "/"]
    return any(one is None or one > _STRETCH for one in parts)


def called(engine: Engine, code: Code, call: ir.Call) -> Value | None:
    """What a call calls, unless only a run of the helper it stands in can tell.

    Of an object it is the method that runs.
    """
    if code.outer is not None and any(
        isinstance(one, ir.Name) and one.id in code.scope.bound for one in ir.nodes_in(call.func)
    ):
        return None
    func = annotated.quietly(engine, code.frame, call.func)
    return objects.caller(engine, code.frame, func) if isinstance(func, Instance) else func


def entered(
    engine: Engine, code: Code, call: ir.Call, func: Value | None
) -> tuple[Code, ir.Expr] | None:
    """The body of a function that a call enters, and what it returns in the end, if it is plain."""
    steps = _steps_of(engine, call, func)
    last = steps.pop() if steps else None
    if not isinstance(func, Function) or not isinstance(last, ir.Return) or last.value is None:
        return None
    if func.definition.is_generator or not all(isinstance(one, ir.Assign) for one in steps):
        return None
    return _inside(code, call, func), last.value


def yielded(
    engine: Engine, code: Code, call: ir.Call, func: Value | None
) -> tuple[Code, ir.For, ir.Expr] | None:
    """The body of a generator function that a call enters, its one loop, and what that yields."""
    steps = _steps_of(engine, call, func)
    loop = steps.pop() if steps else None
    if not isinstance(func, Function) or not isinstance(loop, ir.For) or loop.orelse:
        return None
    if not all(isinstance(one, ir.Assign) for one in (*steps, *loop.body[:-1])):
        return None
    last = loop.body[-1]
    given = last.value if isinstance(last, ir.ExprStmt) else None
    if not isinstance(given, ir.Yield) or given.value is None or given.each:
        return None
    return _inside(code, call, func), loop, given.value


def _steps_of(engine: Engine, call: ir.Call, func: Value | None) -> list[ir.Stmt]:
    """The statements of a plain function of the project that a call enters; none of others."""
    if not isinstance(func, Function) or func.kind != "function" or func.cached:
        return []
    definition = func.definition
    engine.looks_into(definition)
    if definition.decorators or any(isinstance(one, ir.Starred) for one in call.args):
        return []
    return [one for one in definition.body[: _LONG + 1] if not ir.is_idle(one)]


def _inside(code: Code, call: ir.Call, func: Function) -> Code:
    """The code of a function that a call enters, with what the call writes for its parameters."""
    definition = func.definition
    known = definition.parameters
    given: dict[str, ir.Expr] = {
        one.name: one.default for one in known if isinstance(one.default, ir.Constant)
    }
    names = [one.name for one in known if one.kind == "positional"]
    given.update(zip(names[func.instance is not None :], call.args, strict=False))
    given.update({name: value for name, value in call.keywords if name is not None})
    return Code(definition, func.closure, (), given, code)


def _may_count(code: Code, name: str) -> bool:
    """Whether only the loops of a function bind a name, or only what stands in them does."""
    events = code.scope.stores.get(name, ())
    kinds = {event.kind == "loop" for event in events}
    return kinds == {True} or (kinds == {False} and any(event.loops for event in events))


def assigned(code: Code, name: str) -> ir.Expr | None:
    """What the turns under way bind a name to, where that is done once and in every turn."""
    if len(code.scope.stores.get(name, ())) != 1:
        return None
    blocks = [loop.body for loop in loops_of(code)] if code.outer is None else [code.scope.body]
    for statement in (one for block in blocks for one in block):
        if not isinstance(statement, ir.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if isinstance(target, ir.Name) and target.id == name:
            return statement.value
    return None


def loops_of(code: Code) -> list[ir.For | ir.While]:
    """The loops under way, the outermost first."""
    found = (ir.loop_at(code.scope.body, number) for number in code.loops)
    return [loop for loop in found if loop is not None]


def stays(code: Code, node: ir.Expr, alike: tuple[int, ...], depth: int = _DEPTH) -> bool:
    """Whether an operand is computed of what no loop binds, and none of the numbers ``alike``."""
    if not depth:
        return False
    if isinstance(node, ir.Constant):
        return type(node.value) in (int, float) and node.value not in alike
    if isinstance(node, ir.BinaryOp):
        zero = () if node.op in _SHIFTING else (0,)
        return all(stays(code, one, zero, depth - 1) for one in (node.left, node.right))
    if isinstance(node, ir.Attribute):
        return stays(code, node.base, (), depth - 1) and not _is_written(code, node.attr)
    if isinstance(node, ir.Subscript):
        return _is_entry(code, node) and stays(code, node.base, (), depth - 1)
    if isinstance(node, ir.Call):
        return _is_formula(node) and all(stays(code, one, (), depth - 1) for one in node.args)
    if not isinstance(node, ir.Name) or node.id in code.counts:
        return False
    if code.outer is None:
        return not any(event.loops for event in code.scope.stores.get(node.id, ()))
    found = origin(code, node.id)
    if found is None:
        return node.id not in code.scope.bound or node.id == _receiver(code)
    return stays(*found, alike, depth - 1)


def _is_entry(code: Code, node: ir.Subscript) -> bool:
    """Whether an expression is an entry, by a constant, of what no loop stores into."""
    if not isinstance(node.index, ir.Constant) or not isinstance(node.base, ir.Name):
        return False
    return not any(event.loops for event in code.scope.mutations.get(node.base.id, ()))


def _is_formula(call: ir.Call) -> bool:
    """Whether a call is that of a function of Python's ``math``, by its usual name."""
    known = ir.is_dotted(call.func) and ir.spelled(call.func).startswith("math.")
    return known and bool(call.args) and not call.keywords


def origin(code: Code, name: str) -> tuple[Code, ir.Expr] | None:
    """What a variable stands for: what the turns assign to it, or what a helper is given."""
    if not _is_parameter(code, name):
        value = assigned(code, name)
        return None if value is None else (code, value)
    given = code.given.get(name)
    return None if given is None or code.outer is None else (code.outer, given)


def _is_parameter(code: Code, name: str) -> bool:
    """Whether a name is a parameter, and never bound to something else."""
    return [event.kind for event in code.scope.stores.get(name, ())] == ["parameter"]


def _receiver(code: Code) -> str:
    """The parameter of a method that is the object itself, as long as nothing else is."""
    scope = code.scope
    first = scope.parameters[0].name if isinstance(scope, ir.Function) and scope.parameters else ""
    return first if first not in code.given and _is_parameter(code, first) else ""


def _is_written(code: Code, attr: str) -> bool:
    """Whether a loop of the outermost code assigns an attribute of some object."""
    if code.outer is not None:
        return _is_written(code.outer, attr)
    changes = (one for events in code.scope.mutations.values() for one in events)
    return any(one.loops and one.kind == f"attribute:{attr}" for one in changes)


def number(engine: Engine, code: Code, node: ir.Expr) -> float | None:
    """The number that an expression gives, where it is known."""
    if isinstance(node, ir.Name) and code.outer is not None:
        found = origin(code, node.id)
        return None if found is None else number(engine, *found)
    if code.outer is not None and not isinstance(node, ir.Constant):
        return None
    value = annotated.quietly(engine, code.frame, node)
    known = value.value if isinstance(value, Const) else None
    return known if type(known) in (int, float) else None  # type: ignore[return-value]
