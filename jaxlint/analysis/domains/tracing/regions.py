"""The region that a call of a transformed callable opens, and the names of its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import conditions
from jaxlint.analysis.core.call_events import ResultKept
from jaxlint.analysis.core.callables import Function, Partial, Shifted, Transformed
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.runs import Runs
from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.kinds import Choice, Container, External, Value
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_WRAPPERS = 8


def region_of(engine: Engine, made: Transformed, frame: Frame) -> Region:
    """The region that a call of a transformed callable opens."""
    func, pairs = made.func, False
    while isinstance(func, Partial | Transformed | Shifted):
        pairs |= isinstance(func, Transformed) and func.transform.pairs
        func = func.func
    definition = func.definition if isinstance(func, Function) else None
    label = label_of(func)
    region = Region(made.transform, label, _why(made, label, frame), frame.region, definition)
    region.late, region.holder, region.stored = made.kept, made.holder, made.stored
    region.transient, region.pairs = _is_transient(engine, made), pairs
    region.identity = identity(engine, made)
    region.axes = made.options.axes
    region.caller = frame.scope
    region.depth = len(engine.path)
    return region


@tracing.on(ResultKept)
def kept(engine: Engine, frame: Frame, event: ResultKept) -> None:
    """Take note that a function that keeps its results keeps what it transformed."""
    pending = [event.returned]
    while pending:
        value = pending.pop()
        if isinstance(value, Transformed):
            value.stored = True
        elif isinstance(value, Container | Choice):
            pending += value.values if isinstance(value, Container) else value.options


def label_of(func: Value) -> str:
    """What to call a function, whatever is bound to it or transforms it."""
    while isinstance(func, Partial | Transformed | Shifted):
        func = func.func
    if not isinstance(func, Function):
        return "this function"
    return "this lambda" if func.definition.is_lambda else f"`{func.definition.name}`"


def identity(engine: Engine, made: Transformed) -> tuple[object, ...]:
    """What JAX knows a traced function by: the function, and what transforms it.

    A method that is taken anew is another function, one that its object keeps in a field is not.
    """
    func: Value = made
    names: list[str] = []
    while isinstance(func, Transformed):
        names.append(func.transform.name)
        func = func.func
    if isinstance(func, Function) and func.instance is not None and not _is_in_field(engine, func):
        return made, *names
    return func.token, *names


def _is_in_field(engine: Engine, method: Function) -> bool:
    """Whether an object keeps a method of its own in a field."""
    assert method.instance is not None
    fields = engine.store.fields.get(method.instance.token, NO_FIELDS)
    return any(value.token is method.token for value in fields.values())


def _why(made: Transformed, label: str, frame: Frame) -> Why:
    """The step of the chain that says what traces a function."""
    name, presumed = made.transform.name, made.transform.presumed
    text = f"{label} is traced {f'if {name} calls it' if presumed else f'by {name}'}"
    step = Certainty.PRESUMED if presumed else Certainty.SHOWN
    return Why(text, made.frame.module, made.node, frame.why, step)


def inside(frame: Frame, region: Region | None) -> Frame:
    """The calling frame as the transformation runs it: same variables, inside the region."""
    inside = Frame(frame.scope, frame.module, frame.closure, region)
    inside.env = frame.env
    inside.conditions = frame.conditions
    if frame.region is None and region is not None:
        inside.conditions = tuple(map(conditions.before_trace, frame.conditions))
    inside.inherited = frame.inherited
    inside.since = frame.since
    inside.loops, inside.comprehensions = frame.loops, frame.comprehensions
    inside.decided = frame.decided
    return inside


def within(frame: Frame, made: Transformed, region: Region) -> Frame:
    """The same, under the tests of flags under which the callable was transformed."""
    around = inside(frame, region)
    for condition in made.conditions:
        if condition.asked is not None and condition not in around.conditions:
            around.conditions = conditions.further(around, around.conditions, condition)
    return around


def _is_transient(engine: Engine, made: Transformed) -> bool:
    """Whether the function dies with the activation that transformed it."""
    if made.stored or made.kept or not isinstance(made.frame.scope, ir.Function):
        return False
    fresh = _is_fresh(made.func, made.frame.scope) or _is_of_caller(engine, made.func)
    return fresh and (made.transform.body is not Body.WRAPS or made in engine.kept(Runs).called)


def _is_fresh(func: Value, scope: ir.Scope) -> bool:
    """Whether each run of a scope makes this function anew, under transformations or not."""
    while isinstance(func, Transformed) and func.frame.scope is scope:
        func = func.func
    return isinstance(func, Partial) or (isinstance(func, Function) and func.closure.scope is scope)


def _is_of_caller(engine: Engine, func: Value) -> bool:
    """Whether a function was made by one of the calls under way, and so anew for each of them."""
    closure = func.closure if isinstance(func, Function) else None
    if closure is None or not isinstance(closure.scope, ir.Function):
        return False
    return any(level.frame is closure for level in engine.path)


def parameter_names(func: Value) -> list[str]:
    """The names of the positional parameters that a call of this value fills."""
    if isinstance(func, Transformed):
        return parameter_names(func.func)
    if isinstance(func, Partial):
        return parameter_names(func.func)[len(func.args) :]
    if isinstance(func, Shifted):
        return ["" for _ in range(func.count)] + parameter_names(func.func)
    if isinstance(func, Function):
        shown = signature_of(func)
        names = [p.name for p in shown.definition.parameters if p.kind == "positional"]
        return names if func.instance is None else names[1:]
    return []


def signature_of(func: Function) -> Function:
    """The function whose signature Python shows for this one, as far as it is known."""
    for _ in range(_WRAPPERS):
        if not isinstance(func.wrapped, Function):
            break
        func = func.wrapped
    return func


def takes(func: Value, name: str) -> bool:
    """Whether a callable of the project has a parameter of this name, or gathers all names."""
    while isinstance(func, Partial | Transformed | Shifted):
        func = func.func
    shown = signature_of(func) if isinstance(func, Function) else None
    parameters = () if shown is None else shown.definition.parameters
    return any(p.name == name or p.kind == "kwargs" for p in parameters)


def is_hidden(func: Value) -> bool:
    """Whether a callable has a signature that is not known: of other code, or a wrapper of it."""
    while isinstance(func, Partial | Transformed | Shifted):
        func = func.func
    if not isinstance(func, Function):
        return isinstance(func, External)
    wrapped = signature_of(func).wrapped
    return wrapped is not None and not isinstance(wrapped, Function)


def name_at(names: list[str], index: int) -> str:
    """The name at a position, empty for what goes into ``*args``."""
    return names[index] if index < len(names) else ""


def index_of(names: list[str], name: str) -> int:
    """The position of a name, -1 for one that only goes by keyword."""
    return names.index(name) if name in names else -1
