"""``def``: the function, and what its decorators make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import Function, Method, Partial
from jaxlint.analysis.core.events import Defined
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import calls, classes, expressions, statements
from jaxlint.analysis.values.kinds import External, Unknown, Value
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_KINDS = {
    "builtins.property": "property",
    "functools.cached_property": "property",
    "builtins.staticmethod": "static",
    "builtins.classmethod": "class",
}
_CACHES = frozenset(("functools.cache", "functools.lru_cache", "functools.cached_property"))


def define(engine: Engine, frame: Frame, node: ir.Define) -> None:
    """Run a ``def`` statement: bind the name to the decorated function and queue its body."""
    definition = node.function
    engine.tell(frame, Defined, definition)
    function = Function(definition, frame, frame.region)
    _evaluate_signature(engine, frame, definition)
    value: Value = function
    for decorator in reversed(definition.decorators):
        value = _decorate(engine, frame, function, decorator, value)
    frame.bind(definition.name, value)
    if frame.rebinding is not None:
        frame.rebinding.defined(definition, frame.env, frame.conditions)
    engine.agenda.plan(function, value)


def _evaluate_signature(engine: Engine, frame: Frame, definition: ir.Function) -> None:
    """Evaluate what a def evaluates: defaults, and annotations unless these are put off."""
    for parameter in definition.parameters:
        if parameter.default is not None:
            expressions.evaluate(engine, frame, parameter.default)
    for annotation in (*(p.annotation for p in definition.parameters), definition.returns):
        if annotation is not None:
            annotate(engine, frame, annotation)


def annotate(engine: Engine, frame: Frame, annotation: ir.Expr) -> None:
    """Evaluate the names that an annotation reads, as Python does unless it puts that off."""
    module = frame.module
    if isinstance(annotation, ir.Constant | ir.Name) or "annotations" in module.stores:
        return
    pending: list[ir.Expr] = [annotation]
    while pending:
        part = pending.pop()
        if isinstance(part, ir.Attribute):
            with engine.within(engine.context._replace(annotating=True)):
                expressions.evaluate(engine, frame, part)
        elif isinstance(part, ir.Subscript):
            pending.extend((part.base, part.index))
        elif isinstance(part, ir.BinaryOp):
            pending.extend((part.left, part.right))
        elif isinstance(part, ir.Display):
            pending.extend(part.elements)


def _decorate(
    engine: Engine, frame: Frame, function: Function, decorator: ir.Expr, value: Value
) -> Value:
    wrapper = expressions.evaluate(engine, frame, decorator)
    if _of_property(wrapper) and isinstance(wrapper.base, Function):
        if wrapper.name == "setter":
            wrapper.base.setter = function
        return wrapper.base
    function.cached = function.cached or (value is function and _is_cache(wrapper))
    if isinstance(wrapper, External) and wrapper.name in _KINDS:
        function.kind = _KINDS[wrapper.name]
        return value
    if _is_cache(wrapper) or _marks(decorator):
        return value
    decorated = calls.apply(engine, frame, wrapper, Arguments((value,)), decorator.place)
    unknown = isinstance(decorated, Unknown)
    if unknown or _copies_signature(wrapper):
        engine.facts.rewrapped.add(function.definition)
    if not unknown:
        return decorated
    left = _is_seen(wrapper) or _is_overloaded(frame.scope, function.definition)
    return Unknown(function.definition.name) if left else value


def _is_seen(wrapper: Value) -> bool:
    """Whether a decorator is code of the project: where it gives an unknown, anything may come.

    One from outside, of which nothing is known, is taken for one that changes nothing that counts.
    """
    inner = wrapper.func if isinstance(wrapper, Partial) else wrapper
    return isinstance(inner, Function)


def _marks(decorator: ir.Expr) -> bool:
    """Whether a decorator is a mark of pytest, or a call of one: it leaves the function alone."""
    mark = decorator.func if isinstance(decorator, ir.Call) else decorator
    marks = mark.base if isinstance(mark, ir.Attribute) else None
    return isinstance(marks, ir.Attribute) and marks.attr == "mark"


def _is_overloaded(scope: ir.Scope, definition: ir.Function) -> bool:
    """Whether a name is defined several times in a row, so that a decorator chooses among them."""
    made = [event for event in scope.stores.get(definition.name, ()) if event.kind == "define"]
    return len(made) > 1 and all(event.arms == made[0].arms for event in made)


def _of_property(wrapper: Value) -> TypeGuard[Method]:
    """Whether a decorator is ``name.setter`` or its like, which leaves the property as it is."""
    return (
        isinstance(wrapper, Method)
        and wrapper.name in ("setter", "deleter")
        and isinstance(wrapper.base, Function)
        and wrapper.base.kind == "property"
    )


def _copies_signature(wrapper: Value) -> bool:
    inner = wrapper.func if isinstance(wrapper, Partial) else None
    return isinstance(inner, External) and inner.name == names.COPIES_SIGNATURE


def _is_cache(wrapper: Value) -> bool:
    return isinstance(wrapper, External) and (
        wrapper.name in _CACHES or wrapper.name.endswith(".<cache>")
    )


@statements.runs(ir.Define)
def _define(engine: Engine, frame: Frame, node: ir.Define) -> bool:
    define(engine, frame, node)
    return True


@statements.runs(ir.DefineClass)
def _define_class(engine: Engine, frame: Frame, node: ir.DefineClass) -> bool:
    classes.define(engine, frame, node)
    return True
