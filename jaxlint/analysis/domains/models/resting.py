"""Models of nnx that a loop trains, and leaves in the mode of evaluation from its first turn on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import InstanceCalled
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.modes import Resting
from jaxlint.analysis.domains.models.observations import LeftResting
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Const, External, Value, is_false
from jaxlint.analysis.values.regions import differentiated
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class Learning:
    """Where layers learned in the mode of training: by the call in a loop, and the layer's."""

    calls: set[tuple[ir.Place, ir.Place]] = field(default_factory=set)


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Take note of the mode of a layer where a model learns."""
    layer, arguments, node = event
    flag = classes.noting_flag(layer.cls)
    if flag is None or flag in arguments.keywords or differentiated(frame.region) is None:
        return
    told = engine.store.fields.get(layer.token, NO_FIELDS).get(flag) or layer.fields.get(flag)
    rests = isinstance(told, Const) and told.value is True
    if isinstance(layer.cls, External) and (rests or told is None or is_false(told)):
        name = layer.cls.name.rpartition(".")[2]
        Learned(None, name, node, resting=rests).judge(engine, frame, node)


@dataclass(slots=True, frozen=True, eq=False)
class Learned(Effect):
    """A layer was called where a model learns, in the mode of evaluation or not."""

    layer: str
    place: ir.Place
    resting: bool

    domain = "models"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Judge it for another call."""
        self.judge(engine, frame, node)

    def judge(self, engine: Engine, frame: Frame, node: ir.Place) -> None:
        """Observe that a loop has told the model to rest, and that it learned there before."""
        engine.log(self)
        ways = [*((one.frame, one.node) for one in engine.path), (frame, node)]
        loop = next(((one, call) for one, call in reversed(ways) if one.loops and call), None)
        if loop is None:
            return
        caller, call = loop
        learning = engine.kept(Learning).calls
        if not self.resting:
            learning.add((call, self.place))
        elif (call, self.place) in learning:
            loops = engine.kept(Resting).loops
            if any((caller.scope, number) in loops for number in caller.loops):
                engine.observe(LeftResting(*caller.at(call), self.layer))
