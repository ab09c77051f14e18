"""Expressions: from a node to the value it has in a frame."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jaxlint.analysis import budgets
from jaxlint.analysis.core import conditions
from jaxlint.analysis.core.events import (
    Asker,
    ChainResult,
    Compared,
    Converted,
    Converter,
    ElementMade,
    Formatted,
    Hashed,
    Hasher,
    LoopEntered,
    NameRead,
    OperatorApplied,
    OperatorResult,
    SliceResult,
    UnaryApplied,
    ValuesJoined,
)
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.semantics import (
    attributes,
    calls,
    classes,
    formatting,
    outer_names,
    subscripts,
    truth,
)
from jaxlint.analysis.values import salted, spans
from jaxlint.analysis.values.facts import Edge, Facts
from jaxlint.analysis.values.joins import join, join_all
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Function,
    HostArray,
    Imported,
    Instance,
    Key,
    ModuleValue,
    Source,
    Static,
    Traced,
    Unknown,
    Value,
    ValueT,
    Why,
    beyond,
    is_none,
    like,
    promised,
    tracers,
)
from jaxlint.analysis.values.numbers import FRACTION, WHOLE_NUMBER, is_quotient
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ORDERINGS = ("<", "<=", ">", ">=")


def evaluate(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value of an expression; unknown for what this interpreter does not follow."""
    value = _EVALUATE[type(node)](engine, frame, node)
    if engine.watched is not None:
        engine.watch(frame, node.place, value)
    return value


