"""Two calls that are meant to share a key, as what is made of their results needs equal numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.domains.keys import flows
from jaxlint.analysis.values.kinds import Const, Static
from jaxlint.analysis.values.regions import outward
from jaxlint.knowledge.names import TREE_MAP_NAMES
from jaxlint.knowledge.transforms import Arguments
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Level
    from jaxlint.analysis.domains.keys.state import Draw
    from jaxlint.analysis.values.regions import Region

_COMPARING = frozenset(("-", "/"))
_ORDERING = frozenset(("<", "<=", ">", ">=", "==", "!="))
_ASKING = frozenset(
    """
    allclose isclose array_equal assert_allclose assert_array_equal assert_array_almost_equal
    assert_trees_all_close assert_trees_all_equal
    """.split()
)
_REFERENCES = frozenset("baseline expected naive oracle ref reference slow".split())
_KEEPING = {Arguments.DIFFERENTIATED, Arguments.ALL}


def are_compared(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether one function is called with other arguments, and the two results are compared.

    Or in two ways, by itself and by what transforms it, or by what its name calls a reference. So
    common random numbers are used: with numbers of its own for each, a difference would be mostly
    noise. What a sampler draws itself is no result to compare, nor are two steps of one run.
    """
    calls = _calls(first, second)
    if calls is None:
        return False
    (one, other), scope = calls, first.frame.scope
    if _spell(one.func, other.func):
        if _give_alike(one, other):
            return False
    elif not _checks(one, other) and not _run_one(
        _run(earlier, first, one), _run(later, second, other)
    ):
        return False
    if _is_sampled(earlier, first) or _is_sampled(later, second):
        return False
    if flows.feeds(scope, first, other):
        return False
    ways = [list(flows.ways(scope, level, _compared)) for level in (first, second)]
    return any(flows.are_apart(way, another) for way in ways[0] for another in ways[1])


def _checks(one: ir.Call, other: ir.Call) -> bool:
    """Whether two calls are given alike, and one is of what the other is checked against."""
    words = {word for call in (one, other) for word in ir.last_name(call.func).lower().split("_")}
    return _give_alike(one, other) and not _REFERENCES.isdisjoint(words)


