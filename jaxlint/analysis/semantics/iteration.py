"""Python's own functions on iterables: what they ask of the elements, and what they give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.events import Asker
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import calls, containers, emptiness, iterables, python, truth
from jaxlint.analysis.values import followed, spans, telling
from jaxlint.analysis.values.contents import tracers
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    NONE,
    Array,
    CallableValue,
    Const,
    Container,
    External,
    HostArray,
    Key,
    Static,
    Traced,
    Unknown,
    Value,
    is_false,
)
from jaxlint.analysis.values.numbers import WHOLE_NUMBER
from jaxlint.analysis.values.traced_asked import SaysTraced
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_ORDERED = ("list", "tuple")


# --- containers ----------------------------------------------------------------------------------


@python.transfer(*(f"builtins.{name}" for name in ("list", "tuple", "set", "reversed", "iter")))
def collected(engine: Engine, frame: Frame, call: Call) -> Value:
    """A container of the elements of another one."""
    name, value = call.last, call.first
    kind = name if name in ("tuple", "set") else "list"
    if value is None:
        return Container(kind, {}, None, frame.region)
    if name in ("reversed", "iter") and _stays_empty(call, value):
        return emptiness.made("generator", frame.region)
    if isinstance(value, Container) and value.kind not in ("dict", "text"):
        if name == "reversed" and value.rest is None and value.kind in _ORDERED:
            return Container(kind, dict(enumerate(value.values[::-1])), None, frame.region)
        if name == "reversed":
            element = iterables.element_of(engine, frame, value)
            return Container(kind, {}, element, frame.region)
        return Container(kind, dict(value.items), value.rest, frame.region)
    if name == "iter" or isinstance(value, Key):
        return value
    return Container(kind, {}, iterables.element_of(engine, frame, value), frame.region)


def _stays_empty(call: Call, value: Value) -> bool:
    """Whether there is nothing in an iterable, and nobody else has it who may put something in."""
    written = call.source.args[0] if call.source is not None and call.source.args else None
    if not isinstance(value, Container) or value.rest is not None or value.items:
        return False
    return isinstance(written, ir.Display) or emptiness.is_unchanging(value)


@python.transfer("builtins.dict")
def mapping(engine: Engine, frame: Frame, call: Call) -> Value:
    """A dict of keywords, of another one, or of pairs."""
    value, arguments = call.first, call.arguments
    items: dict[object, Value] = dict(arguments.keywords.items())
    if value is None:
        return Container("dict", items, arguments.rest, frame.region)
    base = _mapped(engine, frame, value)
    if not isinstance(base, Container) or base.kind != "dict":
        return Container("dict", items, Unknown(), frame.region) if items else base
    items = {**base.items, **items}
    rests = [one for one in (base.rest, arguments.rest) if one is not None]
    return Container("dict", items, join_all(rests) if rests else None, frame.region)


def _mapped(engine: Engine, frame: Frame, value: Value) -> Value:
    """The dict that is made of another one, or of pairs."""
    if isinstance(value, Traced):
        return Container("dict", {}, iterables.element_of(engine, frame, value), frame.region)
    if isinstance(value, External):
        return Container("dict", {}, Unknown(), frame.region)
    if not isinstance(value, Container) or value.kind == "text":
        return value
    return containers.as_it_is(engine, value) if value.kind == "dict" else _of_pairs(frame, value)


@python.transfer("builtins.dict.fromkeys")
def alike(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """A dict with one value under all of its keys."""
    keys, value = call.first, call.arguments.get(1, "value") or NONE
    if isinstance(keys, Container) and keys.kind != "dict" and keys.rest is None:
        items = {key.value: value for key in keys.values if isinstance(key, Const)}
        if all(isinstance(key, Const) for key in keys.values):
            return Container("dict", items, None, frame.region)
    return Container("dict", {}, value, frame.region)


def _of_pairs(frame: Frame, pairs: Container) -> Container:
    """The dict of some pairs: by their keys, where all of these are known."""
    entries = [(_part(pair, 0), _part(pair, 1)) for pair in pairs.values]
    keys = [key.value for key, _ in entries if isinstance(key, Const)]
    if pairs.rest is None and len(keys) == len(entries):
        items = dict(zip(keys, (value for _, value in entries), strict=True))
        return Container("dict", items, None, frame.region)
    rest = join_all([value for _, value in entries]) if entries else None
    return Container("dict", {}, rest, frame.region)


def _part(pair: Value, place: int) -> Value:
    """The key or the value of a pair."""
    known = isinstance(pair, Container) and pair.kind in ("tuple", "list")
    parts = pair.items if isinstance(pair, Container) and known and pair.rest is None else {}
    return parts[place] if len(parts) == 2 and place in parts else Unknown()


# --- turns ---------------------------------------------------------------------------------------


@python.transfer("builtins.range")
def numbers(engine: Engine, frame: Frame, call: Call) -> Value:
    """The numbers between bounds, which must be known."""
    values = call.arguments.positional
    for value in values:
        truth.number(engine, frame, value, call.node, Asker.RANGE)
    few = _few(values)
    if few is not None:
        return Container("range", {i: Const(one) for i, one in enumerate(few)}, None, frame.region)
    number = Static(WHOLE_NUMBER, spans.of_range(values))
    return Container("range", {}, number, frame.region)


def _few(bounds: Sequence[Value]) -> range | None:
    """The numbers of ``range(*bounds)`` if there certainly is one at most."""
    known = [bound.value for bound in bounds if isinstance(bound, Const)]
    whole = [bound for bound in known if type(bound) is int]
    if len(whole) < len(bounds) or not 1 <= len(whole) <= 3 or 0 in whole[2:]:
        return None
    numbers = range(*whole)
    return numbers if len(numbers) <= 1 else None


@python.transfer("builtins.next")
def following(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The next element of an iterator."""
    if isinstance(call.first, Key):
        return Key(call.first.region)
    return None if call.first is None else iterables.element_of(engine, frame, call.first)


