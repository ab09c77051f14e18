"""Which values cannot be hashed, as a static argument of a jitted function has to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Ranked
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import (
    Array,
    Container,
    External,
    Instance,
    Key,
    Traced,
    Value,
    is_none,
)
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.names import PROTOCOLS
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
    if isinstance(value, Instance) and isinstance(value.cls, ClassValue) and depth:
        return _by_fields(engine, value, value.cls, depth - 1)
    return ""


def _by_fields(engine: Engine, value: Instance, cls: ClassValue, depth: int) -> str:
    """The same of an object that is hashed by its fields, by one of them that has no hash."""
    for name, held in _hashed(engine, value, cls):
        what = unhashable(engine, held, depth)
        if what:
            return f"a `{cls.definition.name}` of which the field `{name}` is {what}"
    return ""


def lacking(engine: Engine, value: Value, depth: int = 3) -> Value:
    """Of an unhashable object that is hashed by its fields what is held there, else the value."""
    if not isinstance(value, Instance) or not isinstance(value.cls, ClassValue) or not depth:
        return value
    held = (one for _, one in _hashed(engine, value, value.cls))
    found = next((one for one in held if unhashable(engine, one, depth - 1)), None)
    return value if found is None else lacking(engine, found, depth - 1)


def _hashed(engine: Engine, value: Instance, cls: ClassValue) -> Iterator[tuple[str, Value]]:
    """The fields that the hash of an object is made of, as far as they are known."""
    held = engine.store.fields.get(value.token, NO_FIELDS) if _is_hashed_by_fields(cls) else {}
    for name in classes.field_names(cls) if held else ():
        declared = classes.declaration(cls, name)
        if name in held and declared is not None and not _is_left_out(declared.value):
            yield name, held[name]


def _is_hashed_by_fields(cls: ClassValue) -> bool:
    """Whether a class is a named tuple, or a frozen dataclass, with the hash that comes of it."""
    body, decorators = cls.body, cls.definition.decorators
    if body is None or "__hash__" in body.env:
        return False
    if classes.kind(cls) == "namedtuple":
        return not decorators and len(cls.bases) == 1 and isinstance(cls.bases[0], External)
    said = _said_of_dataclass(cls)
    return said is not None and bool(said.get("frozen")) and bool(said.get("eq", True))


def _said_of_dataclass(cls: ClassValue) -> dict[str | None, object] | None:
    """The options of a dataclass to which nothing else is done, None for each that is not written
    out; None where there may be others."""
    decorators = cls.definition.decorators
    if cls.decorators != [_DATACLASS] or len(decorators) != 1:
        return None
    options = decorators[0].keywords if isinstance(decorators[0], ir.Call) else ()
    said = {name: one.value if isinstance(one, ir.Constant) else None for name, one in options}
    return None if None in said else said


def _is_left_out(default: ir.Expr | None) -> bool:
    """Whether a field may say that it takes no part in the hash."""
    keywords = default.keywords if isinstance(default, ir.Call) else ()
    return any(name in (None, "hash", "compare") for name, _ in keywords)


def _no_hash(cls: ClassValue) -> bool:
    """Whether instances of a class certainly cannot be hashed; a protocol says not of which."""
    if any(isinstance(one, External) and one.name in PROTOCOLS for one in classes.ancestry(cls)):
        return False
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


def is_left_out_of_equality(cls: ClassValue, attr: str) -> bool:
    """Whether a dataclass that is hashed by its fields says of one that it is not compared."""
    declared = classes.declaration(cls, attr) if _is_hashed_by_fields(cls) else None
    default = None if declared is None else declared.value
    if not isinstance(default, ir.Call) or ir.last_name(default.func) != "field":
        return False
    said = {name: ir.spelled(one) for name, one in default.keywords}
    return said.get("compare") == "False" and said.get("init", "True") == "True"


def is_dataclass_by_identity(cls: ClassValue) -> bool:
    """Whether all that is done to a class makes it a dataclass without ``__eq__``: ``eq=False``."""
    said = _said_of_dataclass(cls)
    return said is not None and said.get("eq", True) is False


def as_tuple(frame: Frame, written: ir.Expr) -> PlannedFix | None:
    """A list display written as a tuple."""
    if not isinstance(written, ir.Display) or written.kind != "list" or not written.elements:
        return None
    if not all(isinstance(part, ir.Constant) for part in written.elements):
        return None
    parts = [trees.code(element.place) for element in written.elements]
    text = f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    return PlannedFix("write a tuple", (Replace(written.place, text),), safe=True)
