"""Steps of some parameters by the gradients of others that were given to the same loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, training
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import GradientMisread, Unpacking
from jaxlint.knowledge.names import GRADIENTS
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Words of what a step moves by gradients of something else: its memory, and what counts steps.
_MOVED_BESIDE = frozenset(
    """
    average avg buffer count ema hist history key lr m memory metrics momentum moving mu nu opt
    rate rng state states stats step v velocity
    """.split()
)


class _Gradients(NamedTuple):
    """A variable of gradients: by which argument of the loss, and beside which others."""

    name: str
    by: str
    beside: frozenset[str]
    transform: str


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through the steps of a function, once."""
    function = blocks.first_function(engine, frame, __name__)
    if function is None:
        return
    statements = [one for one in ir.assignments_in(*function.body) if isinstance(one, ir.Assign)]
    found = [one for statement in statements for one in _gradients(engine, function, statement)]
    for statement in statements if found else ():
        for gradients in found:
            if _steps_another(statement, gradients):
                assert statement.value is not None
                where = (*frame.at(statement.value.place), gradients.transform)
                misuse.note(engine, GradientMisread(*where, Unpacking.ANOTHER, gradients.by))


def _gradients(engine: Engine, scope: ir.Function, statement: ir.Assign) -> Iterator[_Gradients]:
    """The variable that a statement binds to the gradients of a loss by one of its arguments."""
    call, target = statement.value, statement.targets[0]
    made = call.func if isinstance(call, ir.Call) else None
    if not isinstance(call, ir.Call) or not isinstance(made, ir.Call):
        return
    transform, place = engine.dotted(scope, made.func), _place(made)
    if transform not in GRADIENTS or place is None or place >= len(call.args):
        return
    if transform.endswith("value_and_grad"):
        pair = target.elements if isinstance(target, ir.Display) else ()
        target = pair[1] if len(pair) == 2 else call
    by = blocks.spelled(call.args[place])
    others = {one.id for n, one in enumerate(call.args) if n != place and isinstance(one, ir.Name)}
    once = isinstance(target, ir.Name) and len(scope.stores.get(target.id, ())) == 1
    if by and isinstance(target, ir.Name) and once:
        beside = frozenset(others - {ir.root_name(call.args[place])})
        yield _Gradients(target.id, by, beside, transform)


def _place(made: ir.Call) -> int | None:
    """By which argument a function is differentiated; None where that is not one that is known."""
    said = [value for name, value in made.keywords if name == "argnums"] + list(made.args[1:2])
    if not said:
        return 0
    number = said[0].value if isinstance(said[0], ir.Constant) else None
    return number if type(number) is int and number >= 0 else None


def _steps_another(statement: ir.Assign, gradients: _Gradients) -> bool:
    """Whether a statement moves another argument of the loss on by these gradients."""
    given = blocks.names_given(statement)
    moved = blocks.moved(statement) & gradients.beside
    call = statement.value
    if gradients.name not in given or not moved or not isinstance(call, ir.Call):
        return False
    if ir.root_name(call.func) in moved or gradients.by in map(blocks.spelled, call.given):
        return False
    return all(_MOVED_BESIDE.isdisjoint(name.lower().split("_")) for name in moved)
