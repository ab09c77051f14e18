"""Simple statements: assignments, expressions, jumps, imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions
from jaxlint.analysis.core.call_events import Returned
from jaxlint.analysis.core.events import (
    AnswerBound,
    Asker,
    ImportBound,
    ItemWritten,
    NameAugmented,
    Raised,
    TypeRefused,
    ValueDiscarded,
    ValueDropped,
    Writing,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    containers,
    declared,
    definitions,
    endings,
    expressions,
    operators,
    paths,
    statements,
    targets,
    truth,
    variables,
)
from jaxlint.analysis.values import telling
from jaxlint.analysis.values.kinds import (
    NONE,
    Const,
    Container,
    HostArray,
    Imported,
    Static,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.traced_asked import SaysTraced
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@statements.runs(ir.Stmt)
def _nothing(engine: Engine, frame: Frame, node: ir.Stmt) -> bool:
    return True


@statements.runs(ir.Assign)
def _assign(engine: Engine, frame: Frame, node: ir.Assign) -> bool:
    if node.annotation is not None and not isinstance(frame.scope, ir.Function):
        definitions.annotate(engine, frame, node.annotation)
    if node.value is None:
        return True
    asked = engine.asks
    value = expressions.evaluate(engine, frame, node.value)
    value = _telling(frame, declared.bound(engine, frame, node.annotation, value))
    if engine.asks != asked:
        engine.tell(frame, AnswerBound, value)
    frame.assigning = node.value
    for target in node.targets:
        targets.bind(engine, frame, target, value)
    frame.assigning = None
    unnamed = all(isinstance(one, ir.Name) and one.id == "_" for one in node.targets)
    if unnamed and not frame.scope.is_read("_"):
        engine.tell(frame, ValueDiscarded, node, value)
    return True


@statements.runs(ir.AugAssign)
def _aug_assign(engine: Engine, frame: Frame, node: ir.AugAssign) -> bool:
    value = expressions.evaluate(engine, frame, node.value)
    frame.assigning = node
    target = node.target
    if isinstance(target, ir.Name):
        old = expressions.evaluate(engine, frame, target)
        engine.tell(frame, NameAugmented, node, old, value)
        new = operators.combine(engine, frame, node, node.op, old, value)
        in_place = isinstance(old, HostArray) and isinstance(new, HostArray)
        if isinstance(old, Container) and old.kind == "list" and isinstance(new, Container):
            new = like(new, twin=old)
        targets.bind(engine, frame, target, old if in_place else new)
    elif isinstance(target, ir.Subscript):
        base = variables.written_base(engine, frame, target.base)
        index = expressions.evaluate(engine, frame, target.index)
        engine.tell(frame, ItemWritten, target, base, index, value, Writing.AUGMENTED)
    elif isinstance(target, ir.Attribute):
        base = variables.written_base(engine, frame, target.base)
        old = expressions.evaluate(engine, frame, target)
        new = operators.combine(engine, frame, node, node.op, old, value)
        targets.set_attribute(engine, frame, target, base, new)
    frame.assigning = None
    return True


@statements.runs(ir.ExprStmt)
def _expression(engine: Engine, frame: Frame, node: ir.ExprStmt) -> bool:
    value = expressions.evaluate(engine, frame, node.value)
    if frame.ended:
        return False
    engine.tell(frame, ValueDropped, node, value)
    _forget_parts(engine, frame, node.value)
    return not endings.never_returns(engine, frame, node.value)


def _forget_parts(engine: Engine, frame: Frame, node: ir.Expr) -> None:
    """Forget the attributes of an unknown object of which a method is called for what it does."""
    method = node.func if isinstance(node, ir.Call) else None
    if not isinstance(method, ir.Attribute) or not isinstance(method.base, ir.Name):
        return
    owner = frame.env.get(method.base.id)
    if type(owner) is Unknown and owner.children:
        for attr in owner.children:
            if isinstance(attr, str) and attr != method.attr:
                engine.store.fields.put(owner.token, attr, Unknown(attr))


@statements.runs(ir.Return)
def _return(engine: Engine, frame: Frame, node: ir.Return) -> bool:
    value = NONE if node.value is None else expressions.evaluate(engine, frame, node.value)
    if frame.ended:
        return False
    if isinstance(value, Const):
        value = _said_under(frame, value)
    value = _telling(frame, value)
    if node.value is not None:
        engine.tell(frame, Returned, node.value, value)
    frame.returns.append(value)
    frame.exits.append(paths.leave(engine, frame))
    return False


def _telling(frame: Frame, value: Value) -> Value:
    """A value that tells of the classes that the branches taken to it say."""
    if not isinstance(value, Const | Static) or not frame.own_conditions:
        return value
    return telling.under(conditions.told(frame.own_conditions), value)


def _said_under(frame: Frame, value: Const) -> Const:
    """A constant that is returned under a test for tracers, which tells what that gave."""
    asked = [one.traced for one in frame.own_conditions if one.traced is not None]
    return value.with_fact(SaysTraced(asked[-1] is bool(value.value))) if asked else value


@statements.runs(ir.Raise)
def _raise(engine: Engine, frame: Frame, node: ir.Raise) -> bool:
    if node.value is not None:
        expressions.evaluate(engine, frame, node.value)
        engine.tell(frame, Raised, node)
    return False


@statements.runs(ir.Assert)
def _assert(engine: Engine, frame: Frame, node: ir.Assert) -> bool:
    value = expressions.evaluate(engine, frame, node.test)
    known = truth.test(engine, frame, value, node.test.place, Asker.ASSERT)
    if known is False:
        engine.tell(frame, TypeRefused, value, node.test.place)
    return not (known is False and isinstance(value, Const))


@statements.runs(ir.Delete)
def _delete(engine: Engine, frame: Frame, node: ir.Delete) -> bool:
    for target in node.targets:
        if isinstance(target, ir.Name):
            frame.env.pop(target.id, None)
        elif isinstance(target, ir.Subscript):
            base = variables.written_base(engine, frame, target.base)
            key = expressions.evaluate(engine, frame, target.index)
            engine.tell(frame, ItemWritten, target, base, key, NONE, Writing.DELETION)
            containers.remove(engine, frame, target.base, base, key)
    return True


@statements.runs(ir.Jump)
def _jump(engine: Engine, frame: Frame, node: ir.Jump) -> bool:
    if node.kind == "break" and frame.breaks:
        frame.breaks[-1].append(paths.leave(engine, frame))
    elif node.kind == "continue" and frame.breaks:
        frame.continues[-1].append(paths.leave(engine, frame))
    return False


@statements.runs(ir.Import)
def _import(engine: Engine, frame: Frame, node: ir.Import) -> bool:
    if node.star is not None:
        module = engine.imports.find(node.star)
        if module is not None:
            engine.world.project.look_through(module)
            for name, value in engine.imports.meet(module).env.items():
                if not name.startswith("_"):
                    frame.env[name] = value
        return True
    for imported in node.names:
        if engine.imports.defers(frame, node, imported):
            frame.bind(imported.name, Imported(frame.module, imported))
            continue
        value = engine.imports.imported(frame.module, imported)
        frame.bind(imported.name, value)
        engine.tell(frame, ImportBound, node, imported, value)
    return True
