"""Factors of a matrix whose gradients divide by differences of its values, which may be equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.numerics import gradients, numerics, terms
from jaxlint.analysis.domains.numerics.observations import FactorsDegenerate
from jaxlint.analysis.values.kinds import Const
from jaxlint.knowledge.numerics import FACTORS, VALUES_ONLY
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@numerics.on(OutsideCalled, traced=True, about=FACTORS.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a factorisation of a matrix that is differentiated, whose vectors are used."""
    given, factors = event.arguments, FACTORS[event.name]
    matrix = given.positional[0] if given.positional else None
    if matrix is None or event.source is None or not _asks_for_vectors(event):
        return
    if not terms.is_differentiated(matrix, frame.region) or gradients.has_own_rule(engine):
        return
    if _are_used(frame, event.source, factors.places, factors.names):
        engine.observe(FactorsDegenerate(*frame.at(event.node), event.name.rpartition(".")[2]))


def _asks_for_vectors(event: OutsideCalled) -> bool:
    given = ((event.arguments.keywords.get(name), truth) for name, truth in VALUES_ONLY.items())
    return not any(isinstance(one, Const) and one.value is truth for one, truth in given)


def _are_used(frame: Frame, call: ir.Call, places: tuple[int, ...], names: frozenset[str]) -> bool:
    """Whether the statement under way takes vectors of what a call gives, and reads them."""
    statement = frame.statement
    if isinstance(statement, ir.Assign) and statement.value is call:
        target = statement.targets[0]
        parts = target.elements if isinstance(target, ir.Display) else ()
        bound = [parts[at] for at in places if at < len(parts)]
        return any(isinstance(one, ir.Name) and frame.scope.is_read(one.id) for one in bound)
    for node in ir.nodes_in(statement):
        if isinstance(node, ir.Attribute) and node.base is call and node.attr in names:
            return True
        if isinstance(node, ir.Subscript) and node.base is call:
            return isinstance(node.index, ir.Constant) and node.index.value in places
    return False
