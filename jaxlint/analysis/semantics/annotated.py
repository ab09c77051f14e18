"""What a parameter's annotation promises about the value that a caller passes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import classes, expressions
from jaxlint.analysis.values.certainty import Promise, Promised
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Unknown,
    Value,
    of_parameter,
)
from jaxlint.analysis.values.promises import deny
from jaxlint.knowledge import arrays, libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

ARRAY = "array"
SCALAR = "scalar"
KEY = "key"
STATIC = "static"
UNSAID = ""

# An annotation that is a text, and admits None.
_OPTIONAL = re.compile(r"\b(None|Optional)\b")
# What annotations of things of which nothing is said are called.
_ANYTHING = ("Any", "object")
# Classes outside of the project of which objects do what the project's classes say.
_PLAIN_BASES = frozenset(("builtins.object", "abc.ABC", *libraries.CLASS_KINDS))
_NO_ARRAYS = (Container, HostArray, Instance)
_SCALARS = frozenset(f"builtins.{name}" for name in ("bool", "int", "float", "complex"))
_STATICS = frozenset(
    """
    builtins.str builtins.type typing.Callable collections.abc.Callable typing.Literal
    builtins.list builtins.dict builtins.tuple typing.Sequence typing.Mapping
    """.split()
)


def describe(
    engine: Engine, closure: Frame, annotation: ir.Expr | None
) -> tuple[str, Value | None]:
    """What an annotation says: one of the words above, and the class if it names one."""
    if annotation is None or isinstance(annotation, ir.BinaryOp):
        return UNSAID, None
    value = _meant(engine, closure, annotation)
    if isinstance(value, ClassValue):
        return UNSAID, value
    if not isinstance(value, External):
        return UNSAID, None
    return _word(value.name), None


def is_object(engine: Engine, closure: Frame, annotation: ir.Expr) -> bool:
    """Whether an annotation can only mean an object of a class of the project, or None."""
    return bool(classes_of(engine, closure, annotation))


def classes_of(engine: Engine, closure: Frame, annotation: ir.Expr) -> tuple[ClassValue, ...]:
    """The classes of the project that an annotation names; none if it may mean anything else."""
    if isinstance(annotation, ir.BinaryOp):
        sides = [one for one in (annotation.left, annotation.right) if not ir.is_none(one)]
        named = [classes_of(engine, closure, one) for one in sides]
        return tuple([cls for one in named for cls in one]) if all(named) else ()
    if not isinstance(annotation, ir.Name | ir.Attribute | ir.Subscript | ir.Constant):
        return ()
    whole = annotation.base if isinstance(annotation, ir.Subscript) else annotation
    value = _meant(engine, closure, whole)
    optional = isinstance(value, External) and value.name == names.OPTIONAL
    if optional and isinstance(annotation, ir.Subscript):
        return classes_of(engine, closure, annotation.index)
    return (value,) if isinstance(value, ClassValue) else ()


def admits_none(engine: Engine, closure: Frame, parameter: ir.Parameter) -> bool:
    """Whether a parameter may be None, as far as its annotation and its default say.

    One that has to be given, and of which no annotation says so, is not.
    """
    if parameter.default is not None or parameter.kind not in ("positional", "keyword"):
        return True
    return parameter.annotation is not None and names_none(engine, closure, parameter.annotation)


def means_something(engine: Engine, closure: Frame, parameter: ir.Parameter) -> bool:
    """Whether a parameter has to be given, and be of a kind that is known not to be None."""
    if admits_none(engine, closure, parameter):
        return False
    word, cls = describe(engine, closure, parameter.annotation)
    return word != UNSAID or cls is not None


def names_none(engine: Engine, closure: Frame, annotation: ir.Expr) -> bool:
    """Whether an annotation says that something may be None, as that it may be anything."""
    if ir.last_name(annotation) in _ANYTHING:
        return True
    if isinstance(annotation, ir.Constant):
        return annotation.value is None or bool(_OPTIONAL.search(str(annotation.value)))
    if isinstance(annotation, ir.BinaryOp):
        sides = (annotation.left, annotation.right)
        return any(names_none(engine, closure, one) for one in sides)
    if not isinstance(annotation, ir.Subscript):
        return False
    value = quietly(engine, closure, annotation.base)
    name = value.name if isinstance(value, External) else ""
    return name == names.OPTIONAL or (name == names.UNION and _has_none(annotation.index))


def _has_none(index: ir.Expr) -> bool:
    """Whether None is one of the types of a union."""
    return isinstance(index, ir.Display) and any(map(ir.is_none, index.elements))


def quietly(engine: Engine, closure: Frame, annotation: ir.Expr) -> Value:
    """The value of an expression, such as an annotation, of which nothing is said."""
    around = engine.context
    if around.trying and around.silent:
        return expressions.evaluate(engine, closure, annotation)
    with engine.within(around._replace(trying=True, silent=True)):
        return expressions.evaluate(engine, closure, annotation)


def _meant(engine: Engine, closure: Frame, annotation: ir.Expr) -> Value:
    """The value that an annotation stands for: of a type variable what binds it.

    One that is a text names what the text spells.
    """
    value = quietly(engine, closure, _unquoted(annotation))
    if isinstance(value, Instance) and _is_type_variable(value.cls):
        value = value.fields.get(names.TYPE_BOUND, Unknown())
    if isinstance(value, Const):
        value = quietly(engine, closure, _unquoted(ir.Constant(annotation.place, value.value)))
    return value


def _is_type_variable(cls: Value) -> bool:
    return isinstance(cls, External) and cls.name in names.TYPE_VARIABLES


def _unquoted(annotation: ir.Expr) -> ir.Expr:
    """An annotation without quotes, where a dotted name is in them."""
    text = annotation.value if isinstance(annotation, ir.Constant) else None
    if not isinstance(text, str):
        return annotation
    root, *rest = text.split(".")
    if not all(part.isidentifier() for part in (root, *rest)):
        return annotation
    named: ir.Expr = ir.Name(annotation.place, root, 0)
    for part in rest:
        named = ir.Attribute(annotation.place, named, part)
    return named


def plain_value(engine: Engine, function: Function, parameter: ir.Parameter) -> Value:
    """A parameter in plain code: unknown, unless its annotation can only mean a JAX array.

    So is an object of a class of the project. Variables that are called references are unknown,
    whatever their annotation says.
    """
    if _can_promise(parameter):
        assert parameter.annotation is not None
        value = _meant(engine, function.closure, parameter.annotation)
        if isinstance(value, External) and value.name in arrays.ONLY_JAX_ANNOTATIONS:
            promise = _promise(engine, function.definition, parameter.name)
            return Array("an annotation", Promised(promise))
        given = not admits_none(engine, function.closure, parameter)
        if given and isinstance(value, ClassValue) and _is_class_of_objects(value):
            return Instance(value, None)
    value = of_parameter(parameter.name)
    given = parameter.annotation is not None
    value.present = given and not admits_none(engine, function.closure, parameter)
    return value


def _is_class_of_objects(cls: ClassValue) -> bool:
    """Whether a class says what its objects do: it is no protocol, enumeration or kind of dict."""
    bases = [one for one in classes.ancestry(cls) if not isinstance(one, ClassValue)]
    named = all(isinstance(one, External) and one.name in _PLAIN_BASES for one in bases)
    return named and classes.kind(cls) != "enum"


def _can_promise(parameter: ir.Parameter) -> bool:
    """Whether the annotation is of the parameter itself, not of each of those in ``*args``."""
    if parameter.annotation is None or isinstance(parameter.annotation, ir.Constant):
        return False
    single = parameter.kind in ("positional", "keyword")
    return single and not parameter.name.endswith(names.REF_NAMES)


def _promise(engine: Engine, definition: ir.Function, name: str) -> Promise:
    """What the annotation of a parameter promises, the same for all who ask."""
    return engine.promised.setdefault((definition, name), Promise())


def passed(engine: Engine, definition: ir.Function, env: dict[str, Value]) -> None:
    """Take note of what a call passes that is no JAX array, whatever the parameters say."""
    for parameter in definition.parameters:
        if parameter.annotation is not None and isinstance(env[parameter.name], _NO_ARRAYS):
            _promise(engine, definition, parameter.name).denied = True


def of_references(engine: Engine, func: Value) -> None:
    """Take note that a function is run on references, whatever its parameters say."""
    while isinstance(func, Partial | Transformed):
        func = func.func
    if isinstance(func, Function):
        for parameter in func.definition.parameters:
            _promise(engine, func.definition, parameter.name).denied = True


def inside_kernel(frame: Frame) -> None:
    """Take note that the code under way is a kernel's: what its variables hold are references."""
    inside: Frame | None = frame
    while inside is not None and not isinstance(inside.scope, ir.Module):
        for value in inside.env.values():
            deny(value)
        inside = inside.closure


def _word(name: str) -> str:
    if name in arrays.ARRAY_ANNOTATIONS or name in arrays.JAXTYPING:
        return ARRAY
    if name in arrays.KEY_ANNOTATIONS:
        return KEY
    if name in _SCALARS:
        return SCALAR
    if name in _STATICS:
        return STATIC
    return UNSAID
