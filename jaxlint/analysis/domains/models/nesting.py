"""Variables of Flax: a tree in which the parameters lie under a name of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import ClassValue, Shifted
from jaxlint.analysis.core.events import ItemRead
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.facts import Initialised
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.semantics import subscripts
from jaxlint.analysis.values.kinds import Const, Container, Instance, Unknown, Value
from jaxlint.knowledge import libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_PARAMETERS = "params"
_MOVES = libraries.APPLY_UPDATES | names.TREE_MAPS
# What would make parameters that are missing, or run a method that needs none.
_OTHERWISE = ("mutable", "method")


def initialised(func: Shifted) -> Unknown:
    """What ``init`` of a model gives."""
    variables = Unknown()
    variables.computed = True
    model = func.holder if func.library == "linen" else None
    return variables if model is None else variables.with_fact(Initialised(model))


@models.on(ItemRead, about=of(Unknown))
def read(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """The parameters of a model lie in its variables: where they are read, there are some."""
    base, key = event.base, event.key
    made = base.fact(Initialised)
    if made is None or made.inner or not isinstance(key, Const) or key.value != _PARAMETERS:
        return
    inner = Initialised(made.model, inner=True)
    base.child(subscripts.place(key), lambda: Unknown().with_fact(inner))


@models.deduce(Call, about=_MOVES.__contains__)
def moved_on(call: Call) -> Initialised | None:
    """What updates make of a tree, or a function of its leaves, has the form of the tree."""
    position = call.name in names.TREE_MAPS
    trees = call.arguments.positional[position : position + 1]
    return trees[0].fact(Initialised) if trees else None


def judge(
    engine: Engine,
    frame: Frame,
    func: Shifted,
    arguments: Arguments,
    node: ir.Place,
    *,
    needed: bool,
) -> None:
    """Observe variables given to ``apply`` that lie too deep, or not deep enough.

    Parameters that are not ``needed`` may be missing.
    """
    given = arguments.get(0, func.takes[0])
    if given is None or any(name in arguments.keywords for name in _OTHERWISE):
        return
    if _is_of(engine, func.holder, given, inner=True):
        what = "`apply` takes the variables, and is given the parameters that lie in them"
        instead = f'give it {{"{_PARAMETERS}": ...}}'
        raised = "ScopeCollectionNotFound or ApplyScopeInvalidVariablesTypeError"
    elif needed and _is_nested(engine, func.holder, given):
        what = f"`apply` is given all variables as `{_PARAMETERS}`, which are but a part of them"
        instead = "give it the variables as they are"
        raised = "ApplyScopeInvalidVariablesStructureError"
    else:
        return
    seen = CallRefused(*frame.at(node), "linen.apply", what=what, instead=instead, raised=raised)
    misuse.note(engine, seen)


def _is_nested(engine: Engine, model: Value | None, given: Value) -> bool:
    """Whether all variables of a model stand where its parameters belong."""
    inner = given.items.get(_PARAMETERS) if isinstance(given, Container) else None
    return inner is not None and _is_of(engine, model, inner, inner=False)


def _is_of(engine: Engine, model: Value | None, given: Value, *, inner: bool) -> bool:
    """Whether a tree is what ``init`` of such a model gave, or the parameters in it."""
    made = given.fact(Initialised)
    if made is None or made.inner is not inner or model is None:
        return False
    return made.model.token is model.token or _are_alike(engine, made.model, model)


def _are_alike(engine: Engine, one: Value, other: Value) -> bool:
    """Whether two models are of one class of the project, and certainly made alike."""
    if not isinstance(one, Instance) or not isinstance(other, Instance):
        return False
    if not isinstance(one.cls, ClassValue) or not isinstance(other.cls, ClassValue):
        return False
    mine, others = (engine.store.fields.get(m.token, NO_FIELDS) for m in (one, other))
    if one.cls.definition is not other.cls.definition or mine.keys() != others.keys():
        return False
    return all(_is_equal(value, others[name]) for name, value in mine.items())


def _is_equal(one: Value, other: Value) -> bool:
    """Whether two fields certainly hold the same."""
    if isinstance(one, Const) and isinstance(other, Const):
        return one.value == other.value
    return one.token is other.token
