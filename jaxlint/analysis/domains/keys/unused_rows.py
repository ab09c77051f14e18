"""Mapped functions that have a key for each row, and take one from outside in its place.

``jax.vmap(lambda k: walk(start, key))(keys)``: each row gets a key, and all of them use one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import FunctionEntered
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import random_keys
from jaxlint.analysis.domains.keys.observations import KeyBroadcast
from jaxlint.analysis.values.kinds import Key, Traced, Unknown, Value
from jaxlint.analysis.values.regions import Region, outward
from jaxlint.knowledge import random
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_FOLDING = "fold_in"


@dataclass(slots=True)
class _Told:
    """The functions of which it was said."""

    functions: set[ir.Function] = field(default_factory=set)


@random_keys.on(FunctionEntered, traced=True)
def entered(engine: Engine, frame: Frame, event: FunctionEntered) -> None:
    """Observe a mapped function that never reads the key of its row, but one from outside."""
    region, function = frame.region, event.definition
    if region is None or region.function is not function:
        return
    if region.transform.arguments is not Arguments.MAPPED:
        return
    rows = [
        name
        for name, value in event.variables.items()
        if isinstance(value, Key) and value.region is region and value.family is not None
        if not name.startswith("_") and not function.is_read(name)
    ]
    for name, reads in function.loads.items() if rows else ():
        owner = frame.closure.holder(name) if frame.closure is not None else None
        value = None if owner is None else owner.env.get(name)
        if value is not None and _is_one_key(value, name) and not _is_folded(function, name):
            engine.kept(_Told).functions.add(function)
            where = frame.module, reads[0].node, region.why
            engine.observe(KeyBroadcast(*where, region.label, unused=rows[0], used=name))
            return


def is_told(engine: Engine, region: Region | None) -> bool:
    """Whether it was said of a mapped function, or of one around it, that it leaves a key."""
    told = engine.kept(_Told).functions
    return bool(told) and any(one.function in told for one in outward(region))


def _is_one_key(value: Value, name: str) -> bool:
    """Whether a variable is one key, or called so where that is not known."""
    if isinstance(value, Key):
        return not value.batch
    return isinstance(value, Unknown | Traced) and name in random.KEY_NAMES


def _is_folded(function: ir.Function, name: str) -> bool:
    """Whether a function folds something into a key from outside."""
    return any(
        isinstance(one, ir.Name) and one.id == name
        for call in ir.nodes_in(function.body)
        if isinstance(call, ir.Call) and ir.last_name(call.func) == _FOLDING
        for one in call.given
    )
