"""Calls of one function that JAX traces anew: what they are given is of another form or class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Form
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.values.kinds import Container, Instance, Value
from jaxlint.analysis.values.regions import Region

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3

# By where a value is among the arguments, what a trace is kept by: a class or a shape.
_Form = Mapping[object, object]


@dataclass(slots=True, eq=False)
class _Entered:
    """What the calls were given that entered regions, as far as it is known."""

    given: dict[Region, _Form] = field(default_factory=dict)


@purity.on(RegionEntered, traced=False)
def entered(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Take note of what plain code gives a transformed function."""
    arguments = event.arguments
    given = (*enumerate(arguments.positional), *arguments.keywords.items())
    forms = chain.from_iterable(_forms(engine, name, value, _DEPTH) for name, value in given)
    engine.kept(_Entered).given[event.region] = dict(forms)


def is_anew(engine: Engine, region: Region, earlier: Region) -> bool:
    """Whether the call of a region certainly finds no trace that an earlier call has made."""
    given = engine.kept(_Entered).given
    now, then = given.get(region, {}), given.get(earlier, {})
    return any(then.get(place, form) != form for place, form in now.items())


def _forms(engine: Engine, place: object, value: Value, depth: int) -> list[tuple[object, object]]:
    """What a trace is kept by, of a value at a place and of what it holds."""
    form = value.fact(Form)
    if form is not None and form.shape is not None:
        return [(place, form.shape)]
    own: list[tuple[object, object]] = []
    parts: Mapping[object, Value] = {}
    if isinstance(value, Container):
        parts = value.items if value.rest is None else {}
    elif isinstance(value, Instance) and isinstance(value.cls, ClassValue):
        own = [(place, value.cls.definition)]
        parts = engine.store.fields.get(value.token, NO_FIELDS)
    held = parts.items() if depth else ()
    inner = (_forms(engine, (place, name), part, depth - 1) for name, part in held)
    return [*own, *chain.from_iterable(inner)]