@python.transfer("builtins.enumerate")
def enumerated(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Pairs of a number and an element."""
    if call.first is None:
        return Unknown()
    element = iterables.element_of(engine, frame, call.first)
    start = (*call.arguments.positional[1:], *call.arguments.keywords.values())
    count = Static(WHOLE_NUMBER, spans.of_range((*start, Unknown()) if start else ()))
    pair = Container("tuple", {0: count, 1: element}, None, frame.region)
    return _iterator(frame, pair, once=iterables.length(call.first) == 1)


@python.transfer("builtins.zip")
def zipped(engine: Engine, frame: Frame, call: Call) -> Value:
    """Tuples of the elements of several iterables.

    What ``zip(*pairs)`` gives is one for each place in a pair.
    """
    turned = _turned(frame, call.arguments)
    if turned is not None:
        return turned
    given = call.arguments.positional
    strict = not is_false(call.arguments.keywords.get("strict", Const(False)))
    parts: dict[object, Value] = {}
    for place, value in enumerate(given):
        taken = None
        if isinstance(value, Key) and value.batch and not strict and len(given) > 1:
            beside = [one for at, one in enumerate(given) if at != place]
            taken = _taken(value, beside, frame.turn)
        parts[place] = taken or iterables.element_of(engine, frame, value)
    once = any(iterables.length(one) == 1 for one in given)
    return _iterator(frame, Container("tuple", parts, None, frame.region), once=once)


def _taken(batch: Key, beside: list[Value], turn: object) -> Key | None:
    """A key of a batch as ``zip`` gives it: as many are taken as the shortest of all has elements.

    Where that is not known the first one is; None where all of the batch are.
    """
    known = [count for one in beside if (count := iterables.length(one)) is not None]
    taken = min(known) if len(known) == len(beside) else 1
    if batch.count and taken >= batch.count:
        return None
    return batch.element(spans.Span(0, taken - 1, turn))


def _turned(frame: Frame, given: Arguments) -> Container | None:
    """What ``zip(*pairs)`` gives of tuples that are alike: at each place all that is there."""
    written = () if given.source is None else given.source.args
    pairs = given.positional if given.rest is None else (*given.positional, given.rest)
    known = [one for one in pairs if isinstance(one, Container) and one.kind == "tuple"]
    counts = {len(one.items) for one in known if one.rest is None}
    spread = any(isinstance(one, ir.Starred) for one in written)
    if not spread or len(known) < len(pairs) or len(counts) != 1:
        return None
    places: dict[object, Value] = {}
    for place in range(*counts):
        held = [one.items[place] for one in known if place in one.items]
        items: dict[object, Value] = dict(enumerate(held)) if given.rest is None else {}
        rest = None if given.rest is None else join_all(held)
        places[place] = Container("tuple", items, rest, frame.region)
    return Container("list", places, None, frame.region)


@python.transfer("builtins.map", "builtins.filter")
def mapped(engine: Engine, frame: Frame, call: Call) -> Value:
    """What a function gives for each element, or the elements for which that is true."""
    values = call.arguments.positional
    if len(values) < 2:
        return Unknown()
    element = result = iterables.element_of(engine, frame, values[1])
    if isinstance(values[0], CallableValue):
        element, result = _turns_of(engine, frame, call)
    if call.last == "map":
        return _iterator(frame, result)
    if isinstance(result, Traced) and result.source is None:
        truth.compare(engine, frame, result, call.node, Asker.FILTER)
    return _iterator(frame, element)


def _turns_of(engine: Engine, frame: Frame, call: Call) -> tuple[Value, Value]:
    """An element of the first iterable, and what the function gives, turn by turn as in a loop."""
    func, *iterated = call.arguments.positional
    known = list(zip(*map(iterables.known, iterated), strict=False))
    firsts: list[Value] = []
    results: list[Value] = []
    with _passing(engine, frame):
        for turn in range(len(known) or 2):
            before = engine.store.copy_parts()
            given = [iterables.element_of(engine, frame, one) for one in iterated]
            elements = known[turn] if known else tuple(given)
            firsts.append(elements[0])
            results.append(calls.apply(engine, frame, func, Arguments(elements), call.node))
            if not known and not engine.store.recurs(before):
                break
    return join_all(firsts), join_all(results)


@contextmanager
def _passing(engine: Engine, frame: Frame) -> Iterator[None]:
    """The extent of a pass over iterables within an expression."""
    frame.passes.append(engine.serial())
    frame.comprehensions += 1
    try:
        yield
    finally:
        frame.comprehensions -= 1
        frame.passes.pop()


def _iterator(frame: Frame, element: Value, *, once: bool = False) -> Container:
    """What gives elements, of which one stands for all if it does not do so ``once``."""
    return Container(
        "iterator", {0: element} if once else {}, None if once else element, frame.region
    )


# --- one of all ----------------------------------------------------------------------------------


@python.transfer("math.prod")
def multiplied(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The product of traced elements; of others it is a number."""
    element = None if call.first is None else iterables.element_of(engine, frame, call.first)
    return element.result(element.source, name="") if isinstance(element, Traced) else None


@python.transfer("builtins.sum")
def summed(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The sum of the elements."""
    if call.first is None:
        return None
    element = iterables.element_of(engine, frame, call.first)
    if isinstance(element, Traced):
        return element.result(element.source, name="")
    for fact in engine.deduced(call) if isinstance(element, Static) else ():
        element = element.with_fact(fact)
    return element if isinstance(element, Array | HostArray | Static) else Unknown()


@python.transfer("functools.reduce")
def reduced(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """The function meets the first element, then its own result."""
    values = call.arguments.positional
    if len(values) < 2:
        return None
    result = values[2] if len(values) > 2 else iterables.element_of(engine, frame, values[1])
    with _passing(engine, frame):
        for _ in range(2):
            before = engine.store.copy_parts()
            element = iterables.element_of(engine, frame, values[1])
            handed = Arguments((result, element))
            result = calls.apply(engine, frame, values[0], handed, call.node)
            if not engine.store.recurs(before):
                break
    return result


@python.transfer("builtins.any", "builtins.all")
def tested(engine: Engine, frame: Frame, call: Call) -> Value:
    """Whether elements are true, which asks for the truth of each."""
    compared = [] if call.first is None else _elements_compared(engine, frame, call)
    _ask(engine, frame, compared, call)
    settled = call.last == "any"
    if call.first is not None and _settles(call.first, settled=settled):
        return Const(settled)
    if call.first is not None and emptiness.is_certain(call.first):
        return Const(not settled)
    tells = telling.combined(_each(call.first), settled=settled)
    return _plain_unless(compared, call).with_fact(_said_of(call.first)).with_fact(tells)


def _each(elements: Value | None) -> tuple[Value, ...]:
    """The elements of a container."""
    known = isinstance(elements, Container) and elements.kind != "dict"
    return elements.values if known and isinstance(elements, Container) else ()


def _said_of(elements: Value | None) -> SaysTraced | None:
    """Whether elements say that something is traced."""
    values = elements.values if isinstance(elements, Container) else ()
    return next(filter(None, (one.fact(SaysTraced) for one in values)), None)


@python.transfer("builtins.min", "builtins.max", "builtins.sorted")
def ordered(engine: Engine, frame: Frame, call: Call) -> Value:
    """The least or greatest element, or all in order, which asks for the truth of comparisons."""
    values = call.arguments.positional
    if "key" in call.arguments.keywords:
        return _ordered_by_key(engine, frame, call)
    if call.last != "sorted" and len(values) > 1:
        compared = [value for value in values if isinstance(value, Traced)]
        for value in compared:
            if value.source is not None:
                value.source.array = True
    else:
        compared = _elements_compared(engine, frame, call) if values else []
    _ask(engine, frame, compared, call)
    if call.last == "sorted" and isinstance(call.first, Traced | Container):
        element = iterables.element_of(engine, frame, call.first)
        return Container("list", {}, element, frame.region)
    number = None if compared else followed.one_of(values)
    return number or _plain_unless(compared, call)


def _ask(engine: Engine, frame: Frame, compared: list[Traced], call: Call) -> None:
    """Ask the first of those that are compared for its truth."""
    for value in compared[:1]:
        truth.compare(engine, frame, value, call.node, Asker(call.last))


def _plain_unless(compared: list[Traced], call: Call) -> Value:
    """A plain value, unless all that is known of it is that something else was compared."""
    if all(isinstance(v, Const | Static | Container) for v in call.arguments.positional):
        return Static()
    return Static() if compared and call.last != "sorted" else Unknown()


def _ordered_by_key(engine: Engine, frame: Frame, call: Call) -> Value:
    if call.first is not None:
        element = iterables.element_of(engine, frame, call.first)
        key, handed = call.arguments.keywords["key"], Arguments((element,))
        by = calls.apply(engine, frame, key, handed, call.node)
        if isinstance(by, Traced) and by.source is None:
            truth.compare(engine, frame, by, call.node, Asker(call.last))
    return Unknown()


def _settles(value: Value, *, settled: bool) -> bool:
    """Whether an element decides it, as in ``any(isinstance(leaf, Tracer) for leaf in leaves)``."""
    elements = value.values if isinstance(value, Container) and value.kind != "dict" else ()
    return any(isinstance(item, Const) and item.value is settled for item in elements)


def _elements_compared(engine: Engine, frame: Frame, call: Call) -> list[Traced]:
    """The tracers whose truth, or whose comparison's truth, is asked for."""
    name, value = call.last, call.first
    if isinstance(value, Traced):
        if value.source is None:
            return [value]
        child = iterables.element_of(engine, frame, value)
        return [child] if isinstance(child, Traced) and value.source.array else []
    if not isinstance(value, Container) or value.kind == "dict":
        return []
    enough = 1 if name in ("any", "all") or value.rest is not None else 2
    if len(value.values) < enough:
        return []
    if name in ("any", "all") and value.rest is None:
        value = _until_settled(value, settles=name == "any")
    return [tracer for tracer in tracers(value, 1) if tracer.certain]


def _until_settled(value: Container, *, settles: bool) -> Container:
    """The elements before the first known one that settles ``any`` or ``all``."""
    asked: dict[object, Value] = {}
    for place, item in value.items.items():
        if isinstance(item, Const) and bool(item.value) is settles:
            break
        asked[place] = item
    return Container(value.kind, asked, None, value.region)
