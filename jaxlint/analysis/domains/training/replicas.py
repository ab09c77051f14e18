"""Steps that several devices, or rows of a map, make, each by the gradients of its own data.

They are meant to stay equal where something else, as the loss, is brought together over the axis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.facts import Derivative
from jaxlint.analysis.domains.training import blocks, names, training
from jaxlint.analysis.domains.training.observations import GradientsApart
from jaxlint.analysis.values.regions import outward
from jaxlint.knowledge.names import COLLECTIVES, TREE_MAP_NAMES
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.analysis.values.regions import Region

_SPREADING = (Arguments.MAPPED, Arguments.SPECIFIED)
# Axes of models that do not share their parameters.
_ALONE = re.compile(r"agent|ensemble|expert|member|particle|pop|seed|task", re.IGNORECASE)
_STEPS = frozenset(("apply_gradients", "apply_updates", "update"))
# What makes new parameters or states of old ones, each device by itself.
_MOVING = _STEPS | TREE_MAP_NAMES | {"replace"}


@dataclass(slots=True, eq=False)
class _Reduced:
    """The mapped functions in which something is brought together, and those of them where code
    further in does so: the function that is differentiated, say."""

    anything: set[ir.Function] = field(default_factory=set)
    inside: set[ir.Function] = field(default_factory=set)


@dataclass(slots=True, frozen=True)
class BroughtTogether(Effect):
    """Devices brought something together, in code further in than what they were mapped over."""

    inside: bool

    domain = "training"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Take note of it for what is mapped around the call."""
        engine.log(self)
        known = engine.kept(_Reduced)
        for region in outward(frame.region):
            if region.transform.arguments in _SPREADING and region.function is not None:
                known.anything.add(region.function)
                if self.inside or region is not frame.region:
                    known.inside.add(region.function)


@training.on(OutsideCalled, traced=True, about=COLLECTIVES.__contains__)
def reduced(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note that the devices bring something together."""
    mapped = frame.region is not None and frame.region.transform.arguments in _SPREADING
    BroughtTogether(None, not mapped).replay(engine, frame, None, event.node)


def is_inside(engine: Engine, function: ir.Function | None) -> bool:
    """Whether devices bring something together in code further in than a function of theirs."""
    return function in engine.kept(_Reduced).inside


@training.on(FrameDone, traced=True)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Judge a step that a mapped function writes out, once."""
    function = _mapped(frame.region, frame.scope)
    if function is None or engine.context.expects_errors:
        return
    known = engine.kept(_Reduced)
    if function not in known.anything or function in known.inside:
        return
    if not blocks.is_first(engine, frame, __name__) or _brings_state_together(function):
        return
    for name in _gradients(frame, function):
        step = _step(function, name)
        if step is not None and not _is_given_away(function, step, name):
            engine.observe(GradientsApart(*frame.at(step.place), name))


def _mapped(region: Region | None, scope: ir.Scope) -> ir.Function | None:
    """The function whose code is run, if it is mapped over an axis that has a name.

    It is not where that name says that each is on its own.
    """
    if region is None or region.transform.arguments is not Arguments.MAPPED or not region.axes:
        return None
    if any(_ALONE.search(name) for name in region.axes):
        return None
    return scope if isinstance(scope, ir.Function) and region.function is scope else None


def _gradients(frame: Frame, function: ir.Function) -> Iterator[str]:
    """The variables that hold gradients as a call gave them, and are not returned."""
    for one in ir.assignments_in(*function.body):
        for name in ir.bound_names(one.targets[0]) if isinstance(one.value, ir.Call) else ():
            value = frame.env.get(name)
            derived = value is not None and value.fact(Derivative) is not None
            if derived and len(function.stores[name]) == 1 and not _is_handed_out(function, name):
                yield name


def _is_handed_out(function: ir.Function, name: str) -> bool:
    """Whether a variable is returned, or code inside reads it."""
    returned = [one for one in ir.statements_in(*function.body) if isinstance(one, ir.Return)]
    values = [one.value for one in returned]
    parts = [one.elements if isinstance(one, ir.Display) else (one,) for one in values]
    read = any(_reads(part, name) for several in parts for part in several)
    return read or any(name in one.loads and name not in one.bound for one in function.inner)


def _step(function: ir.Function, name: str) -> ir.Expr | None:
    """The one step that is made by some gradients, if nothing else is done with them."""
    calls = [one for one in ir.nodes_in(function.body) if isinstance(one, ir.Call)]
    reading = [one for one in calls if any(_reads(part, name) for part in one.given)]
    given = [one for one in reading if "norm" not in ir.last_name(one.func)]
    steps = [one for one in given if ir.last_name(one.func) in _STEPS or _is_written_out(one)]
    if not given:
        return next(_sums(function, name), None)
    return steps[0] if len(given) == len(steps) == 1 else None


def _sums(function: ir.Function, name: str) -> Iterator[ir.Expr]:
    """The sums with gradients that parameters are bound to."""
    for one in ir.assignments_in(*function.body):
        value, bound = one.value, ir.spelled(one.targets[0])
        if isinstance(value, ir.BinaryOp) and names.is_parameter(bound):
            yield from (value for part in ir.nodes_in(value) if _reads(part, name))


def _is_written_out(call: ir.Call) -> bool:
    """Whether a call maps over trees what computes and calls nothing."""
    mapped = blocks.mapped(call)
    inner = ir.nodes_in(mapped.function.body) if mapped is not None else ()
    return mapped is not None and not any(isinstance(one, ir.Call) for one in inner)


def _brings_state_together(function: ir.Function) -> bool:
    """Whether a call is given a state, or parameters, that may bring these together."""
    for call in ir.nodes_in(function.body):
        if not isinstance(call, ir.Call) or isinstance(call.func, ir.Call):
            continue
        if ir.last_name(call.func) in _MOVING or "grad" in ir.spelled(call.func):
            continue
        given = [ir.root_name(part) for part in call.given]
        if any(name and (names.is_state(name) or names.is_parameter(name)) for name in given):
            return True
    return False


def _is_given_away(function: ir.Function, step: ir.Expr, gradients: str) -> bool:
    """Whether what a step makes of gradients is given to a call that may bring it together."""
    made = {gradients}
    for one in ir.assignments_in(*function.body):
        behind = one.value is not None and one.value.place.number >= step.place.number
        if behind and any(_reads(part, name) for part in ir.nodes_in(one.value) for name in made):
            made.update(ir.bound_names(one.targets[0]))
    made.discard(gradients)
    for call in ir.nodes_in(function.body):
        if not isinstance(call, ir.Call) or call.place.number <= step.place.number:
            continue
        if ir.last_name(call.func) in _STEPS | {"replace"} or _is_written_out(call):
            continue
        if any(_reads(part, name) for part in call.given for name in made):
            return True
    return False


def _reads(node: object, name: str) -> bool:
    return isinstance(node, ir.Name) and node.id == name
