"""Classes below one that leaves a method to them: an object of it is of one of these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Choice, Instance, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_LEFT = "NotImplementedError"
_ABSTRACT = "abstractmethod"


def is_left_to_them(found: Value | None) -> bool:
    """Whether a method is abstract, or does nothing but say that it is not implemented."""
    if not isinstance(found, Function) or found.kind != "function":
        return False
    definition = found.definition
    if _ABSTRACT in map(ir.last_name, definition.decorators):
        return True
    last = definition.body[-1]
    before = definition.body[:-1]
    error = last.value if isinstance(last, ir.Raise) else None
    error = error.func if isinstance(error, ir.Call) else error
    return all(map(ir.is_idle, before)) and ir.last_name(error) == _LEFT


def objects(engine: Engine, instance: Instance, name: str) -> Choice | None:
    """The object as one of each class of the same module that has the method; None without one."""
    cls = instance.cls
    assert isinstance(cls, ClassValue)
    known = [one for one in _below(cls) if not is_left_to_them(classes.read(engine, one, name))]
    if not 0 < len(known) <= budgets.OPTIONS:
        return None

    def one_of_them() -> Choice:
        return Choice(tuple([Instance(one, instance.region, instance.traced) for one in known]))

    made = instance.child(("below", name, len(known)), one_of_them)
    return made if isinstance(made, Choice) else None


def _below(cls: ClassValue) -> Iterator[ClassValue]:
    """The classes below one in the module, or the function, that defines it."""
    for value in cls.closure.env.values() if cls.closure is not None else ():
        if isinstance(value, ClassValue) and value is not cls and cls in classes.ancestry(value):
            yield value
