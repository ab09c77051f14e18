"""Large arrays that compiled code closes over, and which become part of the program."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import NameRead
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.domains.compilation import compilation
from jaxlint.analysis.domains.compilation.observations import ArrayCaptured
from jaxlint.analysis.values.kinds import Array, HostArray

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

LARGE = 1_000_000


@compilation.on(NameRead, traced=True, about=of(Array, HostArray))
def read(engine: Engine, frame: Frame, event: NameRead) -> None:
    """Judge a read of an array of the code around, where its size is in sight."""
    form, region = event.value.fact(Form), frame.region
    if form is None or form.shape is None or event.owner.region is not None:
        return
    size = prod(form.shape)
    if size >= LARGE and region is not None and region.constants:
        name = event.node.id
        engine.observe(ArrayCaptured(*frame.at(event.node.place), name, form.shape))
