"""What a test says of the names in it, on the path where it holds and on the other one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import named_tests
from jaxlint.analysis.core.frames import Env, Frame
from jaxlint.analysis.semantics import annotated, emptiness, instances
from jaxlint.analysis.values import optionals, telling
from jaxlint.analysis.values.certainty import Certainty
from jaxlint.analysis.values.kinds import NONE, Container, Traced, Unknown, Value, like
from jaxlint.analysis.values.regions import Why
from jaxlint.program import ir
from jaxlint.program.operators import COMPARISONS, ORDERINGS

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_SIZES = frozenset(("==", "!=", *ORDERINGS))

# What each name was, and what it is taken for.
Learned = dict[str, tuple[Value, Value]]


def of_test(engine: Engine, frame: Frame, test: ir.Expr, value: Value, *, holds: bool) -> Learned:
    """Learn from a test, and from the value that it gave, what names are on the path behind it.

    Returns what each of them was before, and what it is taken for from here on.
    """
    told = _of_told(frame, test, telling.where(value, true=holds))
    return further(told, as_written(engine, frame, test, holds=holds))


def _of_told(frame: Frame, test: ir.Expr, told: tuple[telling.Told, ...]) -> Learned:
    """Learn from what a test says of the classes of values."""
    learned: Learned = {}
    for one in told:
        held = [pair for pair in frame.env.items() if pair[1].token is one.asked.value]
        for name, value in held:
            if isinstance(value, Traced) and frame.env[name] is value:
                now = _classed(frame, test, name, value, one)
                learned = further(learned, learn(frame, value, now) if now is not value else {})
    return learned


def as_written(engine: Engine, frame: Frame, test: ir.Expr, *, holds: bool) -> Learned:
    """Learn from a test what it says as it is written."""
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        return as_written(engine, frame, test.operand, holds=not holds)
    if isinstance(test, ir.BoolOp) and holds == (test.op == "and"):
        left = as_written(engine, frame, test.left, holds=holds)
        return further(left, as_written(engine, frame, test.right, holds=holds))
    if isinstance(test, ir.Name):
        asked = named_tests.meaning(engine.world, frame.scope, test)
        if asked is not None:
            return as_written(engine, frame, asked, holds=holds)
        return _of_truth(frame, test) if holds else _emptied(frame, test)
    sized = _sized(test, holds=holds)
    if sized is not None:
        return _emptied(frame, sized)
    if isinstance(test, ir.Call):
        return _of_class(engine, frame, test, holds=holds)
    if not isinstance(test, ir.Compare) or len(test.rest) != 1:
        return {}
    op, other = test.rest[0]
    against_none = ir.is_none(other)
    if not against_none or op not in ("is", "is not") or not isinstance(test.left, ir.Name):
        return {}
    known = frame.env.get(test.left.id)
    if known is None:
        return {}
    return learn(frame, known, NONE if (op == "is") == holds else _present(known))


def further(earlier: Learned, later: Learned) -> Learned:
    """What is learned in two steps, the later one from what the earlier one left."""
    return earlier | {name: (earlier.get(name, pair)[0], pair[1]) for name, pair in later.items()}


def _of_truth(frame: Frame, test: ir.Name) -> Learned:
    """Learn from a name that counts as true that it is not None."""
    known = frame.env.get(test.id)
    true = None if known is None else optionals.if_true(known)
    return {} if known is None or true is None or true is known else learn(frame, known, true)


def _emptied(frame: Frame, test: ir.Name) -> Learned:
    """Learn of a tuple or list that there is nothing in it."""
    known = frame.env.get(test.id)
    if not isinstance(known, Container) or known.kind not in ("tuple", "list"):
        return {}
    return learn(frame, known, emptiness.emptied(known))


def _sized(test: ir.Expr, *, holds: bool) -> ir.Name | None:
    """The name whose length a test asks for, and says to be zero: ``len(x) == 0``."""
    op, number = "!=", 0
    if isinstance(test, ir.Compare) and len(test.rest) == 1:
        op, other = test.rest[0]
        if not isinstance(other, ir.Constant) or type(other.value) is not int or op not in _SIZES:
            return None
        test, number = test.left, other.value
    if not isinstance(test, ir.Call) or not isinstance(test.func, ir.Name) or len(test.args) != 1:
        return None
    compare = COMPARISONS[op]
    none = [size for size in range(3) if bool(compare(size, number)) is holds] == [0]
    named = test.args[0] if none and test.func.id == "len" and number < 2 else None
    return named if isinstance(named, ir.Name) else None


def _of_class(engine: Engine, frame: Frame, test: ir.Call, *, holds: bool) -> Learned:
    """Learn from ``isinstance(x, kind)``, or from its opposite, that a tracer is no array."""
    named = isinstance(test.func, ir.Name) and test.func.id == "isinstance" and len(test.args) == 2
    name = test.args[0].id if named and isinstance(test.args[0], ir.Name) else ""
    known = frame.env.get(name)
    if not isinstance(known, Traced):
        return {}
    asked = telling.Asked(known.token, annotated.quietly(engine, frame, test.args[1]))
    told = _classed(frame, test, name, known, telling.Told(asked, holds))
    return {} if told is known else learn(frame, known, told)


def _classed(frame: Frame, test: ir.Expr, name: str, value: Traced, told: telling.Told) -> Value:
    """What a tracer, which a name holds, is behind a test that tells whether it is of a class."""
    kinds = told.asked.kinds
    if kinds is telling.OPEN:
        return Unknown(value.name)
    if not told.holds:
        return instances.excluded(value, kinds)
    return instances.told(_presumed(frame, test, name, value, kinds), kinds)


def _presumed(frame: Frame, test: ir.Expr, name: str, value: Traced, kinds: Value) -> Traced:
    """A tracer behind a test for containers: what may be one is presumed to be one there."""
    held = instances.containers_among(kinds)
    condition = f"if `{name}` is a {' or '.join(held)}"
    known = value.source is None or value.source.known or value.why.condition == condition
    if not held or known:
        return value
    text = f"{condition}, this is run"
    why = Why(text, frame.module, test.place, value.why, Certainty.PRESUMED, condition)
    return like(value, why=why)


def learn(frame: Frame, known: Value, learned: Value) -> Learned:
    """Take the variables that hold a value for another one; return both of each."""
    same = [name for name, value in frame.env.items() if value is known]
    for name in same:
        frame.env[name] = learned
    return dict.fromkeys(same, (known, learned))


def forget(env: Env, learned: Learned) -> None:
    """Give names back the values they had before a test, unless they were bound since."""
    for name, (before, now) in learned.items():
        kept = isinstance(now, Unknown) and now.token is before.token
        if env.get(name) is now and not kept:
            env[name] = before


def demand(env: Env, learned: Learned) -> None:
    """Take for certain what a test presumes of tracers: all others are refused with an error."""
    for name, (before, now) in learned.items():
        if env.get(name) is now and isinstance(now, Traced) and now.token is before.token:
            env[name] = before


def _present(value: Value) -> Value:
    """The same value, known not to be None."""
    value = optionals.used(value)
    if type(value) is not Unknown or value.present:
        return value
    return like(value, present=True)
