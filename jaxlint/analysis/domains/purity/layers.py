"""Layers of ``flax.nnx`` that write into themselves when they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Instance, is_false

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def notes(engine: Engine, layer: Instance, arguments: Arguments) -> bool:
    """Whether a call of a layer changes it: statistics that it keeps, or a count of its draws.

    Not where it is told to leave them alone, or where nobody knows.
    """
    flag = classes.noting_flag(layer.cls)
    if flag is None or is_false(layer.fields.get("rate")):
        return False
    said = (arguments.keywords, engine.store.fields.get(layer.token, NO_FIELDS), layer.fields)
    told = next((one[flag] for one in said if flag in one), None)
    return told is None or is_false(told)
