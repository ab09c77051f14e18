"""Methods of the project's own classes that leave it to the classes below them what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values import declared_objects
from jaxlint.analysis.values.kinds import External, Key, Value
from jaxlint.knowledge import libraries, modules, random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Classes outside of the project that have no method of such a name.
_PLAIN = ("builtins.", "abc.", "typing.")
# Methods that draw, by their names.
_DRAWING = frozenset(("", *random.CONSUMING_METHODS)) - {*modules.INITIALISING, "apply"}


def is_left_open(engine: Engine, func: Value, arguments: Arguments) -> bool:
    """Whether a method is one of an object that may draw nothing from the keys it is given.

    So it is where a class of the project has it, which its declaration names, and the code there
    reads no key that it is given: environments and optimisers have an ``init`` that takes one for
    the few among them that draw. What is called a sample is drawn.
    """
    known = declared_objects.of(func)
    if known is None or known.attribute in _DRAWING:
        return False
    return any(_is_open(engine, cls, known.attribute, arguments) for cls in known.classes)


def _is_open(engine: Engine, cls: Value, method: str, arguments: Arguments) -> bool:
    """Whether a class has no method that sets up, or has a method that reads no key it is given."""
    found = classes.read(engine, cls, method)
    if isinstance(found, Function):
        names = _keys(found.definition, arguments)
        return bool(names) and not any(found.definition.is_read(name) for name in names)
    setting_up = method in modules.INITIALISING
    return setting_up and found is None and all(map(_is_plain, classes.ancestry(cls)))


def _keys(definition: ir.Function, arguments: Arguments) -> list[str]:
    """The parameters behind ``self`` that are given keys, or that are called so."""
    names = [one.name for one in definition.parameters[1:]]
    given = [*zip(names, arguments.positional, strict=False), *arguments.keywords.items()]
    return [name for name, one in given if isinstance(one, Key) or name in random.STREAM_KEYWORDS]


def _is_plain(base: Value) -> bool:
    """Whether a class is of the project, or one outside of it that has no such method."""
    if isinstance(base, External):
        known = base.name.startswith(_PLAIN) or base.name in libraries.CLASS_KINDS
        return known and classes.kind(base) != "linen"
    return isinstance(base, ClassValue)
