"""What a parameter's annotation promises about the value that a caller passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.certainty import DECLARED
from jaxlint.analysis.values.kinds import Array, ClassValue, External, Unknown, Value
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

ARRAY = "array"
SCALAR = "scalar"
KEY = "key"
STATIC = "static"
UNSAID = ""

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
    if annotation is None or isinstance(annotation, ir.BinaryOp | ir.Constant):
        return UNSAID, None
    value = _evaluate(engine, closure, annotation)
    if isinstance(value, ClassValue):
        return UNSAID, value
    if not isinstance(value, External):
        return UNSAID, None
    return _word(value.name), None


def _evaluate(engine: Engine, closure: Frame, annotation: ir.Expr) -> Value:
    """The value of an annotation, of which nothing is said: it may never be evaluated."""
    engine.trying += 1
    engine.silent += 1
    try:
        return expressions.evaluate(engine, closure, annotation)
    finally:
        engine.trying -= 1
        engine.silent -= 1


def plain_value(engine: Engine, closure: Frame, parameter: ir.Parameter) -> Value:
    """A parameter in plain code: unknown, unless its annotation can only mean a JAX array."""
    if parameter.annotation is not None and not isinstance(parameter.annotation, ir.Constant):
        value = _evaluate(engine, closure, parameter.annotation)
        if isinstance(value, External) and value.name in arrays.ONLY_JAX_ANNOTATIONS:
            return Array("an annotation", DECLARED)
    value = Unknown(parameter.name)
    value.parameter = True
    return value


def _word(name: str) -> str:
    if name in arrays.ARRAY_ANNOTATIONS:
        return ARRAY
    if name in arrays.KEY_ANNOTATIONS:
        return KEY
    if name in _SCALARS:
        return SCALAR
    if name in _STATICS:
        return STATIC
    module, _, last = name.rpartition(".")
    if module in ("jaxtyping", "jaxtyping._array_types") and last in arrays.JAXTYPING_DTYPES:
        return ARRAY
    return UNSAID
