"""Which JAX will run the code: names and parameters it may lack, and code that asks for it.

Code that asks (by ``hasattr``, the version, ``try``) knows what it does: nothing is said of what it
does then. Such questions are counted in ``engine.asks``, what they answer is kept in
``engine.facts.answers``, and functions that ask in ``engine.asking``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.callables import Method
from jaxlint.analysis.core.events import (
    AnswerBound,
    AttributeRead,
    AttributeWritten,
    Defined,
    ImportBound,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.api import api, renaming
from jaxlint.analysis.domains.api.observations import of_name, of_parameter
from jaxlint.analysis.values.kinds import NONE, Array, External, Traced
from jaxlint.analysis.values.structures import is_array_of_jax
from jaxlint.knowledge import names, successors
from jaxlint.knowledge.arrays import NO_WHERE
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

_PACKAGES = ("jax.", "jaxlib.")
# What a library calls the version of JAX that it runs on.
_VERSION = re.compile(r"_*jax(lib)?_?version(_info|_tuple)?", re.IGNORECASE)


class Mark(Enum):
    """What this domain says of a definition: that it exists only for some JAX."""

    SHELTERED = "sheltered"


@api.on(AttributeRead)
def attribute(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """An attribute is read: of an outside name, or of an array."""
    node, base, value = event
    if node.attr in names.VERSIONS or node.attr == names.CODE or _VERSION.fullmatch(node.attr):
        engine.asks += 1
    elif isinstance(value, External):
        if value.name.startswith(_PACKAGES) or value.name in names.ASKING:
            _read(engine, frame, node, value.name)
    elif isinstance(base, Array) and isinstance(value, Method):
        _read_of_array(engine, frame, node)


def _read(engine: Engine, frame: Frame, node: ir.Attribute, name: str) -> None:
    """A name of JAX is read as an attribute, or one that asks for the JAX installed."""
    if name in names.ASKING:
        engine.asks += 1
        return
    if engine.context.silent:
        return
    if engine.context.tolerating:
        engine.asks += 1
        return
    standing = engine.releases.standing(name)
    if standing is None or sheltered(engine, frame):
        return
    successor = renaming.of_any(engine, name)
    fix = renaming.of_read(engine, frame, node, name)
    kind, given = of_name(name, standing), _patched(engine, name)
    where = (*frame.at(node.place), name, standing)
    engine.observe(kind(*where, successor, fix, patched=given))


@dataclass(slots=True, eq=False)
class Patched:
    """The names that the code itself gives to outside modules."""

    names: set[str] = field(default_factory=set)


@api.on(AttributeWritten)
def patched(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """An attribute of an outside name is assigned."""
    if isinstance(event.base, External):
        engine.kept(Patched).names.add(f"{event.base.name}.{event.target.attr}")


def _patched(engine: Engine, name: str) -> set[str]:
    """The names that the code itself gives to JAX; ``name`` among them if another file does."""
    last = name.rpartition(".")[2]
    changed = engine.ask(Query("", (last,), changed=True))
    given = engine.ask(Query("", (f".{last} =",)))
    if any(path in changed for path in given if path != engine.module.path):
        engine.kept(Patched).names.add(name)
    return engine.kept(Patched).names


def _read_of_array(engine: Engine, frame: Frame, node: ir.Attribute) -> None:
    """An attribute of a JAX array is read."""
    standing = engine.releases.of_array(node.attr)
    if standing is None or engine.context.tolerating or sheltered(engine, frame):
        return
    name = f"jax.Array.{node.attr}"
    successor = successors.of_name(name)
    where = (*frame.at(node.place), name, standing)
    engine.observe(of_name(name, standing)(*where, successor))


@api.on(ImportBound)
def imported(engine: Engine, frame: Frame, event: ImportBound) -> None:
    """A name is imported."""
    statement, one, value = event
    if isinstance(value, External) and (value.name in names.ASKING or asks_version(value.name)):
        engine.facts.answers.add(value.token)
    if not f"{one.whole}.".startswith(_PACKAGES) or not isinstance(value, External):
        return
    if engine.context.tolerating:
        engine.asks += 1
        return
    module = one.module if one.attribute is not None else one.whole
    standing = engine.releases.imported(module, one.attribute)
    if standing is None or sheltered(engine, frame):
        return
    fix = renaming.of_import(engine, frame, statement, one)
    # To a module that is gone nobody gives a name.
    there = engine.releases.imported(module, None) is None
    given = _patched(engine, one.whole) if there else frozenset[str]()
    kind, where = of_name(one.whole, standing), (*frame.at(one.node), one.whole, standing)
    successor = renaming.of_any(engine, one.whole)
    taken = one.attribute is not None
    engine.observe(kind(*where, successor, fix, patched=given, imported=taken))


@api.on(MethodCalled, about=of(Array, Traced))
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """A method of an array is called, which may be traced."""
    if is_array_of_jax(event.base):
        _called(engine, frame, f"jax.Array.{event.name}", event.arguments, event.node)


def _is_of_interest(name: str) -> bool:
    asks = name in names.ASKING_CALLS or name == "builtins.hasattr"
    return asks or name.startswith("jax.")


@api.on(OutsideCalled, about=_is_of_interest)
def outside(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """A function of JAX is called, or one that may ask what is installed."""
    if event.name.startswith("jax."):
        _called(engine, frame, event.name, event.arguments, event.node)
    else:
        _note_call(engine, event.name, event.arguments)


def _called(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> None:
    """A function of JAX is called: it may not have the parameters that it is given."""
    releases = engine.releases
    if engine.context.tolerating or not releases.api.shapes(name):
        return
    for parameter in arguments.keywords:
        if parameter == "out" or (parameter == "where" and name in NO_WHERE):
            continue  # No release writes into an array: JAX302 says so.
        standing = releases.parameter(name, parameter)
        if standing is None or sheltered(engine, frame):
            continue
        successor = successors.of_parameter(name, parameter)
        place, fix = renaming.of_parameter(arguments.source, parameter, successor, node)
        where = (*frame.at(place), name, standing)
        engine.observe(of_parameter(standing)(*where, successor, fix, parameter))
    if name in engine.transforms:  # Too many arguments are other mistakes there.
        return
    standing = releases.positional(name, len(arguments.positional))
    if standing is not None and not sheltered(engine, frame):
        engine.observe(of_parameter(standing)(*frame.at(node), name, standing))


def asks_version(name: str) -> bool:
    """Whether an outside name is the version of JAX installed, by whichever library says it."""
    last = name.rpartition(".")[2]
    own = name.startswith(_PACKAGES) and last.startswith("__version")
    return own or _VERSION.fullmatch(last) is not None


def _note_call(engine: Engine, name: str, arguments: Arguments) -> None:
    """Count a call that asks what is installed; of what an object has, any ``hasattr`` may ask."""
    if name in names.ASKING_CALLS and (name[:9] != "builtins." or _of_jax(arguments)):
        engine.asks += 1
    elif name == "builtins.hasattr":
        engine.features += 1


def _of_jax(arguments: Arguments) -> bool:
    first = arguments.positional[0] if arguments.positional else None
    return isinstance(first, External) and f"{first.name}.".startswith(_PACKAGES)


@api.on(AnswerBound)
def answered(engine: Engine, frame: Frame, event: AnswerBound) -> None:
    """Keep a value as an answer."""
    if event.value is not NONE:
        engine.facts.answers.add(event.value.token)


def sheltered(engine: Engine, frame: Frame) -> bool:
    """Whether code runs only where something that asks for the JAX installed lets it.

    So may any code of another module, whose own run is the one to tell.
    """
    if frame.module is not engine.module or any(one.of_jax for one in frame.conditions):
        return True
    owner: Frame | None = frame
    while owner is not None:
        if any(
            (Mark.SHELTERED, owner.scope) in facts.marks for facts in engine.facts_of(owner.module)
        ):
            return True
        owner = owner.closure
    return False


@api.on(Defined)
def defined(engine: Engine, frame: Frame, event: Defined) -> None:
    """Remember a function or class that is only defined for some JAX."""
    if engine.context.tolerating or any(condition.of_jax for condition in frame.conditions):
        engine.facts.marks.add((Mark.SHELTERED, event.definition))
