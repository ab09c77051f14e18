"""Whether a program turns on types of 64 bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.values.kinds import Const

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True)
class _Wide:
    """Whether a run has met code that may turn on types of 64 bits."""

    allowed: bool = False


def note(engine: Engine, event: OutsideCalled) -> None:
    """Take note of a call that may turn on types of 64 bits, in this program or around it."""
    named = event.arguments.positional if event.name.endswith(".update") else ()
    option = named[0].value if named and isinstance(named[0], Const) else "jax_enable_x64"
    if option == "jax_enable_x64":
        engine.kept(_Wide).allowed = True


def allowed(engine: Engine) -> bool:
    """Whether something turns on types of 64 bits, here or perhaps in another file.

    It is to be asked when everything has been seen.
    """
    elsewhere = engine.named_elsewhere("enable_x64")
    return engine.kept(_Wide).allowed or elsewhere