def _unknown(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    return Unknown()


def _constant(engine: Engine, frame: Frame, node: ir.Constant) -> Value:
    return Const(node.value)


# --- names ---------------------------------------------------------------------------------------


def _name(engine: Engine, frame: Frame, node: ir.Name) -> Value:
    found = frame.env.get(node.id)
    if found is not None and type(found) is not Imported:
        if engine.facts.answers and found.token in engine.facts.answers:
            engine.asks += 1
        return found
    return outer_name(engine, frame, node, whole=True)


def outer_name(engine: Engine, frame: Frame, node: ir.Name, *, whole: bool) -> Value:
    """The value of a name; ``whole`` is false where only a part of what it holds is read."""
    found = frame.env.get(node.id)
    if found is not None:
        if isinstance(found, Imported):
            found = engine.load(found)
        if engine.facts.answers and found.token in engine.facts.answers:
            engine.asks += 1
        return found
    value, owner = look_up(engine, frame, node.id)
    if engine.facts.answers and value.token in engine.facts.answers:
        engine.asks += 1
    if owner is None:
        return value
    if owner.scope is not frame.scope and isinstance(value, Const | Container):
        value = outer_names.settled(engine, owner, node.id, value)
    engine.tell(frame, NameRead, node, owner, value, whole)
    return value


def written_base(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value into which a statement writes: reading it is no use of what it holds."""
    with engine.within(replace(engine.context, writing=True)):
        return part_base(engine, frame, node)


def part_base(engine: Engine, frame: Frame, node: ir.Expr) -> Value:
    """The value of which a subscript or an attribute reads a part."""
    if isinstance(node, ir.Name):
        value = outer_name(engine, frame, node, whole=False)
        engine.watch(frame, node.place, value)
        return value
    return evaluate(engine, frame, node)


def look_up(engine: Engine, frame: Frame, name: str) -> tuple[Value, Frame | None]:
    """The value of a name that is not in the frame's own variables, and the frame that has it."""
    scope = frame.scope
    if name in scope.bound and isinstance(scope, ir.Function):
        return Unknown(name), None
    outer = frame.closure
    while outer is not None:
        if not isinstance(outer.scope, ir.Class):
            found = outer.env.get(name)
            if found is not None:
                found = engine.load(found) if isinstance(found, Imported) else found
                if frame.since is not None and outer.rebinding is not None:
                    found = outer.rebinding.seen_from(frame.since, name, found)
                return found, outer
            if name in outer.scope.bound:
                return Unknown(name), outer
        outer = outer.closure
    return External(f"builtins.{name}"), None


# --- displays and comprehensions -----------------------------------------------------------------


def _display(engine: Engine, frame: Frame, node: ir.Display) -> Value:
    items: dict[object, Value] = {}
    rest: list[Value] = []
    for element in node.elements:
        if isinstance(element, ir.Starred):
            inner = evaluate(engine, frame, element.value)
            if isinstance(inner, Container) and inner.rest is None and not rest:
                spread = list(inner.items.values())
                room = budgets.ELEMENTS - len(items)
                items.update(enumerate(spread[:room], len(items)))
                rest.extend(spread[room:])
            else:
                rest.append(element_of(engine, frame, inner))
        else:
            value = evaluate(engine, frame, element)
            if node.kind == "set":
                engine.tell(frame, Hashed, value, element.place, Hasher.ELEMENT)
            if rest or len(items) >= budgets.ELEMENTS:
                rest.append(value)
            else:
                items[len(items)] = value
    return Container(node.kind, items, join_all(rest) if rest else None, frame.region)


def _dict(engine: Engine, frame: Frame, node: ir.DictDisplay) -> Value:
    items: dict[object, Value] = {}
    rest: list[Value] = []
    for key_node, value_node in node.items:
        value = evaluate(engine, frame, value_node)
        if key_node is None:
            if isinstance(value, Container) and value.rest is None:
                items.update(value.items)
            else:
                rest.append(element_of(engine, frame, value))
            continue
        key = evaluate(engine, frame, key_node)
        engine.tell(frame, Hashed, key, key_node.place, Hasher.KEY)
        if isinstance(key, Const) and len(items) < budgets.ELEMENTS:
            items[key.value] = value
        else:
            rest.append(value)
    return Container("dict", items, join_all(rest) if rest else None, frame.region)


def _comprehension(engine: Engine, frame: Frame, node: ir.Comprehension) -> Value:
    hidden = {name: frame.env.get(name) for name in _clause_names(node)}
    outermost = evaluate(engine, frame, node.clauses[0].iterable)
    engine.tell(frame, LoopEntered, outermost, node.place, True)
    deep = frame.comprehensions >= budgets.LOOPS
    known = elements_known(outermost) if len(node.clauses) == 1 and not deep else []
    elements: list[Value] = []
    frame.comprehensions += 1
    for turn in range(len(known) or 2):
        engine.tick()
        noted = engine.store.copy_parts()
        for position, clause in enumerate(node.clauses):
            iterable = outermost
            if position:
                iterable = evaluate(engine, frame, clause.iterable)
            if turn == 0:
                frame.loops.append(clause.place.number)
                frame.passes.append(engine.serial())
            item = known[turn] if known else element_of(engine, frame, iterable)
            bind(engine, frame, clause.target, item)
            for condition in clause.conditions:
                value = evaluate(engine, frame, condition)
                truth.test(engine, frame, value, condition.place, Asker.COMPREHENSION)
        if node.key is not None:
            evaluate(engine, frame, node.key)
        element = evaluate(engine, frame, node.element)
        engine.tell(frame, ElementMade, element)
        elements.append(element)
        if not known and (deep or not engine.store.recurs(noted)):
            break
    frame.comprehensions -= 1
    del frame.loops[len(frame.loops) - len(node.clauses) :]
    del frame.passes[len(frame.passes) - len(node.clauses) :]
    for name, before in hidden.items():
        if before is None:
            frame.env.pop(name, None)
        else:
            frame.env[name] = before
    return Container(node.kind, {}, join_all(elements), frame.region)


def _clause_names(node: ir.Comprehension) -> list[str]:
    names: list[str] = []
    pending: list[ir.Expr] = [clause.target for clause in node.clauses]
    while pending:
        target = pending.pop()
        if isinstance(target, ir.Name):
            names.append(target.id)
        elif isinstance(target, ir.Display):
            pending.extend(target.elements)
        elif isinstance(target, ir.Starred):
            pending.append(target.value)
    return names


def elements_known(value: Value, *, of_dicts: bool = False) -> list[Value]:
    """The elements of a short tuple or list that is known whole, one for each turn over it.

    ``of_dicts`` asks for the values of a dict as well, which is no turn over it.
    """
    if not isinstance(value, Container) or value.rest is not None:
        return []
    kinds = ("tuple", "list", "stack", *(("dict",) if of_dicts else ()))
    short = value.kind in kinds and len(value.items) <= budgets.TURNS
    return list(value.items.values()) if short else []


def element_of(engine: Engine, frame: Frame, value: Value) -> Value:
    """What one turn of iterating over a value gives; never the same element twice."""
    if isinstance(value, Container):
        if value.kind == "dict":
            return Static() if value.items else Unknown()
        values = value.values
        if not values:
            return Unknown()
        return (
            values[0]
            if len(values) == 1 and value.rest is None
            else fresh(join_all(list(values)), frame.turn)
        )
    if isinstance(value, Traced):
        return _turn_of(value)
    if isinstance(value, Array):
        return _other(value, Edge.ELEMENT, frame.turn)
    if isinstance(value, HostArray):
        return HostArray()
    if isinstance(value, Key):
        return value.element(spans.whole(frame.turn))
    if isinstance(value, Static | Const):
        return Static()
    return Unknown()


def _turn_of(value: Traced) -> Value:
    """What a turn over a tracer gives: a row if it is an array, a name if it is a dict."""
    source = None if value.source is None else Source(value.source, turn=True)
    return like(beyond(value, Edge.ELEMENT), fresh=True, source=source)


def fresh(value: Value, turn: object = None) -> Value:
    """A copy of an element that stands for a different one at each turn of the pass ``turn``."""
    if isinstance(value, Container):
        return value.mapped(lambda item: fresh(item, turn))
    if isinstance(value, Unknown):
        return Unknown(value.name)
    if isinstance(value, Key | Array | HostArray | Static):
        return _other(value, Edge.NEXT_TURN, turn)
    return value


def _other(value: ValueT, edge: Edge, turn: object) -> ValueT:
    """Another thing like a value, beyond an edge, of which a turn of a pass takes the index."""
    facts, span = value.facts.cross(edge), spans.in_turn(value.fact(spans.Span), turn)
    return like(value, fresh=True, facts=facts if span is None else facts.plus(span))


# --- operators -----------------------------------------------------------------------------------


def _binary(engine: Engine, frame: Frame, node: ir.BinaryOp) -> Value:
    left = evaluate(engine, frame, node.left)
    right = evaluate(engine, frame, node.right)
    engine.tell(frame, OperatorApplied, node, left, right)
    if isinstance(left, Instance) or isinstance(right, Instance):
        return classes.operate(engine, frame, node, node.op, left, right)
    if node.op in ("*", "%"):
        _with_text(engine, frame, node, left, right)
    return combine(engine, frame, node, node.op, left, right)


def _with_text(engine: Engine, frame: Frame, node: ir.BinaryOp, left: Value, right: Value) -> None:
    """Text or a list times a tracer, and text formatted with one."""
    text = left.value if isinstance(left, Const) else None
    if node.op == "%" and isinstance(text, str):
        formatting.percent(engine, frame, text, right, node.place)
        return
    for sequence, count in ((node.left, right), (node.right, left)):
        repeats = isinstance(sequence, ir.Display)
        repeats = repeats or (isinstance(sequence, ir.Constant) and type(sequence.value) is str)
        if node.op == "*" and repeats and isinstance(count, Traced):
            engine.tell(frame, Converted, count, node.place, Converter.REPETITION, "", None)


def combine(
    engine: Engine, frame: Frame, node: ir.Node, op: str, left: Value, right: Value
) -> Value:
    """The result of an arithmetic operator at a node."""
    if type(left) is Const and type(right) is Const:
        return _fold(op, left, right)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Traced):
            facts = engine.deduced(OperatorResult(op, left, right))
            return _traced_arithmetic(op, one, other, facts)
    if isinstance(left, Array) or isinstance(right, Array):
        other = right if isinstance(left, Array) else left
        if not _numeric(other):
            return Unknown()
        facts = engine.deduced(OperatorResult(op, left, right))
        return computed(frame, node, facts, left, right)
    if op == "+" and any(isinstance(v, Container) and v.kind == "text" for v in (left, right)):
        return text_of(frame, (left, right))
    if isinstance(left, Container) and isinstance(right, Container) and op == "+":
        return Container(left.kind, {}, _any_of(left, right), frame.region)
    if isinstance(left, Container) and op == "*":
        return Container(left.kind, {}, _any_of(left), frame.region)
    if isinstance(left, Static) and isinstance(right, Const) and type(right.value) is int:
        moved = spans.moved(op, left, right.value)
        if moved is not None:
            return Static(WHOLE_NUMBER, moved)
    if isinstance(left, HostArray) or isinstance(right, HostArray):
        return HostArray() if _numeric(left) and _numeric(right) else Unknown()
    if salted.holds(left) or salted.holds(right):
        return salted.made()
    if is_quotient(op, left, right):
        return Static(FRACTION)
    if isinstance(left, Static | Const) and isinstance(right, Static | Const):
        return Static()
    return Unknown()


def computed(frame: Frame, node: ir.Node, facts: Facts, *operands: Value) -> Value:
    """What an operator makes of concrete arrays: an array, or a tracer where all is traced."""
    region = frame.region
    if region is None or not region.constants:
        return Array("an operator", *facts, promised(*operands))
    text = f"inside {region.label} even an operator on constant arrays is traced"
    why = Why(text, frame.module, node.place, frame.why)
    return Traced(region.home, why, None, abstract=True, facts=facts)


def _any_of(*containers: Container) -> Value:
    values = [value for container in containers for value in container.values]
    return fresh(join_all(values)) if values else Unknown()


def _numeric(value: Value) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, int | float | complex)
    return isinstance(value, Array | HostArray | Static)


