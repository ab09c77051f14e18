"""Names that are read, and what they hold in the frames around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import NameRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import emptiness, expressions, outer_names
from jaxlint.analysis.values.kinds import Const, Container, External, Imported, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@expressions.evaluates(ir.Name)
def _name(engine: Engine, frame: Frame, node: ir.Name) -> Value:
    found = frame.env.get(node.id)
    if found is not None and type(found) is not Imported:
        if frame.rebinding is not None:
            engine.reads(frame.module, node.id)
        answers = engine.facts.answers
        if answers and (found if found.twin is None else found.token) in answers:
            engine.asks += 1
        return emptiness.as_read(engine, frame, node, found) if type(found) is Container else found
    return outer_name(engine, frame, node, whole=True)


def outer_name(engine: Engine, frame: Frame, node: ir.Name, *, whole: bool) -> Value:
    """The value of a name; ``whole`` is false where only a part of what it holds is read."""
    found = frame.env.get(node.id)
    if frame.rebinding is not None:
        engine.reads(frame.module, node.id)
    if found is not None:
        if isinstance(found, Imported):
            found = engine.imports.load(found)
        if engine.facts.answers and found.token in engine.facts.answers:
            engine.asks += 1
        return found
    value, owner = look_up(engine, frame, node.id)
    answers = engine.facts.answers
    if answers and (value if value.twin is None else value.token) in answers:
        engine.asks += 1
    if owner is None:
        return value
    if owner.scope is not frame.scope and isinstance(value, Const | Container):
        value = outer_names.settled(engine, owner, node.id, value)
        value = emptiness.doubt(value)
    engine.tell(frame, NameRead, node, owner, value, whole)
    return value


def written_base(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value into which a statement writes: reading it is no use of what it holds."""
    with engine.within(engine.context._replace(writing=True)):
        return part_base(engine, frame, node)


def part_base(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value of which a subscript or an attribute reads a part."""
    if isinstance(node, ir.Name):
        value = frame.env.get(node.id)
        if value is None or type(value) is Imported or frame.rebinding or engine.facts.answers:
            value = outer_name(engine, frame, node, whole=False)
        if engine.watched is not None:
            engine.watch(frame, node.place, value)
        return value
    return expressions.evaluate(engine, frame, node)


def look_up(engine: Engine, frame: Frame, name: str) -> tuple[Value, Frame | None]:
    """The value of a name that is not in the frame's own variables, and the frame that has it."""
    scope = frame.scope
    if name in scope.bound and isinstance(scope, ir.Function):
        return Unknown(name), None
    outer = frame.closure
    while outer is not None:
        if not isinstance(outer.scope, ir.Class):
            found = outer.env.get(name)
            if outer.rebinding is not None:
                engine.reads(outer.module, name)
            if found is not None:
                found = engine.imports.load(found) if isinstance(found, Imported) else found
                again = outer.rebinding
                if again is not None and frame.since is not None and name in again.several:
                    found = again.seen_from(frame.since, name, found)
                return found, outer
            if name in outer.scope.bound:
                return Unknown(name), outer
        outer = outer.closure
    return External(f"builtins.{name}"), None
