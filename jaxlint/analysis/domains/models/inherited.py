"""Methods of the project's own classes that leave it to the classes below them what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values import declared_objects
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import libraries, modules, random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Classes outside of the project that have no method of such a name.
_PLAIN = ("builtins.", "abc.", "typing.")
_SETTING_UP = (*modules.INITIALISING, "apply")


def is_left_open(engine: Engine, func: Value, arguments: Arguments) -> bool:
    """Whether a method that sets something up is one of an object that may draw nothing.

    So it is where a class of the project has it, which its declaration names, and the code there
    reads no key that it is given: environments and optimisers have an ``init`` that
    takes one for the few among them that draw. What is called a sample is drawn.
    """
    known = declared_objects.of(func)
    if known is None or known.attribute not in _SETTING_UP:
        return False
    return any(_is_open(engine, cls, known.attribute, arguments) for cls in known.classes)


def _is_open(engine: Engine, cls: Value, method: str, arguments: Arguments) -> bool:
    """Whether a class has no such method, or one that reads no key that it is given."""
    found = classes.read(engine, cls, method)
    if isinstance(found, Function):
        names = _keys(found.definition, arguments)
        return not any(found.definition.is_read(name) for name in names)
    return found is None and all(map(_is_plain, classes.ancestry(cls)))


def _keys(definition: ir.Function, arguments: Arguments) -> list[str]:
    """The parameters that may be given keys: the first behind ``self``, and those named so."""
    first = definition.parameters[1:2] if arguments.positional else ()
    named = [name for name in arguments.keywords if name in random.STREAM_KEYWORDS]
    return [*(one.name for one in first), *named]


def _is_plain(base: Value) -> bool:
    """Whether a class is of the project, or one outside of it that has no such method."""
    if isinstance(base, External):
        known = base.name.startswith(_PLAIN) or base.name in libraries.CLASS_KINDS
        return known and classes.kind(base) != "linen"
    return isinstance(base, ClassValue)
