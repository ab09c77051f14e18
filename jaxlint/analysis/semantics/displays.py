"""Displays and comprehensions: containers as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import Asker, ElementMade, Hashed, Hasher, LoopEntered
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import (
    containers,
    emptiness,
    expressions,
    iterables,
    objects,
    targets,
    truth,
)
from jaxlint.analysis.values import telling
from jaxlint.analysis.values.contents import holds_member
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import Const, Container, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_KNOWN_PLACES = ("list", "generator", "dict")


@expressions.evaluates(ir.Display)
def display(engine: Engine, frame: Frame, node: ir.Display) -> Value:
    items: dict[object, Value] = {}
    rest: list[Value] = []
    for element in node.elements:
        if isinstance(element, ir.Starred):
            inner = expressions.evaluate(engine, frame, element.value)
            if isinstance(inner, Container) and inner.rest is None and not rest:
                spread = list(inner.items.values())
                room = budgets.ELEMENTS - len(items)
                items.update(enumerate(spread[:room], len(items)))
                rest.extend(spread[room:])
            else:
                rest.append(iterables.element_of(engine, frame, inner))
        else:
            value = expressions.evaluate(engine, frame, element)
            if node.kind == "set":
                engine.tell(frame, Hashed, value, element.place, Hasher.ELEMENT)
            if rest or len(items) >= budgets.ELEMENTS:
                rest.append(value)
            else:
                items[len(items)] = value
    return Container(node.kind, items, join_all(rest) if rest else None, frame.region)


@expressions.evaluates(ir.DictDisplay)
def mapping(engine: Engine, frame: Frame, node: ir.DictDisplay) -> Value:
    items: dict[object, Value] = {}
    rest: list[Value] = []
    for key_node, value_node in node.items:
        value = expressions.evaluate(engine, frame, value_node)
        if key_node is None:
            if isinstance(value, Container) and value.rest is None:
                items.update(value.items)
            else:
                rest.append(iterables.element_of(engine, frame, value))
            continue
        key = expressions.evaluate(engine, frame, key_node)
        engine.tell(frame, Hashed, key, key_node.place, Hasher.KEY)
        if isinstance(key, Const) and len(items) < budgets.ELEMENTS:
            items[key.value] = value
        else:
            rest.append(value)
    return Container("dict", items, join_all(rest) if rest else None, frame.region)


@expressions.evaluates(ir.Comprehension)
def comprehension(engine: Engine, frame: Frame, node: ir.Comprehension) -> Value:
    bound = [name for clause in node.clauses for name in ir.bound_names(clause.target)]
    hidden = {name: frame.env.get(name) for name in bound}
    first = node.clauses[0].iterable
    given = expressions.evaluate(engine, frame, first)
    outermost = objects.iterated(engine, frame, given, first.place)
    engine.tell(frame, LoopEntered, outermost, node.place, True)
    if iterables.is_empty(frame, first, outermost):
        return emptiness.made(node.kind, frame.region)
    deep = frame.comprehensions >= budgets.LOOPS
    several = deep or len(node.clauses) > 1
    known = [] if several else iterables.known(outermost, most=budgets.ITEMS)
    elements: list[Value] = []
    places: list[object] = []
    all_known = bool(known) and node.kind in _KNOWN_PLACES
    frame.comprehensions += 1
    loops, passes = len(frame.loops), len(frame.passes)
    for turn in range(len(known) or 2):
        engine.tick()
        noted = engine.store.copy_parts()
        item = known[turn] if known else None
        chosen = _is_chosen(engine, frame, node, loops, outermost, item)
        all_known = all_known and chosen is not None
        if chosen is not False:
            key, element = _element(engine, frame, node)
            all_known = all_known and (node.key is None or isinstance(key, Const))
            places.append(key.value if isinstance(key, Const) else len(elements))
            elements.append(element)
        recurs = engine.store.recurs(noted) or any(map(holds_member, elements[-1:]))
        if not known and (deep or not recurs):
            break
    frame.comprehensions -= 1
    del frame.loops[loops:]
    del frame.passes[passes:]
    for name, before in hidden.items():
        if before is None:
            frame.env.pop(name, None)
        else:
            frame.env[name] = before
    if not elements:
        return emptiness.made(node.kind, frame.region)
    if all_known:
        return Container(node.kind, dict(zip(places, elements, strict=True)), None, frame.region)
    joined = join_all(elements)
    if joined.fact(telling.Tells) is not None and isinstance(outermost, Container):
        joined = joined.with_fact(telling.of_unseen(outermost.values))
    if node.kind == "list" and isinstance(node.element, ir.Name) and node.element.id not in hidden:
        return containers.filled(node.kind, joined, frame.region)
    return Container(node.kind, {}, joined, frame.region)


def _is_chosen(
    engine: Engine,
    frame: Frame,
    node: ir.Comprehension,
    around: int,
    outermost: Value,
    item: Value | None,
) -> bool | None:
    """Whether a turn gives an element; None where that is not known.

    ``around`` counts the loops around it, ``item`` is what it takes of the ``outermost`` iterable,
    if that is known.
    """
    chosen: bool | None = True
    for position, clause in enumerate(node.clauses):
        iterable = outermost
        if position:
            inner = expressions.evaluate(engine, frame, clause.iterable)
            iterable = objects.iterated(engine, frame, inner, clause.iterable.place)
        if len(frame.loops) == around + position:
            frame.loops.append(clause.place.number)
            frame.passes.append(engine.serial())
        taken = iterables.element_of(engine, frame, iterable) if position or not item else item
        targets.bind(engine, frame, clause.target, taken)
        held = _hold(engine, frame, clause.conditions)
        if held is False:
            return False
        chosen = chosen and held
    return chosen


def _hold(engine: Engine, frame: Frame, conditions: tuple[ir.Expr, ...]) -> bool | None:
    """Whether all conditions hold; None where that is not known, as in the body of a module.

    That is run for all values that its constants may be given.
    """
    settled = not isinstance(frame.scope, ir.Module)
    held: list[bool | None] = []
    for condition in conditions:
        value = expressions.evaluate(engine, frame, condition)
        held.append(truth.test(engine, frame, value, condition.place, Asker.COMPREHENSION))
        if settled and held[-1] is False:
            return False
    return True if all(held) and (settled or not held) else None


def _element(engine: Engine, frame: Frame, node: ir.Comprehension) -> tuple[Value | None, Value]:
    """The value that a turn adds, and in a dict its key."""
    key = None if node.key is None else expressions.evaluate(engine, frame, node.key)
    if key is not None and node.key is not None:
        engine.tell(frame, Hashed, key, node.key.place, Hasher.KEY)
    element = expressions.evaluate(engine, frame, node.element)
    if node.kind == "set":
        engine.tell(frame, Hashed, element, node.element.place, Hasher.ELEMENT)
    engine.tell(frame, ElementMade, element, node.kind == "generator")
    return key, element
