"""What a value is where two paths meet."""

from __future__ import annotations

from jaxlint.analysis import budgets
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    ClassValue,
    Const,
    Container,
    External,
    Function,
    HostArray,
    Instance,
    Key,
    Method,
    Partial,
    Source,
    Static,
    Traced,
    Transformed,
    Unknown,
    Value,
    promises,
)

_CALLABLES = (Choice, ClassValue, External, Function, Instance, Method, Partial, Transformed)

_NUMBERS = (int, float, complex)


def join(left: Value, right: Value) -> Value:
    """The least that both values are. Different things on two paths give unknown."""
    if left is right:
        return left
    if left.token is right.token:
        return right if isinstance(left, Unknown) and left.present else left
    kinds = (type(left), type(right))
    if kinds == (Const, Const) and _same(left, right):
        return left
    if isinstance(left, Const | Static) and isinstance(right, Const | Static):
        return Static()
    if Traced in kinds:
        return _with_tracer(left, right)
    if kinds == (Container, Container):
        return _containers(left, right)  # type: ignore[arg-type]
    if all(kind in _CALLABLES for kind in kinds):
        return _choice(left, right)
    if kinds[0] is kinds[1] and not isinstance(left, Unknown):
        return _alike(left, right)
    joined = Unknown()
    joined.present = _present(left) and _present(right)
    return joined


def _present(value: Value) -> bool:
    """Whether a value is certainly not None."""
    if isinstance(value, Unknown):
        return value.present
    return not isinstance(value, Const | Static) and not (
        isinstance(value, Traced) and value.source is not None
    )


def join_all(values: list[Value]) -> Value:
    """The join of one or more values."""
    joined = values[0]
    for value in values[1:]:
        joined = join(joined, value)
    return joined


def _same(left: Value, right: Value) -> bool:
    assert isinstance(left, Const) and isinstance(right, Const)
    return type(left.value) is type(right.value) and bool(left.value == right.value)


def _choice(left: Value, right: Value) -> Value:
    """One of several callables, as long as they are few."""
    options: list[Value] = []
    for value in (left, right):
        for option in value.options if isinstance(value, Choice) else (value,):
            if all(option.token is not known.token for known in options):
                options.append(option)
    return Choice(tuple(options)) if len(options) <= budgets.OPTIONS else Unknown()


def _alike(value: Value, other: Value) -> Value:
    if isinstance(value, Array):
        joined = Array(value.origin)
        joined.promise = next(iter(promises(value, other)), None)
        return joined
    if isinstance(value, HostArray):
        return HostArray()
    if isinstance(value, Key):
        return Key(value.region, batch=value.batch, vague=value.vague)
    return Unknown()


def _with_tracer(left: Value, right: Value) -> Value:
    tracer, other = (left, right) if isinstance(left, Traced) else (right, left)
    assert isinstance(tracer, Traced)
    numeric = isinstance(other, Array | HostArray) or (
        isinstance(other, Const) and type(other.value) in _NUMBERS
    )
    if not numeric and not isinstance(other, Traced):
        return Unknown()
    if isinstance(other, Traced) and not other.abstract:
        tracer = other
    mask = tracer.mask and isinstance(other, Traced) and other.mask
    joined = Traced(
        tracer.region, tracer.why, tracer.source, tracer.abstract, tracer.name, mask=mask
    )
    if isinstance(other, Traced) and tracer.source is not None and other.source is not None:
        joined.source = Source()
    elif isinstance(other, Traced) and tracer.source is None:
        joined.source = other.source
    return joined


def _containers(left: Container, right: Container) -> Value:
    if left.kind != right.kind:
        return Unknown()
    if left.items.keys() == right.items.keys():
        items = {key: join(left.items[key], right.items[key]) for key in left.items}
        rests = [rest for rest in (left.rest, right.rest) if rest is not None]
        return Container(left.kind, items, join_all(rests) if rests else None, left.region)
    values = [*left.values, *right.values]
    rest = join_all(values) if values else Unknown()
    region = left.region if left.region is right.region else None
    return Container(left.kind, {}, rest, region)
