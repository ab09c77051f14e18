"""What the functions of ``jax.lax`` take and give back: scan, loops, branches.

Only for JAX's own names, as other libraries lift them with rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.arrays.facts import Grown
from jaxlint.analysis.domains.tracing.events import BodiesGiven, BranchesRun, LoopTurned
from jaxlint.analysis.domains.usage import dtypes, leaves, misuse, unlike, usage
from jaxlint.analysis.domains.usage.observations import Body as Problem
from jaxlint.analysis.domains.usage.observations import BodyMisshapen, Given, TransformMisgiven
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import NONE, Choice, Const, Container, Value, is_none
from jaxlint.knowledge.transforms import Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

_OWN = "jax.lax."
_INDEX_NAMES = frozenset(("i", "idx", "index", "it", "iteration"))
_COUNTER_NAMES = _INDEX_NAMES | frozenset("jklmnt") | {"step", "epoch", "turn", "round"}
_ROLES = {
    Body.SCAN: "the body",
    Body.FORI: "the body",
    Body.MAP: "the function",
    Body.COND: "a branch",
    Body.SWITCH: "a branch",
}


@usage.on(BodiesGiven)
def given(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    """Judge the functions that a call is given, by what they are to be called with."""
    judge = _JUDGES.get(event.transform.body)
    if judge is not None and event.transform.name.startswith(_OWN):
        judge(engine, frame, event)


def _scan(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    arguments = event.arguments
    _takes(engine, frame, event, arguments.get(0, "f"), 2)
    xs, length = arguments.get(2, "xs") or NONE, arguments.get(3, "length")
    unsaid = arguments.rest is None and (length is None or is_none(length))
    if is_none(xs) and unsaid:
        _note(engine, frame, event, Problem.NOTHING_TO_SCAN, "neither `xs` nor `length` is given")
    elif isinstance(xs, Const) and type(xs.value) in (int, float):
        what = f"`xs` is the number {xs.value!r}"
        _note(engine, frame, event, Problem.NOTHING_TO_SCAN, what)
    elif isinstance(xs, Container) and _counts(xs):
        what = f"`xs` is a {xs.kind} of numbers, not an array"
        _note(engine, frame, event, Problem.NOTHING_TO_SCAN, what)
    lengths = {
        axes[0] for leaf, _ in leaves.paired(engine, xs, xs) if (axes := forms.axes_of(leaf))
    }
    if len(lengths - {None}) > 1:
        what = " and ".join(sorted(str(length) for length in lengths if length is not None))
        _note(engine, frame, event, Problem.LENGTHS, what)


def _fori(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    func = event.arguments.get(2, "body_fun")
    _takes(engine, frame, event, func, 2)
    bounds = event.arguments.get(0, "lower"), event.arguments.get(1, "upper")
    if None not in bounds and _is_downwards(*map(_number, bounds)):
        _note(engine, frame, event, Problem.DOWNWARDS, str(_number(bounds[1])))
    accepted = arity.accepts(engine, func)
    names = [] if accepted is None else [name for name, _ in accepted.positional]
    if len(names) != 2 or not (names[1] in _INDEX_NAMES or _leaves_unread(func, names[1])):
        return
    if names[0] not in _COUNTER_NAMES and not names[0].startswith("_"):
        _note(engine, frame, event, Problem.INDEX, f"`{names[1]}`")


def _number(value: Value | None) -> int | None:
    """A whole number, if it is known."""
    number = value.value if isinstance(value, Const) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _is_downwards(lower: int | None, upper: int | None) -> bool:
    """Whether a loop counts to a number below the first one; one that is not known is no index
    below zero."""
    return upper is not None and (upper < 0 if lower is None else upper < lower)


def _leaves_unread(func: Value | None, name: str) -> bool:
    """Whether a lambda calls a parameter unread: what it gives does not hang on the last turn."""
    return isinstance(func, Function) and func.definition.is_lambda and name.startswith("_")


def _while(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    _takes(engine, frame, event, event.arguments.get(0, "cond_fun"), 1, "the condition")
    _takes(engine, frame, event, event.arguments.get(1, "body_fun"), 1, "the body")


def _map(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    _takes(engine, frame, event, event.arguments.get(0, "f"), 1)


def _cond(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    arms = [event.arguments.get(1, "true_fun"), event.arguments.get(2, "false_fun")]
    count = _operands(event.arguments, 3)
    if count != 2 or all(isinstance(arm, Function) for arm in arms):
        _take(engine, frame, event, arms, count)


def _switch(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    chosen, index = event.arguments.get(1, "branches"), event.arguments.get(0, "index")
    if isinstance(chosen, Container):
        _take(engine, frame, event, chosen.values, _operands(event.arguments, 2))
        late = {name for one in chosen.values for name in _read_late(engine, frame, one)}
        if late:
            _note(engine, frame, event, Problem.LATE, f"`{min(late)}`")
    if isinstance(index, Const) and isinstance(index.value, float | bool):
        _note(engine, frame, event, Problem.ARITY, f"the index is {index.value!r}, no whole number")


def _read_late(engine: Engine, frame: Frame, branch: Value) -> Iterator[str]:
    """The variables of a loop that a lambda of one of its turns reads when that is over."""
    if isinstance(branch, Choice):
        for option in branch.options:
            yield from _read_late(engine, frame, option)
    if not isinstance(branch, Function) or not branch.definition.is_lambda:
        return
    definition, around = branch.definition, branch.definition.parent
    engine.looks_into(definition)
    if not isinstance(around, ir.Function):
        return
    for node in ir.nodes_in(around.body):
        if isinstance(node, ir.For) and not (frame.scope is around and frame.loops):
            bound, turn = {*ir.bound_names(node.target)}, ir.nodes_in(node.body)
        elif isinstance(node, ir.Comprehension) and node.kind == "list":
            bound = {name for one in node.clauses for name in ir.bound_names(one.target)}
            turn = ir.nodes_in(node.element)
        else:
            continue
        if any(isinstance(one, ir.Lambda) and one.function is definition for one in turn):
            yield from bound & definition.loads.keys() - definition.bound


def _operands(arguments: Arguments, first: int) -> int:
    """How many operands branches get."""
    return len(arguments.positional[first:]) + ("operand" in arguments.keywords)


def _take(
    engine: Engine, frame: Frame, event: BodiesGiven, arms: Iterable[Value | None], count: int
) -> None:
    """Judge whether branches can be called with the operands, where these are all known."""
    for arm in arms if event.arguments.rest is None else ():
        _takes(engine, frame, event, arm, count)


def _takes(
    engine: Engine,
    frame: Frame,
    event: BodiesGiven,
    func: Value | None,
    count: int,
    role: str = "",
) -> None:
    """Judge whether a function can be called with ``count`` arguments."""
    if func is None:
        return
    if structures.is_no_callable(func):
        where, what = (*frame.at(event.node), event.transform.name), structures.describe(func)
        misuse.note(engine, TransformMisgiven(*where, Given.NO_CALLABLE, what))
        return
    accepted = arity.accepts(engine, func)
    wrong = "" if accepted is None else accepted.refuses(count)
    if wrong:
        role = role or _ROLES.get(event.transform.body, "the function")
        _note(engine, frame, event, Problem.ARITY, f"{role} {wrong}")


def _note(
    engine: Engine,
    frame: Frame,
    event: BodiesGiven | LoopTurned | BranchesRun,
    problem: Problem,
    what: str,
) -> None:
    """Observe a mistake at the call."""
    where = (*frame.at(event.node), event.transform.name)
    misuse.note(engine, BodyMisshapen(*where, problem, what))


_JUDGES = {
    Body.SCAN: _scan,
    Body.FORI: _fori,
    Body.WHILE: _while,
    Body.MAP: _map,
    Body.COND: _cond,
    Body.SWITCH: _switch,
}


# --- what they give ------------------------------------------------------------------------------


@usage.on(LoopTurned)
def turned(engine: Engine, frame: Frame, event: LoopTurned) -> None:
    """Judge what the body and the condition of a loop give."""
    if not event.transform.name.startswith(_OWN):
        return
    result: Value | None = event.result
    if event.transform.body is Body.SCAN:
        result = _scanned(engine, frame, event)
    if event.asked is not None:
        _asks(engine, frame, event, event.asked)
    found = None if result is None else unlike.trees(engine, event.carry, result)
    if found:
        _note(engine, frame, event, Problem.CARRY, f"{found[1]} for {found[0]}")
    elif result is not None:
        _keeps_leaves(engine, frame, event, result)


def _keeps_leaves(engine: Engine, frame: Frame, event: LoopTurned, result: Value) -> None:
    """Judge whether the arrays that a body gives are like those that it was given."""
    changed = dtypes.changed(engine, event.carry, result)
    shapes = unlike.shapes(engine, event.carry, result)
    if changed:
        _note(engine, frame, event, Problem.DTYPE, changed)
    elif any(_grows(*pair) for pair in leaves.paired(engine, event.held, result)):
        _note(engine, frame, event, Problem.CARRY, "an array that grows in each turn")
    elif shapes:
        what = f"an array of the shape {shapes[1]} for one of {shapes[0]}"
        _note(engine, frame, event, Problem.SHAPE, what)


def _grows(held: Value, given: Value) -> bool:
    """Whether what a body gives for an array is that array with more beside it."""
    grown = given.fact(Grown)
    return grown is not None and held.token in grown.parts


def _scanned(engine: Engine, frame: Frame, event: LoopTurned) -> Value | None:
    """The carry that the body of a scan gives, judged whether it comes in a pair."""
    result = event.result
    if structures.no_pair(result):
        _note(engine, frame, event, Problem.NO_PAIR, structures.no_pair(result))
    paired = isinstance(result, Container) and result.kind != "dict" and len(result.items) == 2
    return result.items[0] if isinstance(result, Container) and paired else None


def _asks(engine: Engine, frame: Frame, event: LoopTurned, asked: Value) -> None:
    """Judge whether the condition of a ``while_loop`` gives one truth value."""
    wrong = isinstance(asked, Container) and asked.kind in ("tuple", "list", "dict")
    if wrong or is_none(asked):
        _note(engine, frame, event, Problem.CONDITION, structures.describe(asked))
    axes = forms.axes_of(asked)
    if axes:
        what = f"an array of the shape {forms.spelled(axes)}"
        _note(engine, frame, event, Problem.CONDITION, what)


@usage.on(BranchesRun)
def alike(engine: Engine, frame: Frame, event: BranchesRun) -> None:
    """Judge whether branches give values of one structure and dtype."""
    if not event.transform.name.startswith(_OWN):
        return
    for left, right in pairwise(event.values):
        found = unlike.trees(engine, left, right, types=True)
        what = " and ".join(found) if found else dtypes.unlike(engine, left, right)
        shapes = None if what else unlike.shapes(engine, left, right)
        if shapes:
            what = f"arrays of the shapes {shapes[0]} and {shapes[1]}"
        if what:
            _note(engine, frame, event, Problem.BRANCHES, what)
            return


def _counts(xs: Container) -> bool:
    """Whether something to scan over is a Python sequence of numbers."""
    if xs.kind == "range":
        return True
    known = xs.kind in ("tuple", "list") and xs.rest is None and bool(xs.items)
    return known and all(_is_number(item) for item in xs.items.values())


def _is_number(value: Value) -> bool:
    return isinstance(value, Const) and type(value.value) in (int, float)
