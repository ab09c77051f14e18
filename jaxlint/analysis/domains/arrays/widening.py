"""Whether a program turns on types of 64 bits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import AttributeWritten, ItemWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays
from jaxlint.analysis.values.kinds import Const, External, Value
from jaxlint.knowledge.configuration import ENVIRONMENT, SETTERS, X64, X64_VARIABLE
from jaxlint.knowledge.dtypes import WIDENING
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.observations import Observation

SeenT = TypeVar("SeenT", bound="Observation")

_CONFIG = "jax.config"
_OPTIONS = (X64, X64_VARIABLE)
# What another file has in it that turns them on.
_SPELLED = ("enable_x64", X64_VARIABLE)
_WORD = "x64"


@dataclass(slots=True)
class _Wide:
    """Whether a run has met code that may turn on types of 64 bits."""

    allowed: bool = False


@arrays.on(OutsideCalled, about=(WIDENING | SETTERS).__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of a call that may turn on types of 64 bits, in this program or around it."""
    given = event.arguments.positional
    named = given[0] if given and event.name in SETTERS else None
    unknown = event.name in WIDENING and not isinstance(named, Const)
    if unknown or (isinstance(named, Const) and named.value in _OPTIONS):
        engine.kept(_Wide).allowed = True


@arrays.on(AttributeWritten)
def assigned(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Take note of ``jax.config.jax_enable_x64 = ...``."""
    if event.target.attr == X64 and _is_named(event.base, _CONFIG):
        engine.kept(_Wide).allowed = True


@arrays.on(ItemWritten)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Take note of ``os.environ["JAX_ENABLE_X64"] = ...``."""
    named = isinstance(event.key, Const) and event.key.value == X64_VARIABLE
    if named and _is_named(event.base, ENVIRONMENT):
        engine.kept(_Wide).allowed = True


def _is_named(value: Value, name: str) -> bool:
    return isinstance(value, External) and value.name == name


def allowed(engine: Engine) -> bool:
    """Whether something turns on types of 64 bits, here or perhaps in another file.

    It is to be asked when everything has been seen.
    """
    return engine.kept(_Wide).allowed or any(map(engine.named_elsewhere, _SPELLED))


def is_spoken_of(engine: Engine) -> bool:
    """Whether any file of the project has a word on types of 64 bits."""
    return bool(engine.ask(Query("", (_WORD,))))


def only(engine: Engine, seen: SeenT, *, wide: bool) -> SeenT:
    """What is seen where types of 64 bits may be on alone, or where nothing turns them on."""
    return replace(seen, settled=lambda: seen.certain and allowed(engine) is wide)
