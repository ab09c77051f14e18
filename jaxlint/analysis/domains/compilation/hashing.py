"""Which values cannot be hashed, as a static argument of a jitted function has to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Ranked
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Array, Container, Instance, Key, Traced, Value, is_none
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_UNHASHABLE = ("list", "dict", "set")
_DATACLASS = "dataclasses.dataclass"


def unhashable(engine: Engine, value: Value, depth: int = 3) -> str:
    """What a value is that certainly has no hash, as a phrase; empty where it may have one."""
    if isinstance(value, Container):
        if value.kind in _UNHASHABLE:
            return f"a {value.kind}"
        if value.kind == "tuple" and depth:
            found = (unhashable(engine, item, depth - 1) for item in value.values)
            inner = next((what for what in found if what), "")
            return inner and f"a tuple with {inner} in it"
        return ""
    if isinstance(value, Array | Key) or value.fact(Ranked) is not None:
        return "an array"
    if isinstance(value, Traced):
        return "a traced array" if value.certain else ""
    if isinstance(value, Instance) and isinstance(value.cls, ClassValue) and _no_hash(value.cls):
        return f"a `{value.cls.definition.name}`, which defines `__eq__` and no `__hash__`"
    return ""


def _no_hash(cls: ClassValue) -> bool:
    """Whether instances of a class certainly cannot be hashed."""
    for ancestor in classes.ancestry(cls):
        if not isinstance(ancestor, ClassValue) or ancestor.body is None:
            return False
        body = ancestor.body.env
        definition = ancestor.definition
        if "__hash__" in body:
            return is_none(body["__hash__"])
        if definition.keywords or ancestor.decorators not in ([], [_DATACLASS]):
            return False
        if len(definition.decorators) != len(ancestor.decorators):
            return False
        if ancestor.decorators:
            return _is_mutable_dataclass(definition.decorators[0])
        if "__eq__" in body:
            return True
    return False


def _is_mutable_dataclass(decorator: ir.Expr) -> bool:
    """Whether a dataclass gets ``__eq__`` and loses ``__hash__``: neither frozen nor eq=False."""
    if not isinstance(decorator, ir.Call):
        return True
    return all(
        name is not None
        and isinstance(value, ir.Constant)
        and (name not in ("eq", "frozen", "unsafe_hash") or bool(value.value) is (name == "eq"))
        for name, value in decorator.keywords
    )


def as_tuple(frame: Frame, written: ir.Expr) -> PlannedFix | None:
    """A list display written as a tuple."""
    if not isinstance(written, ir.Display) or written.kind != "list" or not written.elements:
        return None
    if not all(isinstance(part, ir.Constant) for part in written.elements):
        return None
    parts = [trees.code(element.place) for element in written.elements]
    text = f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    return PlannedFix("write a tuple", (Replace(written.place, text),), safe=True)