def _traced_arithmetic(op: str, tracer: Traced, other: Value, facts: Facts) -> Value:
    """A tracer with anything that is not text or a container gives a tracer."""
    if isinstance(other, Container) or (isinstance(other, Const) and isinstance(other.value, str)):
        return Container("text", {0: tracer}, None, None) if op == "%" else Unknown()
    if isinstance(other, Traced):
        if not tracer.abstract and other.abstract:
            tracer, other = other, tracer
        for one, two in ((tracer, other), (other, tracer)):
            if one.source is not None and two.source is None:
                one.source.array = True
    elif tracer.source is not None and (op != "+" or _numeric(other)):
        tracer.source.array = True
    source = tracer.source
    if isinstance(other, Traced) and other.source is None:
        source = None
    return tracer.result(source, *facts)


def _fold(op: str, left: Const, right: Const) -> Value:
    function = _ARITHMETIC.get(op)
    if function is None or not isinstance(left.value, int | float | str) or _large(op, right):
        return Static()
    try:
        folded = function(left.value, right.value)
    except Exception:
        return Static()
    long = isinstance(folded, str) and len(folded) > budgets.TEXT
    return Static() if long else Const(folded)


def _large(op: str, right: Const) -> bool:
    return op in ("**", "<<", "*") and not (
        isinstance(right.value, int | float) and abs(right.value) < 64
    )


