"""Attributes that other libraries' arrays have, and those of JAX do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import AttributeRead
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.arrays import array_misuse, arrays
from jaxlint.analysis.domains.arrays.observations import ForeignAttributeRead
from jaxlint.analysis.values.kinds import Array, Traced
from jaxlint.analysis.values.promises import deny
from jaxlint.analysis.values.structures import is_array_of_jax
from jaxlint.knowledge.api import number as number_of
from jaxlint.knowledge.other_arrays import FOREIGN, SPARSE_ATTRIBUTES, TILE, TILE_UP_TO

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(AttributeRead, about=of(Array, Traced))
def foreign(engine: Engine, frame: Frame, event: AttributeRead) -> None:
    """Observe an attribute that arrays of JAX lack, unless one was given it.

    What an annotation calls an array may be sparse, as what it is asked for may show.
    """
    node, base, _ = event
    if node.attr in SPARSE_ATTRIBUTES:
        deny(base)
    if node.attr not in FOREIGN or not is_array_of_jax(base):
        return
    if node.attr == TILE and number_of(engine.releases.newest) < number_of(TILE_UP_TO):
        return
    if array_misuse.is_asked_about(engine, frame, node.base):
        return
    if node.attr not in engine.store.fields.get(base.token, NO_FIELDS):
        where = array_misuse.about(frame, node.place, base)
        seen = ForeignAttributeRead(*where, node.attr, FOREIGN[node.attr])
        array_misuse.note(engine, frame, seen, node.base)
