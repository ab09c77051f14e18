"""Values that annotations call containers, or objects of the project's own classes.

They are what functions are given, give and bind, and the fields of such objects.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import annotated, classes, subscripts
from jaxlint.analysis.values import declared_objects, gathered
from jaxlint.analysis.values.certainty import Promise
from jaxlint.analysis.values.declared_objects import Declared
from jaxlint.analysis.values.gathered import DICT, LIST, OTHER, TUPLE
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    External,
    HostArray,
    Key,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.knowledge import names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ARRAYS = (Array, HostArray, Key, Traced)
_KINDS = {
    **dict.fromkeys(("builtins.list", "typing.List"), LIST),
    **dict.fromkeys(("builtins.tuple", "typing.Tuple"), TUPLE),
    **dict.fromkeys(("builtins.dict", "typing.Dict"), DICT),
    **dict.fromkeys(("typing.Sequence", "collections.abc.Sequence"), OTHER),
    **dict.fromkeys(("typing.Mapping", "collections.abc.Mapping"), OTHER),
}


class _Said:
    """What annotations of parameters promise, by the function and the name."""

    def __init__(self) -> None:
        self.of: dict[tuple[ir.Function, str], Promise] = {}

    def promise(self, definition: ir.Function, name: str) -> Promise:
        """What one promises, the same for all who ask."""
        return self.of.setdefault((definition, name), Promise())


def kinds_of(engine: Engine, closure: Frame, annotation: ir.Expr) -> frozenset[str]:
    """The kinds of container that an annotation says, or None; empty if it may be another thing."""
    if isinstance(annotation, ir.BinaryOp):
        sides = [one for one in (annotation.left, annotation.right) if not ir.is_none(one)]
        kinds = [kinds_of(engine, closure, one) for one in sides]
        return frozenset().union(*kinds) if all(kinds) else frozenset()
    whole = annotation.base if isinstance(annotation, ir.Subscript) else annotation
    value = annotated.quietly(engine, closure, whole)
    name = value.name if isinstance(value, External) else ""
    if name == names.OPTIONAL and isinstance(annotation, ir.Subscript):
        return kinds_of(engine, closure, annotation.index)
    return frozenset((_KINDS[name],)) if name in _KINDS else frozenset()


def bound(
    engine: Engine,
    closure: Frame,
    annotation: ir.Expr | None,
    value: Value,
    promise: Promise | None = None,
) -> Value:
    """A value of which an annotation may say that it is a list, a tuple or a dict."""
    if annotation is None or not gathered.is_open(value):
        return value
    kinds = kinds_of(engine, closure, annotation)
    if not kinds:
        return value
    promise = promise or Promise()
    if TUPLE in kinds and isinstance(value, Unknown) and isinstance(annotation, ir.Subscript):
        _say_of_parts(engine, closure, annotation.index, value, promise)
    return gathered.declared(value, kinds, promise)


def _say_of_parts(
    engine: Engine, closure: Frame, parts: ir.Expr, value: Unknown, promise: Promise
) -> None:
    """Take note which parts of a tuple its annotation calls containers."""
    for position, part in enumerate(parts.elements if isinstance(parts, ir.Display) else ()):
        kinds = kinds_of(engine, closure, part)
        if kinds:
            make = partial(gathered.declared, Unknown(), kinds, promise)
            value.child(subscripts.place(Const(position)), make)


def received(engine: Engine, function: Function, parameter: ir.Parameter, value: Value) -> Value:
    """What a parameter is given, of which its annotation may say something."""
    if parameter.annotation is None or parameter.kind not in ("positional", "keyword"):
        return value
    promise = engine.kept(_Said).promise(function.definition, parameter.name)
    if isinstance(value, _ARRAYS) and not (isinstance(value, Traced) and value.source is not None):
        promise.denied = True
    if type(value) is Unknown:
        value = an_object(engine, function.closure, parameter.annotation, value)
        if not value.present and annotated.means_something(engine, function.closure, parameter):
            value = like(value, present=True)
    return bound(engine, function.closure, parameter.annotation, value, promise)


def an_object(engine: Engine, closure: Frame, annotation: ir.Expr, value: Unknown) -> Unknown:
    """A value that an annotation may call an object of a class of the project."""
    named = () if declared_objects.of(value) else annotated.classes_of(engine, closure, annotation)
    return value.with_fact(Declared(named)) if named else value


def read(engine: Engine, base: Unknown, found: Unknown, attr: str) -> Unknown:
    """What was read of a value that may be called such an object: another one, or a method."""
    known = declared_objects.of(base)
    if known is None or known.attribute:
        return found
    for cls in known.classes:
        annotation = classes.annotation(cls, attr)
        if annotation is not None and isinstance(cls, ClassValue):
            return an_object(engine, cls.closure, annotation, found)
    return found.with_fact(Declared(known.classes, attr))


def returned(engine: Engine, definition: ir.Function, closure: Frame | None, value: Value) -> Value:
    """What a function gives, of which its annotation may say something."""
    return value if closure is None else bound(engine, closure, definition.returns, value)
