"""Steps along gradients by complex numbers, of which the conjugate shows the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import OperatorApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.observations import StepUnconjugated
from jaxlint.analysis.domains.tracing.facts import Derivative

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@numerics.on(OperatorApplied)
def stepped(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Observe complex numbers from which their own gradient is taken."""
    node, left, right = event
    if node.op != "-" or not left.facts or not right.facts:
        return
    if right.fact(Derivative) is None or left.fact(Derivative) is not None:
        return
    if forms.kind_of(left) == forms.kind_of(right) == "complex":
        engine.observe(StepUnconjugated(*frame.at(node.place)))
