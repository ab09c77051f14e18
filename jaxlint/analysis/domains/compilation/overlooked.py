"""What compiled code reads of a static argument, and by which no call is told from another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue, Transformed
from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation, equality
from jaxlint.analysis.domains.compilation.observations import FieldOverlooked
from jaxlint.analysis.domains.tracing import crossing
from jaxlint.analysis.domains.tracing.events import RegionEntered, UnseenEntered
from jaxlint.analysis.values.kinds import Choice, Instance, Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Static:
    """The objects that compiled functions are given for static arguments."""

    tokens: set[Value] = field(default_factory=set)


@compilation.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Take note of the static arguments of a call."""
    _note(engine, event.made, event.arguments)


@compilation.on(UnseenEntered)
def entered(engine: Engine, frame: Frame, event: UnseenEntered) -> None:
    """Take note of what stands for those of a call that is not in sight."""
    _note(engine, event.made, event.arguments)


def _note(engine: Engine, made: Transformed, arguments: Arguments) -> None:
    if made.transform.compiles and (made.options.static_numbers or made.options.static_names):
        for _, _, value in crossing.static_arguments(made, arguments):
            options = value.options if isinstance(value, Choice) else (value,)
            engine.kept(_Static).tokens.update(one.token for one in options)


@compilation.on(AttributeRead, traced=True)
def read(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Judge what is read of one."""
    base, attr = event.base, event.node.attr
    if not isinstance(base, Instance) or not isinstance(base.cls, ClassValue):
        return
    if base.token in engine.kept(_Static).tokens and equality.overlooks(engine, base.cls, attr):
        where, name = frame.at(event.node.place), base.cls.definition.name
        engine.observe(FieldOverlooked(*where, name, attr))
