"""By which fields objects of a class are told apart, as the static arguments of a jit are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.domains.compilation import hashing
from jaxlint.analysis.semantics import classes, given_fields
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# How many methods lead from ``__eq__`` to the fields that it compares.
_STEPS = 4
# What says nothing of an object but its class or its identity.
_OF_ITS_CLASS = ("isinstance", "type", "id")


def overlooks(engine: Engine, cls: ClassValue, attr: str) -> bool:
    """Whether objects are equal that were given another value each for a field.

    What is compared has to be given as well: what is computed may be made of that field.
    """
    if classes.find(cls, "__eq__") is None:
        return hashing.is_left_out_of_equality(cls, attr)
    try:
        compared = _fields_read(engine, cls, "__eq__", _STEPS)
    except LookupError:
        return False
    given = all(_is_given(engine, cls, one) for one in (*compared, attr))
    return given and attr not in compared


def _fields_read(engine: Engine, cls: ClassValue, name: str, steps: int) -> set[str]:
    """The fields of its object that a method reads; raises LookupError where it may read others."""
    method = classes.read(engine, cls, name)
    if not isinstance(method, Function) or not method.definition.parameters or not steps:
        raise LookupError(name)
    me = method.definition.parameters[0].name
    nodes = [*ir.nodes_in(method.definition.body)]
    uses = [_read_in(engine, cls, node, steps - 1) for node in nodes if _uses(node, me)]
    if len(uses) != sum(_is(node, me) for node in nodes):
        raise LookupError(name)
    return set().union(*uses)


def _uses(node: object, me: str) -> bool:
    """Whether a node is one of those that use an object in a way that is known."""
    if isinstance(node, ir.Attribute):
        return _is(node.base, me)
    if isinstance(node, ir.Call):
        return any(_is(one, me) for one in node.args)
    return isinstance(node, ir.Compare) and _is(node.left, me) and node.rest[0][0] == "is"


def _read_in(engine: Engine, cls: ClassValue, node: object, steps: int) -> set[str]:
    """The fields that such a node reads."""
    if isinstance(node, ir.Call):
        called = ir.spelled(node.func)
        if called == "hash":
            return _fields_read(engine, cls, "__hash__", steps)
        if called not in _OF_ITS_CLASS:
            raise LookupError(called)
    if not isinstance(node, ir.Attribute) or node.attr == "__class__":
        return set()
    if node.attr == "__dict__":
        raise LookupError(node.attr)
    if isinstance(classes.find(cls, node.attr), Function):
        return _fields_read(engine, cls, node.attr, steps)
    return {node.attr}


def _is(node: object, name: str) -> bool:
    return isinstance(node, ir.Name) and node.id == name


def _is_given(engine: Engine, cls: ClassValue, attr: str) -> bool:
    """Whether a field is what the constructor is given for one of its parameters."""
    made = classes.find(cls, "__init__")
    if not isinstance(made, Function):
        return False
    names = {one.name for one in made.definition.parameters[1:]}
    given = (one for one in given_fields.assigned(engine, cls, attr) if one is not None)
    plain = (one.value for one in given if one.scope is made.definition and one.part is None)
    return any(isinstance(value, ir.Name) and value.id in names for value in plain)