def are_of_one_point(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether a function and derivatives of it, or several of these, are taken of equal arguments.

    They are to be those of one function, which another key would make another one.
    """
    calls = _calls(first, second)
    if calls is None:
        return False
    (one, other), scope = calls, first.frame.scope
    if _spell(one.func, other.func) or not _give_alike(one, other):
        return False
    if any(_is_bound_between(scope, name, first, second) for name in _names_given(one)):
        return False
    runs = [_run(earlier, first, one), _run(later, second, other)]
    if not _run_one(*runs):
        return False
    around = [[*outward(run.region)] for run in runs]
    apart = [
        one for regions in around for one in regions if not all(one in all_of for all_of in around)
    ]
    kinds = {region.transform.arguments for region in apart}
    return Arguments.DIFFERENTIATED in kinds and kinds <= _KEEPING


def goes_to_and_fro(earlier: Draw, later: Draw, first: Level, second: Level) -> bool:
    """Whether the calls of a function by some code differ in the sign of a number.

    A step is taken and taken back, or two that lie on either side of a point are compared. What a
    sampler is given is no step.
    """
    calls = _calls(first, second)
    if calls is None:
        return False
    (one, other), scope = calls, first.frame.scope
    if not _spell(one.func, other.func) or earlier.node is first.node or later.node is second.node:
        return False
    alike = [
        call
        for statement in ir.statements_in(*scope.body)
        for call in flows.parts(statement)
        if isinstance(call, ir.Call) and _spell(call.func, one.func)
    ]
    columns = zip(*(call.given for call in alike), strict=False)
    return any({_is_negative(given) for given in column} == {True, False} for column in columns)


def are_of_one_helper(first: Level, second: Level) -> bool:
    """Whether two calls by some code are of one function, which is given other things to work on.

    How many numbers it is to give is no such thing.
    """
    calls = _calls(first, second)
    if calls is None or not _spell(calls[0].func, calls[1].func):
        return False
    pairs = zip(calls[0].given, calls[1].given, strict=False)
    other = [one for pair in pairs if not _spell(*pair) for one in pair]
    env = second.frame.env
    return bool(other) and not any(
        isinstance(one, ir.Constant)
        or (isinstance(one, ir.Name) and isinstance(env.get(one.id), Const | Static))
        for one in other
    )


def goes_over_leaves(level: Level) -> bool:
    """Whether a call is one of a map over the leaves of trees."""
    call = _call(level)
    return call is not None and ir.last_name(call.func) in TREE_MAP_NAMES


def _is_negative(node: ir.Expr) -> bool:
    """Whether an expression is written with a minus in front."""
    while isinstance(node, ir.BinaryOp) and node.op in ("*", "/"):
        node = node.left
    if isinstance(node, ir.UnaryOp):
        return node.op == "-"
    return isinstance(node, ir.Constant) and isinstance(node.value, int | float) and node.value < 0


def _calls(first: Level, second: Level) -> tuple[ir.Call, ir.Call] | None:
    """The calls at two levels, where both stand in statements of one scope."""
    one, other = _call(first), _call(second)
    if one is None or other is None or first.frame.scope is not second.frame.scope:
        return None
    return one, other


def _call(level: Level) -> ir.Call | None:
    """The call at a level, where that stands in a statement."""
    statement = flows.statement_at(level.frame.scope, level.node)
    inside = () if statement is None else flows.parts(statement)
    calls = (one for one in inside if isinstance(one, ir.Call))
    return next((call for call in calls if call.place is level.node), None)


def _spell(one: ir.Expr, other: ir.Expr) -> bool:
    """Whether two expressions are spelled alike."""
    return ir.spelled(one) == ir.spelled(other)


def _give_alike(one: ir.Call, other: ir.Call) -> bool:
    """Whether two calls are given the same, as it is written."""
    named = [name for name, _ in one.keywords]
    if len(one.args) != len(other.args) or named != [name for name, _ in other.keywords]:
        return False
    return all(map(_spell, one.given, other.given))


def _names_given(call: ir.Call) -> set[str]:
    """The variables in the arguments of a call."""
    return {name for value in call.given for name in ir.names_in(value)}


def _is_bound_between(scope: ir.Scope, name: str, first: Level, second: Level) -> bool:
    """Whether a variable is bound behind the statement of one call and before that of another."""
    found = [flows.statement_at(scope, level.node) for level in (first, second)]
    starts = [statement.place.number for statement in found if statement is not None]
    return any(
        min(starts) < event.node.number < max(starts) for event in scope.stores.get(name, ())
    )


def _is_sampled(draw: Draw, level: Level) -> bool:
    """Whether a call is that of a sampler itself, of which it is known what else it is given."""
    return draw.node is level.node and draw.use.given_beside is not None


def _run_one(one: _Run, other: _Run) -> bool:
    """Whether two calls run one function in the end."""
    return one.scope is not None and one.scope is other.scope


class _Run(NamedTuple):
    """What a call runs in the end, None where that is not known, and in which region."""

    scope: ir.Scope | None
    region: Region | None


def _run(draw: Draw, level: Level, call: ir.Call) -> _Run:
    """What a call on the way to a draw runs, be it that it was answered from its summary."""
    serials = [one.serial for one in draw.path]
    behind = draw.path[serials.index(level.serial) + 1 :]
    if behind:
        return _Run(behind[0].frame.scope, behind[0].frame.region)
    region, func = level.frame.region, call.func
    while isinstance(func, ir.Call) and func.args:
        func = func.args[0]
    name = func.id if isinstance(func, ir.Name) else ""
    owner = level.frame.holder(name)
    held = None if owner is None else owner.env[name]
    if isinstance(held, Function):
        return _Run(held.definition, region)
    return _Run(None if region is None else region.function, region)


def _compared(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """The sides of a difference, a ratio or a comparison."""
    if isinstance(expr, ir.BinaryOp) and expr.op in _COMPARING:
        return expr.left, expr.right
    if isinstance(expr, ir.Compare) and all(op in _ORDERING for op, _ in expr.rest):
        return expr.left, *(side for _, side in expr.rest)
    if isinstance(expr, ir.Call) and ir.last_name(expr.func) in _ASKING:
        return expr.args[:2]
    return ()
