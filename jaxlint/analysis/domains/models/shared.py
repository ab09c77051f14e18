"""Lists of layers that ``*`` repeats: the same layer stands in many places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.observations import LayerShared
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Const, Container, External, Instance, Value
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_EQUINOX = "equinox"
_MODULES = frozenset(("linen", "nnx", "haiku", _EQUINOX))


@models.on(OperatorApplied)
def repeated(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Judge a list that is written with layers in it, and repeated."""
    node, left, right = event
    if node.op != "*":
        return
    for written, held, count in ((node.left, left, right), (node.right, right, left)):
        if not isinstance(written, ir.Display) or not isinstance(held, Container):
            continue
        if isinstance(count, Const) and count.value in (0, 1):
            continue
        for element, value in zip(written.elements, held.values, strict=False):
            if isinstance(element, ir.Call) and isinstance(value, Instance) and _learns(value.cls):
                layer, alike = ir.last_name(element.func), _is_of_equinox(value.cls)
                engine.observe(LayerShared(*frame.at(node.place), layer, alike))
                return


def _learns(cls: Value) -> bool:
    """Whether objects of a class are layers with parameters, or modules of the project."""
    outside = isinstance(cls, External) and cls.name in modules.PARAMETRIC
    return outside or classes.kind(cls) in _MODULES


def _is_of_equinox(cls: Value) -> bool:
    """Whether a layer is a tree of its parameters, which each place has for itself."""
    if isinstance(cls, External):
        return cls.name.startswith(f"{_EQUINOX}.")
    return classes.kind(cls) == _EQUINOX
