"""Arguments whose names say that each stands in the place of the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.events import BodiesGiven
from jaxlint.analysis.domains.training import names, training
from jaxlint.analysis.domains.training.observations import ArgumentsExchanged
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.distributions import LOC, LOCATIONS, SCALE
from jaxlint.knowledge.logits import LOSSES_OF_LOGITS
from jaxlint.knowledge.names import TREE_MAPS
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_WORDS = {
    "parameters": names.PARAMETERS,
    "gradients": ("g", "grad", "grads", "gradient", "gradients"),
    "logits": ("logit", "logits"),
}
_SCALES = frozenset("scale scales sigma sigmas std stds stddev".split())
_OUTPUTS = frozenset("logits obs out output outs outputs pred prediction y ys".split())
_ROLES = {word: role for role, words in _WORDS.items() for word in words}


@training.on(OutsideCalled, about=LOSSES_OF_LOGITS.__contains__)
def loss_taken(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a loss whose second argument is called logits, and the first is not."""
    call = event.source
    roles = _of_arguments(call)
    if call is not None and roles[1:2] == ["logits"] != roles[:1]:
        _observe(engine, frame, call, event.name.rpartition(".")[2], call.args[0], "logits")


@training.on(OutsideCalled, about=LOCATIONS.__contains__)
def located(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a distribution whose last argument is called a scale, and stands where none does."""
    call, place = event.source, LOCATIONS[event.name]
    if call is None or len(call.args) != place + 1 or engine.context.expects_errors:
        return
    given, named = call.args[place], {name for name, _ in call.keywords}
    if names.last_word(ir.last_name(given)) in _SCALES and named.isdisjoint((LOC, SCALE, None)):
        function = ".".join(event.name.split(".")[-2:])
        where = frame.at(call.place)
        seen = ArgumentsExchanged(*where, function, ir.spelled(given), f"`{LOC}`", meant=SCALE)
        engine.observe(seen)


@training.on(OutsideCalled, about=TREE_MAPS.__contains__)
def mapped(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge trees that a function of the project takes in another order."""
    call, given = event.source, event.arguments.positional
    if call is None or not given or "path" in event.name:
        return
    roles, wanted = _of_arguments(call)[1:3], _of_parameters(given[0])[:2]
    if len(roles) == 2 and None not in roles and wanted == roles[::-1] != roles:
        name = ir.last_name(call.args[0]) or "the function"
        _observe(engine, frame, call, name, call.args[1], wanted[0] or "")


@training.on(BodiesGiven)
def scanned(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    """Judge the body of a scan that returns what it computes of the new carry in front of that."""
    body = event.arguments.get(0, "f") if event.transform.body is Body.SCAN else None
    if not isinstance(body, Function) or body.definition.module is not engine.module:
        return
    function = body.definition
    last = function.body[-1] if function.body else None
    pair = last.value if isinstance(last, ir.Return) else None
    returned = [one.id for one in _elements(pair) if isinstance(one, ir.Name)]
    if pair is None or len(returned) != 2 or engine.context.expects_errors:
        return
    output, carry = returned
    turned = _is_output(output) and _is_new_carry(function, carry)
    if turned and _is_made_of(function, output, carry):
        where, wanted = (engine.module, pair.place, None), "the new carry"
        engine.observe(ArgumentsExchanged(*where, "scan", output, wanted, results=True))


def _elements(pair: ir.Expr | None) -> tuple[ir.Expr, ...]:
    return pair.elements if isinstance(pair, ir.Display) and pair.kind == "tuple" else ()


def _is_output(name: str) -> bool:
    return not _OUTPUTS.isdisjoint(name.lower().split("_"))


def _is_new_carry(function: ir.Function, name: str) -> bool:
    """Whether the body gives its first parameter, the carry, a new value, and a name of its own."""
    first = function.parameters[0].name if function.parameters else ""
    kinds = {event.kind for event in function.stores.get(name, ())}
    return name == first and kinds == {"parameter", "bind"} and not _is_output(name)


def _is_made_of(function: ir.Function, output: str, carry: str) -> bool:
    """Whether an output is computed of the new carry, wherever it is."""
    bound = min(one.order for one in function.stores[carry] if one.kind == "bind")
    made = list(ir.assigned_to(function.body, output))
    names_read = ([one for one in ir.nodes_in(value) if isinstance(one, ir.Name)] for value in made)
    new = [any(one.id == carry and one.order > bound for one in read) for read in names_read]
    return bool(new) and all(new)


def _observe(
    engine: Engine, frame: Frame, call: ir.Call, function: str, given: ir.Expr, wanted: str
) -> None:
    if not engine.context.expects_errors:
        seen = ArgumentsExchanged(*frame.at(call.place), function, ir.spelled(given), wanted)
        engine.observe(seen)


def _of_arguments(call: ir.Call | None) -> list[str | None]:
    """What the arguments of a call are by their names."""
    written = () if call is None or call.keywords else call.args
    return [_role(ir.last_name(one)) for one in written]


def _of_parameters(func: Value) -> list[str | None]:
    """What the arguments of a function are to be by the names of its parameters."""
    bound = 0
    if isinstance(func, Partial) and func.rest is None:
        bound, func = len(func.args), func.func
    if not isinstance(func, Function) or func.instance is not None:
        return []
    return [_role(one.name) for one in func.definition.parameters[bound:]]


def _role(name: str) -> str | None:
    """What a variable of a name holds, by its last word."""
    return _ROLES.get(names.last_word(name))
