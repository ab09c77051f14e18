"""Which JAX will run the code: names and parameters it may lack, and code that asks for it.

Code that asks (by ``hasattr``, the version, ``try``) knows what it does: nothing is said of what it
does then. Such questions are counted in ``engine.asks``, what they answer is kept in
``engine.facts.answers``, and functions that ask in ``engine.asking``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import renaming
from jaxlint.analysis.observations import ApiUse
from jaxlint.analysis.values.kinds import NONE, External, Value
from jaxlint.knowledge import names, successors
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core import calls
    from jaxlint.analysis.core.engine import Engine

_PACKAGES = ("jax.", "jaxlib.")


def read(engine: Engine, frame: Frame, node: ir.Attribute, name: str) -> None:
    """An outside name is read as an attribute."""
    if name in names.ASKING:
        engine.asks += 1
        return
    if engine.silent or not name.startswith(_PACKAGES):
        return
    if engine.tolerating:
        engine.asks += 1
        return
    standing = engine.releases.standing(name)
    if standing is None or sheltered(engine, frame):
        return
    successor = successors.of_call(name) or renaming.chosen(engine, name)
    mend = renaming.of_read(engine, frame, node, name)
    engine.observe(
        ApiUse(
            frame.module, node.place, frame.why, "name", name, standing, successor, mend,
            patched=_patched(engine, name),
        )
    )  # fmt: skip


def _patched(engine: Engine, name: str) -> set[str]:
    """The names that the code itself gives to JAX; ``name`` among them if another file does."""
    given = engine.ask(Query("", (f".{name.rpartition('.')[2]} =",)))
    if any(path != engine.module.path for path in given):
        engine.patched.add(name)
    return engine.patched


def read_of_array(engine: Engine, frame: Frame, node: ir.Attribute) -> None:
    """An attribute of a JAX array is read."""
    standing = engine.releases.of_array(node.attr)
    if standing is None or engine.tolerating or sheltered(engine, frame):
        return
    name = f"jax.Array.{node.attr}"
    successor = successors.of_name(name)
    engine.observe(ApiUse(frame.module, node.place, frame.why, "name", name, standing, successor))


def imported(
    engine: Engine, frame: Frame, statement: ir.Import, one: ir.ImportedName, value: Value
) -> None:
    """A name is imported."""
    if isinstance(value, External) and (value.name in names.ASKING or asks_version(value.name)):
        engine.facts.answers.add(value.token)
    if not f"{one.whole}.".startswith(_PACKAGES) or not isinstance(value, External):
        return
    if engine.tolerating:
        engine.asks += 1
        return
    module = one.module if one.attribute is not None else one.whole
    standing = engine.releases.imported(module, one.attribute)
    if standing is None or sheltered(engine, frame):
        return
    mend = renaming.of_import(engine, frame, statement, one)
    engine.observe(
        ApiUse(
            frame.module, one.node, frame.why, "name", one.whole, standing,
            renaming.chosen(engine, one.whole), mend, patched=_patched(engine, one.whole),
        )
    )  # fmt: skip


def called(
    engine: Engine, frame: Frame, name: str, arguments: calls.Arguments, node: ir.Place
) -> None:
    """A function of JAX is called: the parameters that it is given may be gone."""
    releases = engine.releases
    if engine.tolerating or not releases.api.shapes(name):
        return
    for parameter in arguments.keywords:
        if parameter == "out":  # No release writes to it: JAX302 says so.
            continue
        standing = releases.parameter(name, parameter)
        if standing is None or sheltered(engine, frame):
            continue
        successor = successors.of_parameter(name, parameter)
        place, mend = renaming.of_parameter(arguments.source, parameter, successor, node)
        engine.observe(
            ApiUse(
                frame.module, place, frame.why, "parameter", name, standing, successor, mend,
                parameter,
            )
        )  # fmt: skip
    if name in engine.transforms:  # Too many arguments are other mistakes there.
        return
    standing = releases.positional(name, len(arguments.positional))
    if standing is not None and not sheltered(engine, frame):
        engine.observe(ApiUse(frame.module, node, frame.why, "parameter", name, standing))


def asks_version(name: str) -> bool:
    """Whether an outside name is the version of JAX that is installed."""
    return name.startswith(_PACKAGES) and name.rpartition(".")[2].startswith("__version")


def note_call(engine: Engine, name: str, arguments: calls.Arguments) -> None:
    """Count a call that asks what is installed; of what an object has, any ``hasattr`` may ask."""
    if name in names.ASKING_CALLS and (name[:9] != "builtins." or _of_jax(arguments)):
        engine.asks += 1
    elif name == "builtins.hasattr":
        engine.features += 1


def _of_jax(arguments: calls.Arguments) -> bool:
    first = arguments.positional[0] if arguments.positional else None
    return isinstance(first, External) and f"{first.name}.".startswith(_PACKAGES)


def note_answer(engine: Engine, asked: int, value: Value) -> None:
    """Keep a value as an answer if something was asked since the count was ``asked``."""
    if engine.asks != asked and value is not NONE:
        engine.facts.answers.add(value.token)


def note_tried(engine: Engine, frame: Frame, asked: int, before: dict[str, Value]) -> None:
    """Keep what a ``try`` has bound as answers if something of JAX was tried in it."""
    if engine.asks != asked:
        for name, value in frame.env.items():
            if before.get(name) is not value:
                note_answer(engine, asked, value)


def sheltered(engine: Engine, frame: Frame) -> bool:
    """Whether code runs only where something that asks for the JAX installed lets it.

    So may any code of another module, whose own run is the one to tell.
    """
    if frame.module is not engine.module or any(one.of_jax for one in frame.conditions):
        return True
    owner: Frame | None = frame
    while owner is not None:
        if any(owner.scope in facts.sheltered for facts in engine.facts_of(owner.module)):
            return True
        owner = owner.closure
    return False


def note_definition(engine: Engine, frame: Frame, definition: ir.Scope) -> None:
    """Remember a function or class that is only defined for some JAX."""
    if engine.tolerating or any(condition.of_jax for condition in frame.conditions):
        engine.facts.sheltered.add(definition)
