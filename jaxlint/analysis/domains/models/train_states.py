"""``TrainState`` of Flax: what ``create`` puts into it, and what a step makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call, MethodResult
from jaxlint.analysis.core.callables import ClassValue, Method, Partial
from jaxlint.analysis.core.events import AttributeSought, ClassAttributeSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.semantics import classes, objects
from jaxlint.analysis.values.kinds import External, Instance, Unknown, Value
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_CREATE = f"{libraries.TRAIN_STATE}.create"
_METHODS = frozenset((libraries.APPLY_GRADIENTS, "replace"))


def _is_state(cls: Value) -> bool:
    """Whether a class is ``TrainState`` or one made from it."""
    return any(
        isinstance(one, External) and one.name == libraries.TRAIN_STATE
        for one in classes.ancestry(cls)
    )


@models.answer(ClassAttributeSought)
def inherited(engine: Engine, frame: Frame, event: ClassAttributeSought) -> Value | None:
    """``create`` of a class of the project that is made from ``TrainState``."""
    if event.attr != "create" or not _is_state(event.cls):
        return None
    return Partial(External(_CREATE), (event.cls,), {})


@models.transfer(_CREATE)
def created(engine: Engine, frame: Frame, call: Call) -> Value:
    """A state with the fields that ``create`` is given."""
    cls = call.first if isinstance(call.first, ClassValue) else External(libraries.TRAIN_STATE)
    state = Instance(cls, frame.region)
    engine.store.fields.make(state)
    for name, value in call.arguments.keywords.items():
        engine.store.fields.put(state, name, value)
    state.fields = dict(call.arguments.keywords)
    return state


@models.answer(AttributeSought)
def sought(engine: Engine, frame: Frame, event: AttributeSought) -> Value | None:
    """A method or field that ``TrainState`` itself has."""
    state, attr = event
    if not _is_state(state.cls):
        return None
    if attr in _METHODS:
        return Method(state, attr)
    tracer = state.traced
    if attr == "step" and tracer is not None:
        return state.child(attr, lambda: tracer.result(name=attr))
    own = isinstance(state.cls, External) or attr in libraries.STATE_FIELDS
    return state.child(attr, lambda: Unknown(attr)) if own else None


@models.answer(MethodResult)
def stepped(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """A copy of a state: with other fields, after a step also with other parameters."""
    state, name, arguments, node = event
    if not isinstance(state, Instance) or name not in _METHODS or not _is_state(state.cls):
        return None
    changes = dict(arguments.keywords)
    if name == libraries.APPLY_GRADIENTS:
        changes.pop("grads", None)
        for attr in ("params", "opt_state", "step"):
            changes.setdefault(attr, _renewed(state, attr))
    given = Arguments((), changes, arguments.rest)
    return objects.replaced(engine, frame, state, given, node)


def _renewed(state: Instance, attr: str) -> Value:
    """A field after a step, which is traced in traced code."""
    return Unknown(attr) if state.traced is None else state.traced.result(Source(), name=attr)
