"""Transformations that run their function at once: scan, loops, branches, calls to the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core import conditions, exclusion
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import TransformCalled, TransformedResult, TransformResult
from jaxlint.analysis.core.callables import Function, Options, Partial, Transformed
from jaxlint.analysis.core.frames import Frame, State
from jaxlint.analysis.domains.arrays.facts import WHOLE_NUMBER, Form
from jaxlint.analysis.domains.keys import choices
from jaxlint.analysis.domains.tracing import (
    awaited,
    branches,
    callbacks,
    crossing,
    mapping,
    pullbacks,
    rebuilt,
    regions,
    transforms,
)
from jaxlint.analysis.domains.tracing.events import (
    BodiesGiven,
    BodyLeft,
    BranchesRun,
    LoopLeft,
    LoopTurned,
)
from jaxlint.analysis.semantics import calls, conditionals, containers, functions, iterables
from jaxlint.analysis.values import spans
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import is_present
from jaxlint.analysis.values.kinds import (
    NONE,
    Array,
    Const,
    Container,
    HostArray,
    Static,
    Traced,
    Unknown,
    Value,
    is_false,
    is_none,
    like,
)
from jaxlint.analysis.values.sources import Source
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_TWICE = 2


class _Ran(NamedTuple):
    """What a body was given, which stands for numbers, and what it gave back."""

    given: tuple[Value, ...]
    result: Value


def run(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    """Run the function of such a transformation, and give what the call gives."""
    engine.tell(frame, BodiesGiven, call.transform, call.arguments, call.node)
    return _BODIES[call.transform.body](engine, frame, call)


def _body(
    engine: Engine,
    frame: Frame,
    call: TransformResult,
    func: Value | None,
    handed: tuple[Value, ...],
    names: tuple[str, ...],
) -> _Ran:
    """Run a body on tracers of what it is handed; its result stays inside."""
    if func is None:
        return _Ran(handed, Unknown())
    made = Transformed(call.transform, func, Options(), call.node, frame)
    region = regions.region_of(engine, made, frame)
    region.transient |= _is_taken_here(func, call.arguments.source)
    parameters = regions.parameter_names(func)
    values = tuple(
        crossing.abstracted(
            engine,
            value,
            region,
            regions.name_at(parameters, i) or regions.name_at(list(names), i),
            abstract=True,
        )
        for i, value in enumerate(handed)
    )
    inside = regions.inside(frame, region)
    rebuilt.build(engine, frame, inside, zip(handed, values, strict=True), call.node)
    if call.transform.body in (Body.COND, Body.SWITCH):
        region.copies = awaited.operands(frame, call.arguments.source, handed, values)
    result = containers.as_now(engine, _run(engine, inside, call, func, values))
    engine.tell(inside, BodyLeft, region, result)
    return _Ran(values, result)


def _is_taken_here(func: Value, source: ir.Call | None) -> bool:
    """Whether a body is a method that the call itself takes from its object: another each time."""
    if not isinstance(func, Function) or func.instance is None or source is None:
        return False
    taken = [one.attr for one in source.given if isinstance(one, ir.Attribute)]
    return func.definition.name in taken


def _run(
    engine: Engine, inside: Frame, call: TransformResult, func: Value, values: tuple[Value, ...]
) -> Value:
    """Run a body in its region."""
    arguments = Arguments(values)
    while isinstance(func, Partial):
        arguments, func = func.called_with(arguments), func.func
    if isinstance(func, Function):
        return functions.call_function(engine, inside, func, arguments, call.node, visible=False)
    if isinstance(func, Transformed):
        engine.tell(inside, TransformCalled, func, arguments, call.node, None)
        return transforms.enter(
            engine, inside, TransformedResult(func, arguments, call.node, None), visible=False
        )
    return calls.apply(engine, inside, func, arguments, call.node)


def _scan(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    func, carry = arguments.get(0, "f"), arguments.get(1, "init") or Unknown()
    xs = arguments.get(2, "xs") or NONE
    outputs: Value = Unknown()
    frame.passes.append(engine.serial())
    for turn in range(_turns(Const(0), arguments.get(3, "length"))):
        element = NONE if is_none(xs) else sliced(engine, frame, xs)
        (held, _), result = _body(engine, frame, call, func, (carry, element), ("carry", "x"))
        if not turn:
            engine.tell(frame, LoopTurned, call.transform, carry, held, result, None, call.node)
        if isinstance(result, Container) and result.kind != "dict" and len(result.items) == 2:
            carry, outputs = mapping.carried(carry, result.items[0]), result.items[1]
        else:
            carry = Unknown()
    frame.passes.pop()
    stacked = mapping.stacked(engine, _left(engine, frame, call, outputs))
    return Container(
        "tuple", {0: _left(engine, frame, call, carry), 1: stacked}, None, frame.region
    )


def _left(engine: Engine, frame: Frame, call: TransformResult, value: Value) -> Value:
    """What the body of such a transformation gives the code that called it."""
    hidden = crossing.hides(engine, frame, call.arguments.all)
    return crossing.left(engine, value, frame, hidden=hidden)


def sliced(engine: Engine, frame: Frame, xs: Value) -> Value:
    """One slice of every array in a pytree, as a scan hands it to its body."""
    if isinstance(xs, Container) and xs.kind == "stack":
        return choices.row(engine, xs, frame.region)
    if isinstance(xs, Container) and xs.kind != "text":
        return xs.mapped(lambda item: sliced(engine, frame, item))
    if isinstance(xs, Array | HostArray | Static | Const) and not is_none(xs):
        form = xs.fact(Form)
        row = form and form.cross(Edge.ELEMENT)
        return Array("a slice", row, spans.in_turn(spans.of_value(xs), frame.turn))
    return iterables.element_of(engine, frame, xs) if not is_none(xs) else xs


def _fori(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    func, given = arguments.get(2, "body_fun"), arguments.get(3, "init_val") or Unknown()
    carry = given
    span = spans.of_range(arguments.positional[:2], engine.serial())
    for turn in range(_turns(arguments.get(0, "lower"), arguments.get(1, "upper"))):
        handed = (Array("the loop index", span, WHOLE_NUMBER), carry)
        (_, held), result = _body(engine, frame, call, func, handed, ("i", "carry"))
        if not turn:
            engine.tell(frame, LoopTurned, call.transform, carry, held, result, None, call.node)
        carry = mapping.carried(carry, result)
    return _given_back(engine, frame, call, (given, carry, _left(engine, frame, call, carry)))


def _turns(lower: Value | None, upper: Value | None) -> int:
    """How often the body of a counted loop is run here: two turns stand for all that follow.

    One of no turns is traced by JAX, but draws nothing and changes nothing: it is left out.
    """
    first, end = (bound.value if isinstance(bound, Const) else None for bound in (lower, upper))
    if not isinstance(first, int) or not isinstance(end, int):
        return _TWICE
    return min(max(end - first, 0), _TWICE)


def _while(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    test, body = arguments.get(0, "cond_fun"), arguments.get(1, "body_fun")
    carry = given = arguments.get(2, "init_val") or Unknown()
    for turn in range(_TWICE):
        asked = _body(engine, frame, call, test, (carry,), ("carry",)).result
        (held,), result = _body(engine, frame, call, body, (carry,), ("carry",))
        if not turn:
            engine.tell(frame, LoopTurned, call.transform, carry, held, result, asked, call.node)
        carry = mapping.carried(carry, result)
    return _given_back(engine, frame, call, (given, carry, _left(engine, frame, call, carry)))


def _given_back(
    engine: Engine, frame: Frame, call: TransformResult, loop: tuple[Value, Value, Value]
) -> Value:
    """What a loop gives, with what is known of each part by what went in and what a turn made."""
    carry, result, left = loop
    region = frame.region
    if region is None:
        return left
    if isinstance(left, Container):
        before, after = (
            iterables.known(carry, of_dicts=True),
            iterables.known(result, of_dicts=True),
        )
        if not before or not after or not len(before) == len(after) == len(left.items):
            return left
        turns = zip(left.items.items(), before, after, strict=True)
        items = {
            key: _given_back(engine, frame, call, (first, last, item))
            for (key, item), first, last in turns
        }
        return Container(left.kind, items, left.rest, left.region)
    event = LoopLeft(call.transform, _is_open(call), region, carry, result)
    for fact in engine.deduced(event):
        left = left.with_fact(fact)
    return left


def _is_open(call: TransformResult) -> bool:
    """Whether the number of a loop's turns is not known when it is traced.

    Nor does it keep what they made: equinox.internal.while_loop does, unless its kind is "lax".
    """
    if call.transform.body is Body.WHILE:
        kind = call.arguments.keywords.get("kind")
        return not call.transform.filters or (isinstance(kind, Const) and kind.value == "lax")
    bounds = (call.arguments.get(0, "lower"), call.arguments.get(1, "upper"))
    return any(isinstance(bound, Traced) and bound.abstract for bound in bounds)


def _map(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    func, xs = arguments.get(0, "f"), arguments.get(1, "xs") or Unknown()
    result: Value = Unknown()
    frame.passes.append(engine.serial())
    for _ in range(_TWICE):
        element = sliced(engine, frame, xs)
        result = _body(engine, frame, call, func, (element,), ("x",)).result
    frame.passes.pop()
    return mapping.stacked(engine, _left(engine, frame, call, result))


def _cond(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    branches.chosen(engine, frame, arguments.get(0, "pred"), call.node)
    arms = [arguments.get(1, "true_fun"), arguments.get(2, "false_fun")]
    operands = arguments.positional[3:]
    if "operand" in arguments.keywords:
        operands = (*operands, arguments.keywords["operand"])
    written = arguments.source.args if arguments.source is not None else ()
    if len(written) != len(arguments.positional):
        written = ()
    test = written[0] if written and not isinstance(written[0], ir.Starred) else None
    return _branches(engine, frame, call, arms, operands, test)


def _switch(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    chosen = arguments.get(1, "branches")
    arms: list[Value | None] = [chosen]
    operands = arguments.positional[2:]
    if "operand" in arguments.keywords:
        operands = (*operands, arguments.keywords["operand"])
    if isinstance(chosen, Container):
        arms = list(chosen.values)
    return _branches(engine, frame, call, arms, operands)


def _branches(
    engine: Engine,
    frame: Frame,
    call: TransformResult,
    arms: list[Value | None],
    operands: tuple[Value, ...],
    test: ir.Expr | None = None,
) -> Value:
    """Run branches of which one is taken: each from the same state, as exclusive paths.

    ``test`` says when the first of them is.
    """
    before, outer, context = engine.store, frame.conditions, engine.context
    arrived: list[tuple[Value, State]] = []
    taken = _taken(call, arms)
    for branch in arms:
        if test is not None:
            pred = call.arguments.get(0, "pred")
            condition = conditions.asked(engine, frame, test, pred, arm=branch is arms[0])
            frame.conditions = conditions.further(frame, outer, condition)
            if exclusion.impossible(engine, frame, condition, outer):
                engine.pruned += 1
                continue
        engine.store = before.copy()
        ruled_out = context.ruled_out or (taken is not None and branch is not taken)
        with engine.within(context._replace(ruled_out=ruled_out)):
            value = _body(engine, frame, call, branch, operands, ()).result
        arrived.append((value, State(frame.env, engine.store, frame.conditions)))
    frame.conditions = outer
    if not arrived:
        return Unknown()
    joined = conditionals.between(engine, frame, arrived)
    if len(arrived) == len(arms):
        engine.tell(frame, BranchesRun, call.transform, [value for value, _ in arrived], call.node)
    result = _left(engine, frame, call, joined)
    # All branches give trees of one structure.
    told = type(result) is Unknown and any(is_present(value) for value, _ in arrived)
    return like(result, present=True) if told else result


def _taken(call: TransformResult, arms: list[Value | None]) -> Value | None:
    """The branch that runs, where the call is given a constant to choose by."""
    if call.transform.body is Body.COND:
        predicate = call.arguments.get(0, "pred")
        return arms[not predicate.value] if isinstance(predicate, Const) else None
    index, given = call.arguments.get(0, "index"), call.arguments.get(1, "branches")
    known = isinstance(given, Container) and given.rest is None and bool(arms)
    if not known or not isinstance(index, Const) or type(index.value) is not int:
        return None
    return arms[min(max(index.value, 0), len(arms) - 1)]


def _calls(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    arguments = call.arguments
    func = arguments.get(0, "fun")
    if func is None:
        return Unknown()
    made = Transformed(call.transform, func, Options(argnums=tuple(range(64))), call.node, frame)
    handed = Arguments(arguments.positional[1:], {}, arguments.rest)
    transforms.enter(engine, frame, TransformedResult(made, handed, call.node, None))
    if call.transform.name == pullbacks.VJP:
        return pullbacks.made(frame, call)
    return Static() if call.transform.inspects else Unknown()


def _combines(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    """``associative_scan(f, elements)``: the function meets slices, traced only if they are."""
    arguments = call.arguments
    func, elements = arguments.get(0, "fn"), arguments.get(1, "elems")
    if func is None or elements is None:
        return Unknown()
    handed = Arguments((sliced(engine, frame, elements), sliced(engine, frame, elements)))
    calls.apply(engine, frame, func, handed, call.node)
    return elements


def _jvp(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    """``jax.jvp(f, primals, tangents)``: the primals are the arguments.

    With ``has_aux`` the function gives a pair, of which the other part comes last.
    """
    arguments = call.arguments
    func, primals = arguments.get(0, "fun"), arguments.get(1, "primals")
    if func is None or not isinstance(primals, Container):
        return Unknown()
    made = Transformed(call.transform, func, Options(argnums=tuple(range(64))), call.node, frame)
    handed = Arguments(tuple(primals.items.values()), {}, primals.rest)
    value = transforms.enter(engine, frame, TransformedResult(made, handed, call.node, None))
    aux = arguments.get(3, "has_aux")
    if aux is None or is_false(aux):
        return Container("tuple", {0: value, 1: Unknown()}, None, frame.region)
    if not isinstance(aux, Const):
        return Unknown()
    pair = value.items if isinstance(value, Container) and value.kind == "tuple" else {}
    parts: dict[object, Value] = {
        0: pair.get(0, Unknown()),
        1: Unknown(),
        2: pair.get(1, Unknown()),
    }
    return Container("tuple", parts, None, frame.region)


def _host(engine: Engine, frame: Frame, call: TransformResult) -> Value:
    """Run a callback as what it is: host code, outside of every trace."""
    arguments = call.arguments
    func = arguments.get(0, "callback")
    callbacks.host_call(engine, frame, call.transform.name, arguments, call.node)
    callbacks.texts_given(engine, frame, func, arguments, call.node)
    outside = Frame(frame.scope, frame.module, frame.closure, None)
    outside.env, outside.since = frame.env, frame.since
    if isinstance(func, Function):
        count = len([p for p in func.definition.parameters if p.kind == "positional"])
        handed = Arguments(tuple(HostArray() for _ in range(count)))
        functions.call_function(engine, outside, func, handed, call.node, visible=False)
    if frame.region is not None and frame.region.constants:
        facts = engine.deduced(call)
        return Traced(frame.region, frame.region.why, Source(), abstract=True, facts=facts)
    return Unknown()


_BODIES = {
    Body.SCAN: _scan,
    Body.FORI: _fori,
    Body.WHILE: _while,
    Body.MAP: _map,
    Body.COND: _cond,
    Body.SWITCH: _switch,
    Body.CALLS: _calls,
    Body.HOST: _host,
    Body.JVP: _jvp,
    Body.COMBINES: _combines,
}
