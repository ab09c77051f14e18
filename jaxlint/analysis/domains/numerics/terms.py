"""How numbers are computed: the operations that make them, and what they depend on."""

from __future__ import annotations

from typing import Any

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import (
    Call,
    LayerResult,
    MethodResult,
    ModelApplied,
    ParameterAsked,
    ParametersGiven,
)
from jaxlint.analysis.core.events import AttributeResult, OperatorResult
from jaxlint.analysis.domains.numerics import numerics
from jaxlint.analysis.domains.numerics.backward import is_sloped
from jaxlint.analysis.domains.numerics.facts import Learnt, Slope, Term, is_learnt
from jaxlint.analysis.domains.tracing.events import ArgumentTraced
from jaxlint.analysis.values.contents import are_too_many, literal, tracers
from jaxlint.analysis.values.facts import Facts
from jaxlint.analysis.values.kinds import (
    AtReference,
    Const,
    Container,
    External,
    HostArray,
    Key,
    Static,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Region, differentiated, outward
from jaxlint.knowledge import modules, names, statics
from jaxlint.knowledge.arrays import AT_UPDATES
from jaxlint.knowledge.numerics import (
    ARGUMENT,
    BINARY,
    DIAGONAL,
    DIAGONALS,
    DISTANCE,
    DISTANCES,
    DRAWN,
    FLAT,
    METHODS,
    OFF_DIAGONAL,
    ONE_HOT,
    ONE_HOTS,
    OPERATIONS,
    PLACED,
    SAMPLED,
    SELECT,
    SKIPPING,
    TRIANGLES,
    WRITERS,
    WRITTEN,
    Given,
    is_operation,
    operation,
)
from jaxlint.knowledge.transforms import Arguments as Traces

_COMPARING = frozenset(("<", "<=", ">", ">=", "==", "!=", "not", "~"))
# Options that change what a function of numbers does.
_CHANGING = frozenset(("ord", "where", "b", "return_sign", "order"))
_BOUNDS = ("min", "max")
# So deep containers in containers are looked into, as the rows of a matrix that is written.
_NESTED = 3
_TRANSPOSED = ("T", "mT")
_CUT, _UNTAKEN = Slope(taken=False, cut=True), Slope(taken=False)
_SLOPELESS = frozenset(("all", "any", "argmax", "argmin", "argsort", "round"))


@numerics.deduce(Call, about=is_operation)
def of_call(call: Call) -> Term | None:
    """How the result of a function was computed."""
    return called(call.name, call.arguments)


@numerics.deduce(Call, about=SAMPLED.__contains__)
def of_draw(call: Call) -> Term | None:
    """Between which numbers a sampler draws, and with which key."""
    given, key = call.arguments, call.arguments.get(0, "key")
    if given.rest is not None or key is None:
        return None
    low, high = (_bound(one, given) for one in SAMPLED[call.name])
    return None if low is None or high is None else Term(DRAWN, (low, high, key))


@numerics.deduce(Call, about=DIAGONALS.__contains__)
def of_diagonal(call: Call) -> Term | None:
    """What has ones on the main diagonal."""
    given = call.arguments
    main = given.rest is None and given.get(2, "k") is None
    return Term(DIAGONAL, ()) if main else None


@numerics.deduce(Call, about=ONE_HOTS.__contains__)
def of_labels(call: Call) -> Term:
    """What has a one in each row, by a label."""
    return Term(ONE_HOT, call.arguments.positional[:1])


@numerics.deduce(Call, about=DISTANCES.__contains__)
def of_distance(call: Call) -> Term | None:
    """What a loss makes of a prediction and a target: it depends on nothing else."""
    given = call.arguments
    known = given.rest is None and bool(given.positional)
    return Term(DISTANCE, given.positional) if known and not given.keywords else None


@numerics.deduce(Call, about=TRIANGLES.__contains__)
def of_triangle(call: Call) -> Term | None:
    """What has zeros on the main diagonal."""
    first = call.arguments.get(1, "k")
    number = first.value if isinstance(first, Const) else None
    beside = isinstance(number, int) and number * TRIANGLES[call.name] > 0
    return Term(OFF_DIAGONAL, ()) if beside else None


@numerics.deduce(Call, about=WRITERS.__contains__)
def of_written(call: Call) -> Term | None:
    """Between which numbers those of an array are that are written in a list, and the list.

    Of too many of them nothing is known.
    """
    given = call.arguments.get(0, "object")
    if not isinstance(given, Container):
        return None
    try:
        numbers = _flat(literal(given))
    except LookupError:
        return Term(WRITTEN, ()) if are_too_many(given) else None
    known = bool(numbers) and all(type(one) in (int, float) for one in numbers)
    return Term(WRITTEN, (Const(min(numbers)), Const(max(numbers)), given)) if known else None


def _flat(numbers: object) -> list[Any]:
    """The numbers in tuples of tuples."""
    if not isinstance(numbers, tuple):
        return [numbers]
    return [one for inner in numbers for one in _flat(inner)]


def _bound(bound: float | Given, arguments: Arguments) -> Value | None:
    """A bound of what is drawn, as the sampler has it or is given it."""
    if isinstance(bound, float):
        return Const(bound)
    found = arguments.get(bound.position, bound.name)
    return Const(bound.default) if found is None and bound.default is not None else found


@numerics.deduce(MethodResult)
def of_method(event: MethodResult) -> Term | None:
    """How the result of an array's method was computed."""
    if isinstance(event.base, AtReference):
        return _placed(event.base, event.name, event.arguments)
    return method(event.base, event.name, event.arguments)


@numerics.deduce(AttributeResult)
def of_attribute(event: AttributeResult) -> Term | None:
    """What the transpose of an array is: its numbers, in another order."""
    return Term("same", (event.base,)) if event.attr in _TRANSPOSED else None


@numerics.deduce(OperatorResult)
def of_operator(event: OperatorResult) -> Term | None:
    """How the result of an operator was computed."""
    return operated(*event)


def called(name: str, arguments: Arguments) -> Term | None:
    """The term that a function makes of its arguments, if it is known."""
    if name == SELECT:
        return _selected(arguments)
    if name in SKIPPING:
        return _skipped(arguments)
    op = operation(name)
    operands = arguments.positional[1:] if name.endswith(".einsum") else arguments.positional
    return _of(op, operands, arguments) if op else None


def method(base: Value, name: str, arguments: Arguments) -> Term | None:
    """The term that a method makes of an array, if it is known."""
    known = name in METHODS
    return _of(operation(name), (base, *arguments.positional), arguments) if known else None


def operated(op: str, left: Value, right: Value | None) -> Term | None:
    """The term that an operator makes of its operands, if it is known."""
    if right is not None:
        return Term(op, (left, right)) if op in OPERATIONS else None
    op = "neg" if op == "-" else op
    return Term(op, (left,)) if op in OPERATIONS else None


def _of(op: str, operands: tuple[Value, ...], arguments: Arguments) -> Term | None:
    if arguments.rest is not None or not operands or not _CHANGING.isdisjoint(arguments.keywords):
        return None
    if isinstance(operands[0], Container):
        return None
    if op == "clip":
        return _clipped(operands, arguments)
    count = {"where": 3, "@": len(operands)}.get(op, 2 if op in BINARY else 1)
    return Term(op, operands[:count]) if len(operands) >= count else None


def _selected(arguments: Arguments) -> Term | None:
    """The first of several values whose condition holds, as choices in each other."""
    conditions, values = arguments.get(0, "condlist"), arguments.get(1, "choicelist")
    if not isinstance(conditions, Container) or not isinstance(values, Container):
        return None
    chosen = arguments.get(2, "default") or Const(0.0)
    term = None
    for condition, value in list(zip(conditions.values, values.values, strict=False))[::-1]:
        slope = _any((value, chosen))
        term = Term("where", (condition, value, chosen))
        chosen = Unknown(facts=Facts.of(term, slope))
    return term


def _skipped(arguments: Arguments) -> Term | None:
    """Numbers with a zero for each that is NaN, of which there is a sum or a mean."""
    given = arguments.positional
    if (
        arguments.rest is not None
        or len(given) != 1
        or not _CHANGING.isdisjoint(arguments.keywords)
    ):
        return None
    missing = Unknown(facts=Facts.of(Term("isnan", given), _CUT))
    return Term("where", (missing, Const(0.0), given[0]))


def _placed(base: AtReference, name: str, arguments: Arguments) -> Term | None:
    """An array some of whose numbers are others, or have been changed by others."""
    if name not in AT_UPDATES or name == "apply" or arguments.rest is not None:
        return None
    return Term(PLACED, (base.place, Const(name), base.base, *arguments.positional))


def _clipped(operands: tuple[Value, ...], arguments: Arguments) -> Term:
    """Between two bounds, of which either may be None."""
    keywords = arguments.keywords
    named = [keywords.get(one, keywords.get(f"a_{one}", Const(None))) for one in _BOUNDS]
    return Term("clip", (*operands, *named[len(operands) - 1 :]))


@numerics.deduce(ArgumentTraced)
def given(event: ArgumentTraced) -> Term:
    """How an argument was computed that a transformation traces.

    Where it is written, the call in sight is one of many.
    """
    term = event.value.fact(Term)
    return Term(ARGUMENT, ()) if term is None or term.op == WRITTEN else term


# --- slopes --------------------------------------------------------------------------------------


@numerics.deduce(ArgumentTraced)
def of_argument(event: ArgumentTraced) -> Slope | None:
    """What an argument depends on that a transformation traces."""
    if event.region.transform.arguments is Traces.DIFFERENTIATED:
        return Slope(taken=True)
    return event.value.fact(Slope)


@numerics.deduce(Call)
def through_call(call: Call) -> Slope | None:
    """What the result of a function depends on."""
    given = call.arguments.all
    if is_flat(call.name):
        return _CUT
    if (
        call.name.startswith(names.ARRAY_MAKERS)
        and call.arguments.rest is None
        and all(map(_is_fixed, given))
    ):
        return _CUT
    return _any(given)


@numerics.deduce(MethodResult)
def through_method(event: MethodResult) -> Slope | None:
    """What the result of an array's method depends on."""
    if is_flat_method(event.name, event.arguments):
        return _CUT
    return _any((event.base, *event.arguments.all))


@numerics.deduce(OperatorResult)
def through_operator(event: OperatorResult) -> Slope | None:
    """What the result of an operator depends on."""
    if event.op in _COMPARING:
        return _CUT
    return _any((event.left,) if event.right is None else (event.left, event.right))


@numerics.deduce(LayerResult, about=modules.LEARNING_LAYERS.__contains__)
def of_layer(event: LayerResult) -> Learnt:
    """What a layer gives depends on its parameters."""
    return Learnt()


@numerics.deduce(ParametersGiven)
def of_parameters(event: ParametersGiven) -> Slope | None:
    """Whether the slopes of parameters are taken, be it of some in a tree."""
    slope = _any(tuple(tracers(event.parameters)))
    return slope if slope is not None and slope.taken else None


@numerics.deduce(ParameterAsked)
def of_parameter(event: ParameterAsked) -> Slope | None:
    """A parameter is one of those whose slopes are taken."""
    return Slope(taken=True) if event.learning else None


@numerics.deduce(LayerResult)
def through_layer(event: LayerResult) -> Slope | None:
    """What a layer gives depends on what it is given, and on its parameters if it has some."""
    if event.learning and event.name in modules.LEARNING_LAYERS:
        return Slope(taken=True)
    own = () if event.layer.traced is None else (event.layer.traced,)
    return _any((*own, *event.arguments.all))


@numerics.deduce(ModelApplied)
def through_model(event: ModelApplied) -> Slope | None:
    """What the result of a model depends on: its parameters too, if that is shown of a part."""
    if event.part and not is_learnt(event.given):
        return None
    slope = event.given.fact(Slope)
    return slope if slope is not None and slope.cut else _any(event.arguments.all)


def _is_fixed(value: Value) -> bool:
    """Whether a value is one of Python's or NumPy's, a key, or a container of such."""
    if isinstance(value, Container):
        return all(map(_is_fixed, value.values))
    return isinstance(value, Const | Static | HostArray | Key | External)


def is_flat(name: str) -> bool:
    """Whether the result of a function depends on no number with a slope."""
    return name in statics.SLOPELESS or name in statics.MASKS or name in FLAT


def is_flat_method(name: str, arguments: Arguments) -> bool:
    """Whether the result of an array's method depends on no number with a slope."""
    return name in _SLOPELESS or (name == "astype" and _is_whole(arguments))


def _is_whole(arguments: Arguments) -> bool:
    """Whether a dtype is one of whole numbers or truth values."""
    dtype = arguments.get(0, "dtype")
    return isinstance(dtype, External) and dtype.name in statics.WHOLE_DTYPES


def _any(values: tuple[Value, ...]) -> Slope | None:
    found = _first(values, _NESTED)
    return _UNTAKEN if found is not None and found.cut else found


def _first(values: tuple[Value, ...], depth: int) -> Slope | None:
    """The first slope of some values, and of those in containers, that is taken, if one is."""
    found: Slope | None = None
    for value in values:
        if isinstance(value, Container):
            slope = _first(value.values, depth - 1) if depth else None
        else:
            slope = value.fact(Slope) if value.facts else None
        if slope is not None and (found is None or slope.taken):
            found = slope
    return found


def differentiates(region: Region | None) -> bool:
    """Whether code or code around it is differentiated."""
    return differentiated(region) is not None


def differentiates_backwards(region: Region | None) -> bool:
    """Whether code or code around it is differentiated in reverse mode, from the result on.

    In forward mode the slope of a choice is that of what is chosen, whatever was left out.
    """
    around = (one.transform for one in outward(region))
    return any(one.arguments is Traces.DIFFERENTIATED and not one.forward for one in around)


def is_differentiated(value: Value, region: Region | None) -> bool:
    """Whether the slope of a number is taken by the code around."""
    return is_sloped(value) and differentiates(region)