def _unary(engine: Engine, frame: Frame, node: ir.UnaryOp) -> Value:
    value = evaluate(engine, frame, node.operand)
    if node.op == "not":
        known = truth.test(engine, frame, value, node.operand.place, Asker.NOT)
        if known is None:
            return Static()
        return Const(not known, *engine.deduced(OperatorResult(node.op, value, None)))
    engine.tell(frame, UnaryApplied, node, value)
    if isinstance(value, Traced):
        if value.source is not None:
            value.source.array = True
        facts = engine.deduced(OperatorResult(node.op, value, None))
        return value.result(value.source, *facts)
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return Const(-value.value) if node.op == "-" else Static()
    return value if isinstance(value, Array | HostArray | Static) else Unknown()


def _bool_op(engine: Engine, frame: Frame, node: ir.BoolOp) -> Value:
    asked = engine.questions
    left = evaluate(engine, frame, node.left)
    if node.op == "or":
        truth.has_default(left, node.right)
    known = truth.test(engine, frame, left, node.left.place, Asker(node.op))
    if known is not None and known == (node.op == "or"):
        return left
    outer = frame.conditions
    if engine.questions != asked:
        arm = node.op == "and"
        taken = conditions.taken(engine, frame, node.left, arm=arm, of_jax=True)
        frame.conditions = conditions.further(frame, outer, taken)
    frame.decided = True
    right = evaluate(engine, frame, node.right)
    frame.conditions = outer
    if known is not None:
        return right
    if truth.raises(left):
        truth.compare(engine, frame, right, node.right.place, Asker(node.op))
        return Static()
    if isinstance(right, Traced) and isinstance(left, Static | Const):
        return right
    return join(left, right)


