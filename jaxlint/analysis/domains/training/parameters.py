"""Updates of optimisers that need the parameters, and are not given them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, CallStarting
from jaxlint.analysis.core.callables import Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import methods, training
from jaxlint.analysis.domains.training.facts import NeedsParameters
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.values.kinds import Container, External, Value, is_none
from jaxlint.knowledge import libraries
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

_UPDATE = "update"
_PARAMETERS = (2, "params")
_RAISED = "ValueError or TypeError"


@training.transfer(*libraries.INJECTORS)
def injected(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What makes the same as its argument."""
    return call.first if isinstance(call.first, External | Partial) else None


@training.deduce(Call, about=(libraries.WITH_PARAMETERS | libraries.WRAPPERS).__contains__)
def needed_by(call: Call) -> NeedsParameters | None:
    """Whether a transformation needs the parameters, itself or what it is made of."""
    if call.name in libraries.WITH_PARAMETERS:
        return NeedsParameters(call.name)
    given = (*call.arguments.all, *filter(None, (call.arguments.rest,)))
    needs = [one for value in _parts(given) if (one := value.fact(NeedsParameters))]
    return min(needs, key=lambda one: one.perhaps, default=None)


def _parts(values: Iterable[Value], depth: int = 2) -> Iterator[Value]:
    """Values, and what is in them: transformations in dicts, or in pairs with their names."""
    for value in values:
        yield value
        if isinstance(value, Container) and depth:
            yield from _parts(value.values, depth - 1)


@training.on(CallStarting)
def updated(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge whether an optimiser is given the parameters that it needs."""
    if _is_given(event.arguments):
        return
    optimiser = methods.holder(engine, frame, event, _UPDATE)
    known = None if optimiser is None else optimiser.fact(NeedsParameters)
    if known is None or (known.perhaps and frame.own_conditions):
        return
    called = trees.code(event.source.func.place)
    what = f"`{called}` is not given the parameters, which `{known.maker}` needs"
    if known.perhaps:
        what += ", one of the optimisers that it may be"
    instead = "hand over the parameters as the third argument"
    node = event.source.place
    seen = CallRefused(*frame.at(node), "optax", what=what, instead=instead, raised=_RAISED)
    misuse.note(engine, seen)


def _is_given(arguments: Arguments) -> bool:
    """Whether a call of ``update`` has the parameters, or what it has is not known."""
    given = arguments.get(*_PARAMETERS)
    return arguments.rest is not None or (given is not None and not is_none(given))
