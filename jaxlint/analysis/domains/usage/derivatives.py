"""Derivative rules of ``jax.custom_vjp`` and ``jax.custom_jvp``: their parameters and results."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodResult, TransformCalled
from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.events import TransformMade
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.exchanged import takes_fixed_late, takes_kept_last
from jaxlint.analysis.domains.usage.observations import DerivativeRule, DerivativeRuleBroken
from jaxlint.analysis.semantics import arity, calls
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import Container, Traced, Unknown, Value
from jaxlint.knowledge.names import TREE_MAP_NAMES
from jaxlint.knowledge.transforms import RULE_DEFINERS
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_VJP = "jax.custom_vjp"
_JVP = "jax.custom_jvp"


class Mark(Enum):
    """What this domain says of a function: that it was made here, and that it got its rule here."""

    MADE = "made"
    RULED = "ruled"


@usage.on(TransformCalled)
def called(engine: Engine, frame: Frame, event: TransformCalled) -> None:
    """Judge whether a function that is called has its rules, when everything has been seen."""
    made = event.made
    name = made.transform.name
    if name in (_VJP, _JVP):
        where, method = (*made.frame.at(made.node), name), "defvjp" if name == _VJP else "defjvp"
        settled = partial(_has_no_rule, engine, made)
        problem = DerivativeRule.MISSING
        misuse.note(engine, DerivativeRuleBroken(*where, problem, method, settled=settled))
    if name == _VJP:
        _fixed(engine, frame, event)


def _fixed(engine: Engine, frame: Frame, event: TransformCalled) -> None:
    """Judge what is given for the fixed arguments of a function, which JAX takes no tracers for."""
    made, arguments, node = event.made, event.arguments, event.node
    known = arity.accepts(engine, made.func)
    names = [] if known is None else [name for name, _ in known.positional]
    for number in made.options.static_numbers if made.options.readable else ():
        if not 0 <= number < len(names):
            continue
        value = arguments.get(number, names[number])
        if isinstance(value, Traced) and value.certain:
            where = frame.module, node, value.why, made.transform.name
            misuse.note(engine, DerivativeRuleBroken(*where, DerivativeRule.TRACED, names[number]))


@usage.on(TransformMade)
def new(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Take note of where a function was made: who made it has seen whether it got its rules."""
    if event.made.transform.name in (_VJP, _JVP):
        engine.facts.marks.add((Mark.MADE, event.made))


def _has_no_rule(engine: Engine, made: Transformed) -> bool:
    known = [*engine.facts_of(made.frame.module)]
    if not any((Mark.MADE, made) in facts.marks for facts in known):
        return False
    if any((Mark.RULED, made) in facts.marks or made in facts.handed for facts in known):
        return False
    words = made.holder, "def"
    return not engine.ask(Query(made.frame.module.path, words, far=True))


@usage.answer(MethodResult)
def define(engine: Engine, frame: Frame, event: MethodResult) -> Value | None:
    """``f.defvjp(forward, backward)`` or ``f.defjvp(rule)``, which gives back the last rule."""
    made, method, arguments, node = event
    if not isinstance(made, Transformed) or method not in RULE_DEFINERS:
        return None
    engine.facts.marks.add((Mark.RULED, made))
    for rule in _rules(engine, made, event):
        _judge(engine, frame, rule, node)
    return arguments.positional[-1] if arguments.positional else Unknown()


class _Rule(NamedTuple):
    """A rule that JAX calls with so many arguments as it ``takes``.

    It has to return a pair, or a tuple of so many ``gradients``, one for each argument that
    ``primal`` takes but for the fixed ones. A backward rule belongs to a ``forward`` one. ``late``
    is a fixed argument that it takes behind others.
    """

    transform: str
    role: str
    function: Value | None
    takes: int
    gradients: int | None = None
    primal: Value | None = None
    forward: Value | None = None
    late: str = ""

    def broken(self, frame: Frame, node: ir.Place, how: str) -> DerivativeRuleBroken:
        """The observation that the rule does not fit."""
        what = f"the {self.role} rule {how}"
        where = (*frame.at(node), self.transform)
        return DerivativeRuleBroken(*where, DerivativeRule.MISFIT, what)


def _rules(engine: Engine, made: Transformed, event: MethodResult) -> list[_Rule]:
    """The rules that a call defines, as far as it is known how JAX calls them."""
    known = arity.accepts(engine, made.func)
    if not made.options.readable or known is None or known.more or known.keyword:
        return []
    arguments, count = event.arguments, len(known.positional)
    fixed = len({*made.options.static_numbers}) + len(made.options.static_names)
    kind = made.transform.name, event.name
    late = partial(takes_fixed_late, made.func, made.options.static_numbers)
    if kind == (_JVP, "defjvp"):
        rule = arguments.get(0, "jvp")
        return [_Rule(_JVP, "jvp", rule, fixed + 2, late="" if rule is None else late(rule))]
    if kind != (_VJP, "defvjp"):
        return []
    forward, backward = arguments.get(0, "fwd"), arguments.get(1, "bwd")
    behind = "" if backward is None else late(backward)
    return [
        _Rule(_VJP, "forward", forward, count),
        _Rule(_VJP, "backward", backward, fixed + 2, count - fixed, made.func, forward, behind),
    ]