def _if_exp(engine: Engine, frame: Frame, node: ir.IfExp) -> Value:
    asked = engine.questions
    test = evaluate(engine, frame, node.test)
    of_jax = engine.questions != asked
    frame.decided = True
    known = truth.test(engine, frame, test, node.test.place, Asker.TERNARY)
    if known is not None:
        return evaluate(engine, frame, node.body if known else node.orelse)
    outer = frame.conditions
    before = State(dict(frame.env), engine.store.copy(), outer)
    arrived: list[tuple[Value, State]] = []
    for arm, branch in ((True, node.body), (False, node.orelse)):
        condition = conditions.taken(engine, frame, node.test, arm=arm, of_jax=of_jax)
        if conditions.impossible(condition, outer):
            engine.pruned += 1
            continue
        frame.conditions = conditions.further(frame, outer, condition)
        value = evaluate(engine, frame, branch)
        arrived.append((value, State(frame.env, engine.store, frame.conditions)))
        frame.env, engine.store = before.env, before.store.copy()
    frame.conditions = outer
    return between(engine, frame, arrived)


def between(engine: Engine, frame: Frame, arrived: Sequence[tuple[Value, State]]) -> Value:
    """The value of an expression with one or two arms, each run from the same state."""
    values = [value for value, _ in arrived]
    engine.store = arrived[0][1].store.copy()
    for _, state in arrived[1:]:
        engine.store.merge(state.store)
    if len(values) > 1 and any(is_none(value) for value in values):
        return Unknown()
    joined = join_all(values)
    engine.tell(frame, ValuesJoined, joined, arrived)
    return joined


# --- comparisons ---------------------------------------------------------------------------------


def _compare(engine: Engine, frame: Frame, node: ir.Compare) -> Value:
    left = evaluate(engine, frame, node.left)
    result: Value = Static()
    given = engine.answer(frame, ChainResult, node) if len(node.rest) > 1 else None
    if given is not None:
        return given
    for position, (op, right_node) in enumerate(node.rest):
        if position:
            known = truth.test(engine, frame, result, node.place, Asker.CHAIN)
            if known is False:
                return result
            if truth.raises(result):
                return Static()
        right = evaluate(engine, frame, right_node)
        result = _one_comparison(engine, frame, node, op, left, right)
        engine.tell(frame, Compared, node, position, left, right, result)
        left = right
    return result


def _one_comparison(
    engine: Engine, frame: Frame, node: ir.Compare, op: str, left: Value, right: Value
) -> Value:
    if op in ("is", "is not"):
        return _identity(op, left, right)
    if op in ("==", "!=") and _is_tracer_type(left) and isinstance(right, External):
        return Const(op == "!=")
    if op in ("in", "not in") and _is_tracer_type(left):
        return Const(op == "not in")
    if op in ("in", "not in"):
        return _membership(engine, frame, node, left, right)
    if isinstance(left, Container) and isinstance(right, Container):
        _compare_sequences(engine, frame, node, left, right)
    if isinstance(left, Traced) or isinstance(right, Traced):
        return _traced_comparison(engine, frame, node, op, left, right)
    if isinstance(left, Const) and isinstance(right, Const):
        return _compare_constants(op, left, right)
    if isinstance(left, Array) or isinstance(right, Array):
        facts = engine.deduced(OperatorResult(op, left, right))
        return computed(frame, node, facts, left, right)
    if isinstance(left, HostArray) or isinstance(right, HostArray):
        return HostArray()
    if isinstance(left, Static | Const) and isinstance(right, Static | Const):
        return Static()
    return Unknown()


