"""What functions give that differentiate another one: slopes, in trees."""

from __future__ import annotations

from collections.abc import Callable

from jaxlint.analysis.core.callables import Function, Partial, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.facts import Axes, Form
from jaxlint.analysis.domains.arrays.forms import axes_of
from jaxlint.analysis.domains.tracing.facts import (
    Derivative,
    Differentiated,
    Summed,
    Valued,
    Whole,
)
from jaxlint.analysis.values.facts import Facts
from jaxlint.analysis.values.kinds import Array, Container, Traced, Unknown, Value, like
from jaxlint.analysis.values.regions import outward
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge.transforms import OF_EACH_RESULT, TWICE, Arguments, Body
from jaxlint.program import ir


def of_call(
    made: Transformed, value: Value, arguments: tuple[Value, ...], frame: Frame, *, hidden: bool
) -> Value:
    """What the caller gets where the function that is differentiated gives a value.

    ``hidden`` says that the numbers are not there for the caller either.
    """
    if made.transform.body is not Body.WRAPS:
        return value  # what a tangent is pushed along, or pulled back from, comes first
    slope = _of_result(made, value, arguments, frame, hidden=hidden)
    if made.transform.name.endswith("value_and_grad"):
        again = _is_derivative(made, value)
        if isinstance(value, Unknown):
            value = _like(value, frame, hidden=hidden)
        return _pair(made, (_number(made, value, arguments), slope), frame, again=again)
    if made.options.has_aux is None:
        return _unknown(made)
    return _pair(made, (slope, _part(value, 1)), frame) if made.options.has_aux else slope


def _pair(
    made: Transformed, parts: tuple[Value, Value], frame: Frame, *, again: bool = False
) -> Value:
    """The pair that a gradient function gives, of which it is known what made it."""
    pair = Container("tuple", dict(enumerate(parts)), None, frame.region)
    known = made.transform.name.startswith("jax.")
    return pair.with_fact(Differentiated(made, again) if known else None)


def _number(made: Transformed, value: Value, arguments: tuple[Value, ...]) -> Value:
    """The value that comes with gradients; where something else comes with it, that is a pair."""
    name, aux = made.transform.name, made.options.has_aux
    count = len(arguments)
    by = frozenset(arguments[n].token for n in made.options.argnums or () if -count <= n < count)
    if not aux:
        known = aux is False and not isinstance(value, Container)
        return value.with_fact(Valued(name, value.token, by)) if known else value
    if not isinstance(value, Container) or value.kind != "tuple":
        return value
    first = value.items.get(0)
    if first is None or isinstance(first, Container):
        return value
    number = first.with_fact(Valued(name, first.token, by))
    return like(value, items={**value.items, 0: number})


def _is_derivative(made: Transformed, value: Value) -> bool:
    """Whether what is differentiated gives a derivative already, beside something else or not."""
    if made.options.has_aux is not False and isinstance(value, Container):
        value = value.items.get(0, value)
    parts = value.values if isinstance(value, Container) else (value,)
    return any(one.fact(Derivative) is not None for one in parts)


def _unknown(made: Transformed) -> Unknown:
    """A derivative of which no more is known than what it is one of."""
    return Unknown(facts=Facts.of(_derivative(made)))


def _derivative(made: Transformed) -> Derivative:
    """What is said of the derivatives that a transformation gives."""
    return Derivative(_name(made.func))


def _name(func: Value) -> str:
    """The name of a function, or of what a lambda calls and gives the result of."""
    if isinstance(func, Partial | Transformed):
        return _name(func.func)
    if not isinstance(func, Function):
        return ""
    if not func.definition.is_lambda:
        return func.definition.name
    returned = func.definition.body[0]
    value = returned.value if isinstance(returned, ir.Return) else None
    return ir.last_name(value.func) if isinstance(value, ir.Call) else ""


def _part(value: Value, which: int) -> Value:
    """A part of a tuple, as far as it is known."""
    known = isinstance(value, Container) and value.kind == "tuple"
    found = value.items.get(which) if known and isinstance(value, Container) else None
    return found or Unknown()


def _of_result(
    made: Transformed, value: Value, arguments: tuple[Value, ...], frame: Frame, *, hidden: bool
) -> Value:
    """The slope of a result; a Jacobian has one for each array in it, a Hessian one of each."""
    name = made.transform.name
    if name not in OF_EACH_RESULT:
        return _slope(made, arguments, frame, hidden=hidden)
    whole = _part(value, 0) if made.options.has_aux else value
    for _ in range(2 if name in TWICE else 1):
        make = lambda: _slope(made, arguments, frame, hidden=hidden)  # noqa: E731
        whole = _of_each(whole, make, _unknown(made))
    return whole


def _of_each(value: Value, make: Callable[[], Value], unknown: Unknown) -> Value:
    """A tree like a value, with the slopes of each array in its place; unknown if the value is."""
    if isinstance(value, Container):
        return value.mapped(lambda item: _of_each(item, make, unknown))
    return unknown if isinstance(value, Unknown) else _widened(make(), axes_of(value))


def _widened(slopes: Value, axes: Axes | None) -> Value:
    """The slopes of each number of an array, whose axes come first, by what they are taken of."""
    if isinstance(slopes, Container):
        return slopes.mapped(lambda item: _widened(item, axes))
    form = slopes.fact(Form)
    if form is None:
        return slopes
    joined = None if axes is None or form.axes is None else (*axes, *form.axes)
    whole = Form(joined, form.kind)
    others = [fact for fact in slopes.facts if not isinstance(fact, Form)]
    return like(slopes, facts=Facts.of(whole.known, *others))


def _slope(made: Transformed, arguments: tuple[Value, ...], frame: Frame, *, hidden: bool) -> Value:
    """The gradient by an argument is like it; by several it is a tuple."""
    wanted = made.options.argnums
    if wanted is None:
        return _unknown(made)
    given = [arguments[n] if -len(arguments) <= n < len(arguments) else Unknown() for n in wanted]
    fact = _derivative(made)
    parts = [_slopes_by(one, frame, fact, hidden=hidden) for one in given]
    if made.options.several:
        return Container("tuple", dict(enumerate(parts)), None, frame.region)
    return parts[0]


def _slopes_by(value: Value, frame: Frame, fact: Derivative, *, hidden: bool) -> Value:
    """The slopes by what is in a tree, of which all is said what the fact is."""
    if isinstance(value, Container) and value.kind in ("tuple", "list", "dict"):
        slopes: Value = value.mapped(lambda item: _slopes_by(item, frame, fact, hidden=hidden))
    else:
        slopes = _like(value, frame, hidden=hidden)
    return slopes.with_fact(fact).with_fact(_summed(value, frame))


def _summed(value: Value, frame: Frame) -> Summed | None:
    """What is known of slopes by what each device has all of, in the code that devices run."""
    whole = value.fact(Whole)
    around = (
        one for one in outward(frame.region) if one.transform.arguments is Arguments.SPECIFIED
    )
    return None if whole is None or next(around, None) is not whole.region else Summed(whole)


def _like(value: Value, frame: Frame, *, hidden: bool) -> Value:
    """An array of the form of another one."""
    form = value.fact(Form)
    facts = Facts.of(form)
    if hidden and frame.region is not None and frame.why is not None:
        certain = isinstance(value, Traced) and value.source is None
        source = None if certain else Source()
        return Traced(frame.region, frame.why, source, abstract=True, facts=facts)
    return Array("a derivative", form) if isinstance(value, Array) else Unknown(facts=facts)