def _judge(engine: Engine, frame: Frame, rule: _Rule, node: ir.Place) -> None:
    """Judge a rule by the arguments that it takes, and in the end by what it returns."""
    accepted, function = arity.accepts(engine, rule.function), rule.function
    if function is None or accepted is None:
        return
    refused = accepted.refuses(rule.takes)
    if refused:
        misuse.note(engine, rule.broken(frame, node, refused))
        return

    if rule.late:
        where, problem = (*frame.at(node), rule.transform), DerivativeRule.LATE
        misuse.note(engine, DerivativeRuleBroken(*where, problem, rule.late))
        return
    exchanged = takes_kept_last(rule.forward, function, rule.takes)
    if exchanged:
        where, problem = (*frame.at(node), rule.transform), DerivativeRule.EXCHANGED
        misuse.note(engine, DerivativeRuleBroken(*where, problem, exchanged))
        return
    if rule.role != "forward":
        _chain(engine, rule, function)

    def judge_result() -> None:
        result = _result(engine, frame, function, rule.takes, node)
        wrong = _no_tuple(result, rule.gradients) or _scaled(function, rule.gradients)
        if not wrong and rule.primal is not None and _hands_back(function):
            # What comes in is like what the function gives.
            count = rule.takes - 2 + (rule.gradients or 0)
            result = _result(engine, frame, rule.primal, count, node)
            wrong = "one array" if structures.is_leaf(result) else ""
        if wrong:
            wanted = "a pair" if rule.gradients is None else f"a tuple of {rule.gradients}"
            misuse.note(engine, rule.broken(frame, node, f"returns {wrong}, not {wanted}"))

    if not engine.context.expects_errors:
        engine.agenda.checks.append(judge_result)


def _chain(engine: Engine, rule: _Rule, function: Value) -> None:
    """Judge a rule that leaves unread what it is to multiply its own slope with."""
    if not isinstance(function, Function) or len(function.definition.parameters) != rule.takes:
        return
    definition = function.definition
    engine.looks_into(definition)
    name = definition.parameters[-1].name
    unread = not (name.startswith("_") or "unused" in name or definition.is_read(name))
    last = definition.body[-1]
    value = last.value if isinstance(last, ir.Return) else None
    module, rebound = definition.module, len(definition.stores.get(name, ())) > 1
    if value is None or module is None or rebound or not unread:
        return
    given = value.elements if isinstance(value, ir.Display) else (value,)
    if rule.gradients is None:
        given = given[1:]
    if not all(_is_nothing(definition, one) for one in given):
        where, problem = (module, value.place, None), DerivativeRule.UNCHAINED
        misuse.note(engine, DerivativeRuleBroken(*where, rule.transform, problem, name))


def _is_nothing(definition: ir.Function, gradient: ir.Expr) -> bool:
    """Whether a rule gives no slope there: None, or zeros, or what is mapped to zeros."""
    if isinstance(gradient, ir.Name):
        values = list(ir.assigned_to(definition.body, gradient.id))
        return bool(values) and all(
            isinstance(one, ir.Call | ir.Constant) and _is_nothing(definition, one)
            for one in values
        )
    if not isinstance(gradient, ir.Call):
        return isinstance(gradient, ir.Constant)
    maps = ir.last_name(gradient.func) in TREE_MAP_NAMES and bool(gradient.args)
    return ir.last_name(gradient.args[0] if maps else gradient.func).startswith("zero")


def _result(engine: Engine, frame: Frame, func: Value, count: int, node: ir.Place) -> Value:
    """What a function gives for so many arguments of which nothing is known."""
    handed = Arguments(tuple(Unknown() for _ in range(count)))
    return calls.apply(engine, frame, func, handed, node)


def _no_tuple(result: Value, gradients: int | None) -> str:
    """What a rule certainly returns in place of a tuple of the right length."""
    if gradients is None:
        return structures.no_pair(result)
    if isinstance(result, Container) and result.kind == "tuple" and result.rest is None:
        return "" if len(result.items) == gradients else structures.describe(result)
    return "" if isinstance(result, Container) else structures.describe(result)


def _scaled(function: Value, gradients: int | None) -> str:
    """What a rule returns that computes a number, a backward one of what it is handed last."""
    if not isinstance(function, Function):
        return ""
    if gradients is None:
        body = function.definition.body
        found = [one.value for one in ir.statements_in(*body) if isinstance(one, ir.Return)]
        return "one array" if found and all(map(_is_computed, found)) else ""
    name, definition = _last_parameter(function.definition), function.definition
    scaled = any(_computes_with(name, one) for one in definition.body)
    return "one array" if name and scaled else ""


def _is_computed(value: ir.Expr | None) -> bool:
    """Whether an expression is a number or an array for certain: no tuple can be computed so."""
    if isinstance(value, ir.UnaryOp):
        return value.op in ("-", "+", "~")
    if not isinstance(value, ir.BinaryOp):
        return False
    if value.op in ("-", "/", "**", "@"):
        return True
    sides = value.left, value.right
    return value.op in ("+", "*") and any(map(_is_computed, sides))


def _last_parameter(definition: ir.Function) -> str:
    """The name of the last parameter of a function; empty if it is bound to something else."""
    name = definition.parameters[-1].name
    rebound = any(event.kind != "parameter" for event in definition.stores.get(name, ()))
    return "" if rebound else name


def _hands_back(function: Value) -> bool:
    """Whether a backward rule returns what it is handed last as it came, in any case."""
    if not isinstance(function, Function) or function.definition.decorators:
        return False
    body, name = function.definition.body, _last_parameter(function.definition)
    found = [one for one in ir.statements_in(*body) if isinstance(one, ir.Return)]
    value = found[0].value if len(found) == 1 and found[0] is body[-1] else None
    return isinstance(value, ir.Name) and value.id == name


def _computes_with(name: str, statement: ir.Stmt) -> bool:
    value = statement.value if isinstance(statement, ir.Return) else None
    if not isinstance(value, ir.BinaryOp) or value.op == "+":
        return False
    operands = value.left, value.right
    return any(isinstance(operand, ir.Name) and operand.id == name for operand in operands)