def _compare_sequences(
    engine: Engine, frame: Frame, node: ir.Compare, left: Container, right: Container
) -> None:
    """Tuples and lists are compared element by element, each of which has to be true or not."""
    if not {left.kind, right.kind} <= {"tuple", "list"} or left.kind != right.kind:
        return
    if left.rest is not None or right.rest is not None or len(left.items) != len(right.items):
        return
    for one, two in zip(left.values, right.values, strict=True):
        tracer = one if isinstance(one, Traced) else two
        if isinstance(tracer, Traced) and one.token is not two.token:
            truth.compare(engine, frame, tracer, node.place, Asker.IN)
            return
        if not (isinstance(one, Const) and isinstance(two, Const) and one.value == two.value):
            return


def _identity(op: str, left: Value, right: Value) -> Value:
    if _is_tracer_type(left) and isinstance(right, External):
        return Const(op == "is not")
    if not is_none(right):
        return Static()
    if is_none(left):
        return Const(op == "is")
    known = isinstance(left, Array | HostArray | Key | Container | Function | ModuleValue | Const)
    known = known or (isinstance(left, Traced) and left.source is None)
    known = known or (isinstance(left, Unknown) and left.present)
    return Const(op == "is not") if known else Static()


def _is_tracer_type(value: Value) -> bool:
    """Whether a value is the type of a tracer, which is no type that code compares it with."""
    return isinstance(value, External) and value.name.startswith("jax.core.<")


def _membership(engine: Engine, frame: Frame, node: ir.Compare, left: Value, right: Value) -> Value:
    if isinstance(right, Traced) and isinstance(left, Const) and isinstance(left.value, str):
        if right.source is not None:
            right.source.container = True
    elif isinstance(left, Traced) and _compares_values(right):
        truth.test(engine, frame, left, node.place, Asker.IN)
    elif isinstance(right, Traced) and right.source is None:
        truth.test(engine, frame, right, node.place, Asker.IN)
    elif isinstance(right, Container) and right.kind in ("list", "tuple"):
        found = [tracer for tracer in tracers(right, 1) if tracer.source is None]
        if found and isinstance(left, Const) and isinstance(left.value, int | float):
            truth.test(engine, frame, found[0], node.place, Asker.IN)
    return Static()


def _compares_values(container: Value) -> bool:
    """Whether ``in`` compares a tracer with numbers; with text and None it is plainly false."""
    if not isinstance(container, Container):
        return isinstance(container, Array)
    items = container.items if container.kind == "dict" else container.items.values()
    known = [item.value if isinstance(item, Const) else item for item in items]
    text = all(isinstance(item, str) or item is None for item in known)
    return not (known and text and container.rest is None)


def _traced_comparison(
    engine: Engine, frame: Frame, node: ir.Compare, op: str, left: Value, right: Value
) -> Value:
    tracer, other = (left, right) if isinstance(left, Traced) else (right, left)
    assert isinstance(tracer, Traced)
    if isinstance(other, Const) and not isinstance(other.value, int | float | complex):
        return Static()
    if isinstance(other, Container):
        return Static()
    if isinstance(other, Traced) and other.abstract and not tracer.abstract:
        tracer, other = other, tracer
    if tracer.source is not None and (op in _ORDERINGS or isinstance(other, Const | Array)):
        tracer.source.array = True
        if tracer.source.turn and op in _ORDERINGS:
            tracer.source.strong = True
    source = tracer.source
    if isinstance(other, Traced) and other.source is None:
        source = None
    facts = engine.deduced(OperatorResult(op, left, right))
    if not tracer.abstract:
        return computed(frame, node, facts) if source is None or op in _ORDERINGS else Unknown()
    return tracer.result(source, *facts)


