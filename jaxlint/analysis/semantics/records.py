"""Calls of classes that take their fields as arguments: whether such a call can be bound."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values import factories
from jaxlint.analysis.values.kinds import Const, External, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments

_BASES = frozenset(
    """
    typing.NamedTuple typing.Generic typing.Protocol builtins.object abc.ABC
    flax.struct.PyTreeNode
    """.split()
)


# What runs behind the generated constructor.
_MAKERS = ("__post_init__", "__attrs_post_init__", "setup", "__new__")


class _Field(NamedTuple):
    """A field by name; ``required`` says that a call must give it."""

    name: str
    required: bool


def refuses(cls: ClassValue, arguments: Arguments) -> bool:
    """Whether making an object with these arguments certainly raises TypeError."""
    fields = _fields(cls)
    if fields is None or arguments.rest is not None:
        return False
    names = [field.name for field in fields]
    given = len(arguments.positional)
    if given > len(names) or not arguments.keywords.keys() <= set(names[given:]):
        return True
    left = [field for field in fields[given:] if field.name not in arguments.keywords]
    return any(field.required for field in left)


def filled(cls: ClassValue) -> list[str]:
    """The names of the fields that the arguments of a call fill in turn, as far as they show."""
    declared = ((name, classes.declaration(cls, name)) for name in classes.field_names(cls))
    return [name for name, one in declared if one is not None and _field(one) is not None]


def given(cls: ClassValue, arguments: Arguments) -> dict[str, Value]:
    """What a generated constructor leaves in the fields, as far as it is known.

    What runs behind the constructor may give a field another value than the one that was passed,
    unless that is seen to run.
    """
    passed = dict(zip(filled(cls), arguments.positional, strict=False)) | arguments.keywords
    if arguments.rest is None:
        passed = {**_left_out(cls, passed), **passed}
    seen = finisher(cls)
    bound = [one for one in (classes.find(cls, name) for name in _MAKERS) if one is not seen]
    makers = [one.definition for one in bound if isinstance(one, Function)]
    return {
        name: value
        for name, value in passed.items()
        if not any(_may_set(maker, name) for maker in makers)
    }


def finisher(cls: ClassValue) -> Function | None:
    """The method that a dataclass runs once its fields are set, where that takes nothing else."""
    found = classes.find(cls, "__post_init__")
    if not isinstance(found, Function) or len(found.definition.parameters) != 1:
        return None
    return found if classes.kind(cls) in libraries.DATACLASSES else None


def _left_out(cls: ClassValue, passed: Collection[str]) -> dict[str, Value]:
    """The defaults of the fields that a call leaves out: constants, and what a factory makes."""
    defaults = ((name, classes.find(cls, name)) for name in filled(cls) if name not in passed)
    return {
        name: default
        for name, default in defaults
        if isinstance(default, Const) or (default and factories.of(default) is not None)
    }


def _may_set(maker: ir.Function, field: str) -> bool:
    """Whether a function that ends the making of an object may give a field another value."""
    changed = {event.kind for events in maker.mutations.values() for event in events}
    by_name = "setattr" in maker.loads or "__setattr__" in maker.methods_called
    calls = ir.nodes_in(maker.body) if by_name else ()
    return f"attribute:{field}" in changed or any(
        isinstance(node, ir.Call) and _sets_by_name(node, field) for node in calls
    )


def _sets_by_name(call: ir.Call, field: str) -> bool:
    """Whether a call sets an attribute by its name, and that may be this one."""
    if ir.last_name(call.func) not in ("setattr", "__setattr__"):
        return False
    texts = [one.value for one in call.args if isinstance(one, ir.Constant)]
    return field in texts or not any(isinstance(text, str) for text in texts)


def _fields(cls: ClassValue) -> list[_Field] | None:
    """The fields that a call fills, in order; None where the source does not show them all."""
    family = classes.ancestry(cls)
    known = [one for one in family if isinstance(one, ClassValue)]
    foreign = [one for one in family if not isinstance(one, ClassValue)]
    if classes.kind(cls) not in libraries.FILLED or any(_is_strange(one) for one in foreign):
        return None
    if classes.constructor(cls) is not None or classes.find(cls, "__new__") is not None:
        return None
    found: dict[str, _Field] = {}
    for one in reversed(known):
        for statement in one.definition.body:
            field = _field(statement)
            if field is not None and field.name == "_":
                return None
            if field is not None:
                found[field.name] = field
    return list(found.values())


def _is_strange(base: Value) -> bool:
    return not isinstance(base, External) or base.name not in _BASES


def _field(statement: ir.Stmt) -> _Field | None:
    if not isinstance(statement, ir.Assign) or statement.annotation is None:
        return None
    target, of_class = statement.targets[0], classes.of_class(statement.annotation)
    if not isinstance(target, ir.Name) or of_class or _is_not_filled(statement.value):
        return None
    return _Field(target.id, statement.value is None)


def _is_not_filled(default: ir.Expr | None) -> bool:
    """Whether a field says ``init=False``, or what it says of that is not known."""
    keywords = default.keywords if isinstance(default, ir.Call) else ()
    return any(name == "init" for name, _ in keywords)
