"""Whether a program turns on types of 64 bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import AttributeWritten, ItemWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays
from jaxlint.analysis.values.kinds import Const, External, Value
from jaxlint.knowledge.arrays import WIDENING
from jaxlint.knowledge.configuration import UPDATE, X64

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_VARIABLE = X64.upper()
_CONFIG, _ENVIRONMENT = "jax.config", "os.environ"
_PUTTING = frozenset(("os.environ.setdefault", "os.putenv"))
# What another file has in it that turns them on.
_SPELLED = ("enable_x64", _VARIABLE)


@dataclass(slots=True)
class _Wide:
    """Whether a run has met code that may turn on types of 64 bits."""

    allowed: bool = False


@arrays.on(OutsideCalled, about=(WIDENING | _PUTTING).__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of a call that may turn on types of 64 bits, in this program or around it."""
    given = event.arguments.positional
    named = given[0] if given and event.name in (UPDATE, *_PUTTING) else None
    known = isinstance(named, Const)
    if _is(named, X64) or _is(named, _VARIABLE) or (event.name in WIDENING and not known):
        engine.kept(_Wide).allowed = True


@arrays.on(AttributeWritten)
def assigned(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Take note of ``jax.config.jax_enable_x64 = ...``."""
    if event.target.attr == X64 and _is_named(event.base, _CONFIG):
        engine.kept(_Wide).allowed = True


@arrays.on(ItemWritten)
def stored(engine: Engine, frame: Frame, event: ItemWritten) -> None:
    """Take note of ``os.environ["JAX_ENABLE_X64"] = ...``."""
    if _is(event.key, _VARIABLE) and _is_named(event.base, _ENVIRONMENT):
        engine.kept(_Wide).allowed = True


def _is(value: Value | None, text: str) -> bool:
    return isinstance(value, Const) and value.value == text


def _is_named(value: Value, name: str) -> bool:
    return isinstance(value, External) and value.name == name


def allowed(engine: Engine) -> bool:
    """Whether something turns on types of 64 bits, here or perhaps in another file.

    It is to be asked when everything has been seen.
    """
    return engine.kept(_Wide).allowed or any(map(engine.named_elsewhere, _SPELLED))