def _compare_constants(op: str, left: Const, right: Const) -> Value:
    try:
        return Const(bool(_COMPARISONS[op](left.value, right.value)))
    except Exception:
        return Static()


# --- the rest ------------------------------------------------------------------------------------


def _lambda(engine: Engine, frame: Frame, node: ir.Lambda) -> Value:
    function = Function(node.function, frame, frame.region)
    if frame.rebinding is not None:
        frame.rebinding.defined(node.function, frame.env)
    engine.plan(function, function)
    return function


def _fstring(engine: Engine, frame: Frame, node: ir.FString) -> Value:
    values = []
    for part in node.parts:
        value = evaluate(engine, frame, part)
        specified = part.place.number in node.formatted
        engine.tell(frame, Formatted, value, part.place, specified)
        values.append(value)
    return text_of(frame, values)


def text_of(frame: Frame, values: Sequence[Value]) -> Value:
    """Text made of values: plain, or holding the tracers whose names went into it."""
    found = list(dict.fromkeys(tracer for value in values for tracer in tracers(value)))
    del found[budgets.ELEMENTS :]
    if found:
        return Container("text", dict(enumerate(found)), None, frame.region)
    return Static()


def _named(engine: Engine, frame: Frame, node: ir.NamedExpr) -> Value:
    value = evaluate(engine, frame, node.value)
    bind(engine, frame, node.target, value)
    return value


def _await(engine: Engine, frame: Frame, node: ir.Await) -> Value:
    if node.value is not None:
        evaluate(engine, frame, node.value)
    return Unknown()


def _yield(engine: Engine, frame: Frame, node: ir.Yield) -> Value:
    if node.value is not None:
        value = evaluate(engine, frame, node.value)
        frame.yields.append(element_of(engine, frame, value) if node.each else value)
    return Unknown()


def _slice(engine: Engine, frame: Frame, node: ir.Slice) -> Value:
    parts = (node.lower, node.upper, node.step)
    bounds = [evaluate(engine, frame, part) for part in parts if part is not None]
    return Static(*engine.deduced(SliceResult(bounds)))


def _starred(engine: Engine, frame: Frame, node: ir.Starred) -> Value:
    evaluate(engine, frame, node.value)
    return Unknown()


def _call(engine: Engine, frame: Frame, node: ir.Call) -> Value:
    return calls.call(engine, frame, node)


def _attribute(engine: Engine, frame: Frame, node: ir.Attribute) -> Value:
    return attributes.read(engine, frame, node)


def _subscript(engine: Engine, frame: Frame, node: ir.Subscript) -> Value:
    return subscripts.read(engine, frame, node)


def bind(engine: Engine, frame: Frame, target: ir.Expr, value: Value) -> None:
    """Bind a target of an assignment, a loop or a with statement to a value."""
    from jaxlint.analysis.semantics import targets

    targets.bind(engine, frame, target, value)


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
}

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_EVALUATE: dict[type, Callable[[Engine, Frame, Any], Value]] = {
    ir.Expr: _unknown,
    ir.Name: _name,
    ir.Constant: _constant,
    ir.Attribute: _attribute,
    ir.Subscript: _subscript,
    ir.Slice: _slice,
    ir.Starred: _starred,
    ir.Call: _call,
    ir.BinaryOp: _binary,
    ir.UnaryOp: _unary,
    ir.BoolOp: _bool_op,
    ir.Compare: _compare,
    ir.IfExp: _if_exp,
    ir.Display: _display,
    ir.DictDisplay: _dict,
    ir.Lambda: _lambda,
    ir.Comprehension: _comprehension,
    ir.FString: _fstring,
    ir.NamedExpr: _named,
    ir.Await: _await,
    ir.Yield: _yield,
}
