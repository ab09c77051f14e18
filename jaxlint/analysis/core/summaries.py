"""What running a function in a context came to, and how a like call is answered from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core import signatures
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.sources import Source
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class Summary:
    """What running a function in a context came to: enough to answer the same call again."""

    returned: Value
    arguments: Arguments
    effects: tuple[Effect, ...]
    sources: tuple[Source, ...]
    changed: bool


def recall(
    engine: Engine, frame: Frame, known: Summary, arguments: Arguments, node: ir.Place
) -> Value:
    """Answer a call from memory: the same evidence, the same effects, a fresh result."""
    for old, new in zip(known.sources, signatures.sources(arguments), strict=False):
        new.learn(old)
    handed = signatures.handed(known.arguments, arguments)
    returned = signatures.transplant(known.returned, handed, frame.region)
    if known.changed:
        engine.forget(arguments.all)
    for effect in known.effects:
        on = None if effect.on is None else handed.get(effect.on, effect.on)
        effect.recalled(handed).replay(engine, frame, on, node)
    return returned
