"""What a value is where two paths meet: one kind of thing, and what is known of both."""

from __future__ import annotations

from jaxlint.analysis import budgets
from jaxlint.analysis.values import flags, numbers, optionals
from jaxlint.analysis.values.facts import NO_FACTS
from jaxlint.analysis.values.kinds import (
    Array,
    CallableValue,
    Choice,
    Const,
    Container,
    HostArray,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    ValueT,
    is_none,
    like,
)
from jaxlint.analysis.values.sources import Source

_NUMBERS = (int, float, complex)


def join(left: Value, right: Value) -> Value:
    """The least that both values are. Different things on two paths give unknown."""
    if left is right:
        return left
    mine = left if left.twin is None else left.token
    if mine is (right if right.twin is None else right.token):
        if isinstance(left, Container) and isinstance(right, Container):
            return _one_container(left, right)
        return _with_facts(
            right if isinstance(left, Unknown) and left.present else left, left, right
        )
    kinds = (type(left), type(right))
    if kinds == (Const, Const) and _same(left, right):
        return _with_facts(left, left, right)
    if isinstance(left, Const | Static) and isinstance(right, Const | Static):
        facts, number = left.facts.join(right.facts), numbers.common(left, right)
        return Static(*(facts if number is None else facts.plus(number)))
    if Traced in kinds:
        return _with_tracer(left, right)
    if kinds == (Container, Container):
        return _containers(left, right)  # type: ignore[arg-type]
    if isinstance(left, CallableValue) and isinstance(right, CallableValue):
        return _choice(left, right)
    if kinds[0] is kinds[1] and isinstance(left, Array | HostArray | Key):
        return _other(left, right)
    if optionals.may_be_none(left) or optionals.may_be_none(right):
        return _or_none(left, right)
    return _unknown(left, right)


def _unknown(left: Value, right: Value) -> Unknown:
    """Either of two things, of which is known what is known of both."""
    both = type(left) is type(right) is Unknown
    joined = Unknown(facts=left.facts.join(right.facts) if both else NO_FACTS)
    joined.present = is_present(left) and is_present(right)
    joined.computed = all(isinstance(one, Unknown) and one.computed for one in (left, right))
    return joined


def join_all(values: list[Value]) -> Value:
    """The join of one or more values."""
    joined = values[0]
    for value in values[1:]:
        joined = join(joined, value)
    return joined


def _with_facts(value: ValueT, left: Value, right: Value) -> ValueT:
    """One of two values that are the same thing, with what is known of both."""
    if left.facts is right.facts:
        return value
    return like(value, facts=left.facts.join(right.facts))


def _other(left: Value, right: Value) -> Value:
    """A third value of the same kind as two, with what is known of both."""
    facts = left.facts.join(right.facts)
    if isinstance(left, Key) and isinstance(right, Key):
        made = left.made if right.made is not None else None
        joined = Key(left.region, batch=left.batch, vague=left.vague, made=made)
        if _is_one_member(left, right):
            joined.family, joined.member = left.family, left.member
        return like(joined, facts=facts)
    return like(left, fresh=True, facts=facts)


def _is_one_member(left: Key, right: Key) -> bool:
    """Whether two keys are the same member of one batch."""
    if left.family is None or right.family is None:
        return False
    return left.family.token is right.family.token and left.member == right.member


def is_present(value: Value) -> bool:
    """Whether a value is certainly not None."""
    if isinstance(value, Unknown):
        return value.present
    if isinstance(value, Traced):
        return value.source is None or value.source.present
    return numbers.is_number(value) if isinstance(value, Static) else not is_none(value)


def _same(left: Value, right: Value) -> bool:
    assert isinstance(left, Const) and isinstance(right, Const)
    return type(left.value) is type(right.value) and bool(left.value == right.value)


def _choice(left: Value, right: Value) -> Value:
    """One of several callables, as long as they are few."""
    options: list[Value] = []
    for value in (left, right):
        for option in value.options if isinstance(value, Choice) else (value,):
            if not any(_is_one(option, known) for known in options):
                options.append(option)
    if len(options) == 1:
        return options[0]
    return Choice(tuple(options)) if len(options) <= budgets.OPTIONS else _unknown(left, right)


def _is_one(option: Value, known: Value) -> bool:
    """Whether two callables are one, as two readings of an outside name are."""
    if isinstance(option, CallableValue) and isinstance(known, CallableValue):
        return option.identity == known.identity
    return option.token is known.token


def _or_none(left: Value, right: Value) -> Value:
    """None, or what one of two values or both are but None."""
    found = [one for one in (left, right) if not is_none(one)]
    others = [one for one in map(optionals.alternative, found) if one is not None]
    either = join_all(others) if len(others) == len(found) else None
    known = None if either is None else optionals.alternative(either)
    return _unknown(left, right) if known is None else optionals.made(known)


def _with_tracer(left: Value, right: Value) -> Value:
    """A tracer and a number, or another tracer: the one that hides its value stays."""
    tracer, other = (left, right) if isinstance(left, Traced) else (right, left)
    assert isinstance(tracer, Traced)
    if isinstance(other, Const) and isinstance(other.value, bool):
        return flags.made(tracer)
    if not isinstance(other, Traced | Array | HostArray) and not _is_number(other):
        return Unknown()
    facts = left.facts.join(right.facts)
    if not isinstance(other, Traced):
        return like(tracer, fresh=True, facts=facts)
    source = _source(tracer.source, other.source)
    return like(_surer(tracer, other), fresh=True, source=source, facts=facts)


def _surer(one: Traced, other: Traced) -> Traced:
    """That of two tracers whose value can be read, or of which it is surer that it is traced."""
    if one.abstract != other.abstract:
        return other if one.abstract else one
    return other if one.why is not other.why and other.why.certainty > one.why.certainty else one


def _is_number(value: Value) -> bool:
    return isinstance(value, Const) and type(value.value) in _NUMBERS


def _source(one: Source | None, other: Source | None) -> Source | None:
    """The evidence on what one of two tracers is: that of the one that needs any."""
    needed = [found for found in (one, other) if found is not None and not found.certain]
    if len(needed) == 2:
        return Source()
    return needed[0] if needed else None


def _one_container(left: Container, right: Container) -> Value:
    """One container, which code may have changed on one of two paths."""
    changed = left.items.keys() != right.items.keys() or left.rest is not right.rest
    if not changed and all(right.items[key] is one for key, one in left.items.items()):
        return _with_facts(left, left, right)
    joined = _containers(left, right)
    return like(joined, twin=left) if isinstance(joined, Container) else joined


def _containers(left: Container, right: Container) -> Value:
    if left.kind != right.kind:
        return Unknown()
    if left.items.keys() == right.items.keys():
        items = {key: join(left.items[key], right.items[key]) for key in left.items}
        rests = [rest for rest in (left.rest, right.rest) if rest is not None]
        both = Container(left.kind, items, join_all(rests) if rests else None, left.region)
        both.facts = left.facts.join(right.facts)
        return both
    values = [*left.values, *right.values]
    rest = join_all(values) if values else Unknown()
    region = left.region if left.region is right.region else None
    return Container(left.kind, {}, rest, region)
