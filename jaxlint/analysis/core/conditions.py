"""The branches taken to a place, and what the tests say that lead there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import UnionType
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core import lacking, named_tests, propositions, setup_tests, subjects
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.propositions import Choice, Fact
from jaxlint.analysis.values import predicates, telling, unseen
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.analysis.values.parts import Subject


class Tested:
    """What a test says whatever its names are bound to, worked out once for all that run it.

    ``names`` are those that it reads; it is ``plain`` if it reads nothing but these, ``steady`` if
    it reads nothing but these and their ``fields``. It ``chooses`` if in an arm of it one part or
    another holds. ``abouts`` are the left sides of what its arms say. ``meaning`` is what it asks
    by way of variables that hold tests, and ``asks_of`` the variables of that, if it reads nothing
    else. Of those that are ``classed`` it asks of which class they are.
    """

    __slots__ = (
        "_choices",
        "_facts",
        "_sorts",
        "_tests",
        "abouts",
        "asks_of",
        "chooses",
        "classed",
        "fields",
        "names",
        "plain",
        "steady",
    )

    def __init__(self, test: ir.Expr, meaning: ir.Expr | None = None) -> None:
        self._tests = (test,) if meaning is None else (test, meaning)
        self.names = tuple(sorted(set().union(*map(ir.names_in, self._tests))))
        self.classed = frozenset().union(*map(_classed_in, self._tests))
        self.plain = _reads_only(test, ir.Name | ir.Constant)
        meant = test if meaning is None else meaning
        only = _reads_only(meant, ir.Name | ir.Constant)
        self.asks_of = tuple(sorted(ir.names_in(meant))) if only else None
        self.fields = frozenset().union(*map(_fields_in, self._tests))
        self.steady = self.plain or _reads_only(test, ir.Name | ir.Constant | ir.Attribute)
        self._facts: dict[bool, list[Fact]] = {}
        self._choices: dict[bool, list[Choice]] = {}
        self._sorts: dict[bool, bool] = {}
        said = self.facts(arm=True) + self.facts(arm=False)
        self.chooses = bool(self.choices(arm=True) or self.choices(arm=False))
        self.abouts = {one.left: one.about for one in said if one.about is not None}

    def facts(self, *, arm: bool) -> list[Fact]:
        """What holds in one of its arms."""
        found = self._facts.get(arm)
        if found is None:
            found = self._facts[arm] = [
                one for test in self._tests for one in propositions.facts_of(test, arm)
            ]
        return found

    def choices(self, *, arm: bool) -> list[Choice]:
        """Of which parts one or another holds in one of its arms."""
        found = self._choices.get(arm)
        if found is None:
            found = self._choices[arm] = [
                one for test in self._tests for one in propositions.choices_of(test, arm)
            ]
        return found

    def sorts(self, *, arm: bool) -> bool:
        """Whether one of its arms is for values of one sort, by their class, name or shape."""
        found = self._sorts.get(arm)
        if found is None:
            found = self._sorts[arm] = any(map(propositions.is_sort, self.facts(arm=arm)))
        return found


@dataclass(slots=True, eq=False)
class Condition:
    """A test and the arm that was taken. ``values`` tell its names from later bindings of them.

    ``of_jax`` says that the test asks which JAX is installed, ``asked`` whose truth it asks for
    where that is a variable's or a field's. ``traced`` is what the arm means if the test asks
    whether something is traced: that it is, or that it is not where that is unknown. ``open`` says
    that traced code takes it, and that it is not known which arm. ``told`` is what the arm says of
    the classes of values, wherever that was asked. ``subjects`` are what its
    facts speak of, by their left sides. ``unseen`` says that it asks for what a call gave that was
    not followed, or for the class of that. It is ``decided`` where the answer is known,
    ``in_trace`` where traced code takes it. What is ``denied`` can't hold, as its sides are known.
    One that is ``chosen`` is no test, but which of several callables is the one.
    """

    test: ir.Expr
    arm: bool
    values: dict[str, Value | None]
    of_jax: bool
    asked: Value | None
    tested: Tested
    traced: bool | None = None
    predicate: Value | None = None
    open: bool = False
    told: tuple[telling.Told, ...] = ()
    subjects: Mapping[str, Subject] = field(default_factory=dict)
    unseen: bool = False
    decided: bool = False
    in_trace: bool = False
    denied: frozenset[Fact] = frozenset()
    chosen: bool = False
    _said: list[tuple[Subject, Fact]] | None = field(default=None, init=False)
    _setup: str | None = field(default=None, init=False)

    def note(self, value: Value, *, holds: bool) -> None:
        """Take note of what the test gave: what that tells of classes, or that it was not seen."""
        self.told = telling.where(value, true=holds)
        self.unseen = self.unseen or unseen.holds(value)

    @property
    def is_open(self) -> bool:
        """Whether it asks something of the class of a value that code which was left would tell."""
        return self.unseen or any(one.asked.kinds is telling.OPEN for one in self.told)

    @property
    def sorts(self) -> bool:
        """Whether traced code runs for some sort of values alone, if they are of that sort."""
        return self.open and self.tested.sorts(arm=self.arm)

    @property
    def setup(self) -> str:
        """What the arm asks of how the program is set up, which is not known; "" if nothing."""
        if self._setup is None:
            self._setup = setup_tests.asked(self)
        return self._setup

    @property
    def lacks(self) -> bool:
        """Whether traced code runs since a file or program is not there that it looked for."""
        return self.in_trace and lacking.is_found(self)

    @property
    def settled(self) -> predicates.Truths:
        """The values of which it says whether they are true."""
        asked = self.asked if self.predicate is None else self.predicate
        return frozenset() if asked is None else predicates.told(asked, holds=self.arm)

    @property
    def facts(self) -> list[Fact]:
        """What holds because of it."""
        return self.tested.facts(arm=self.arm)

    @property
    def said(self) -> list[tuple[Subject, Fact]]:
        """What it says of what can be told under other names."""
        found, known = self._said, self.subjects
        if found is None:
            found = [(known[one.left], one) for one in self.facts if one.left in known]
            self._said = found
        return found

    @property
    def choices(self) -> list[Choice]:
        """Of which parts one or another holds because of it."""
        found, denied = self.tested.choices(arm=self.arm), self.denied
        if not denied:
            return found
        left = [tuple([part for part in parts if denied.isdisjoint(part)]) for parts in found]
        return [parts for parts in left if parts]


def asked(
    engine: Engine, frame: Frame, test: ir.Expr, predicate: Value | None, *, arm: bool
) -> Condition:
    """The condition under which traced code runs one of two functions: as a predicate is."""
    return replace(taken(engine, frame, test, arm=arm), predicate=predicate)


def taken(
    engine: Engine, frame: Frame, test: ir.Expr, *, arm: bool, of_jax: bool = False
) -> Condition:
    """The condition that a path through one arm of a test goes on under.

    A test of a parameter alone is a test of what the caller passed for it.
    """
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        return taken(engine, frame, test.operand, arm=not arm, of_jax=of_jax)
    passed = frame.passed.get(test.id) if isinstance(test, ir.Name) else None
    if passed is not None and isinstance(test, ir.Name):
        now = frame.env.get(test.id)
        if now is not None and now.token is passed.value.token:
            return taken(engine, passed.frame, passed.expr, arm=arm, of_jax=of_jax)
    tested = engine.world.tested.get(test)
    if tested is None:
        tested = Tested(test, named_tests.meaning(engine.world, frame.scope, test))
        engine.world.tested[test] = tested
    bound = {name: _bound_to(frame, name) for name in tested.names}
    held = _value_of(engine, frame, test)
    left = any(unseen.holds(_found(frame, name)) for name in tested.classed)
    about = _subjects(engine, frame, tested)
    token = held and held.token
    traced = frame.region is not None
    denied = _denied(engine, frame, tested) if tested.chooses else frozenset()
    return Condition(
        test,
        arm,
        bound,
        of_jax,
        token,
        tested,
        subjects=about,
        unseen=left,
        in_trace=traced,
        denied=denied,
    )


def _denied(engine: Engine, frame: Frame, tested: Tested) -> frozenset[Fact]:
    """What the parts say of which a test leaves one or another, and what is known denies."""
    choices = tested.choices(arm=True) + tested.choices(arm=False)
    return frozenset(
        [
            fact
            for parts in choices
            for part in parts
            for fact in part
            if fact.about is not None
            if fact.is_denied_by(_value_of(engine, frame, fact.about))
        ]
    )


def _subjects(engine: Engine, frame: Frame, tested: Tested) -> dict[str, Subject]:
    """What the facts of a test speak of, by their left sides, as far as that is known."""
    found = {
        text: subjects.of(about, lambda expr: _value_of(engine, frame, expr))
        for text, about in tested.abouts.items()
    }
    return {text: subject for text, subject in found.items() if subject is not None}


def opposite(one: Condition) -> Condition:
    """The condition under which the path through the other arm goes on, from the same state."""
    traced = None if one.traced is None else not one.traced
    return replace(one, arm=not one.arm, traced=traced, told=())


def told(conditions: Iterable[Condition]) -> tuple[telling.Told, ...]:
    """What conditions say of the classes of values."""
    return tuple([one for condition in conditions for one in condition.told])


def before_trace(one: Condition) -> Condition:
    """A condition of plain code, as a trace that begins under it has it: it traces things anew."""
    return replace(one, traced=None) if one.traced is False else one


def _value_of(engine: Engine, frame: Frame, expr: ir.Expr) -> Value | None:
    """The value of a variable, or of a field of one, where it has been read."""
    if isinstance(expr, ir.Name):
        return _found(frame, expr.id)
    base = _value_of(engine, frame, expr.base) if isinstance(expr, ir.Attribute) else None
    if base is None or not isinstance(expr, ir.Attribute):
        return None
    stored = engine.store.fields.get(base.token, NO_FIELDS)
    return stored.get(expr.attr) or (base.token.children or {}).get(expr.attr)


def _bound_to(frame: Frame, name: str) -> Value | None:
    """What identifies the value of a name here."""
    value = _found(frame, name)
    return value if value is None or value.twin is None else value.token


def _found(frame: Frame, name: str) -> Value | None:
    """The value of a name here, be it a variable of a function further out."""
    owner: Frame | None = frame
    while owner is not None:
        value = owner.env.get(name)
        if value is not None:
            return value
        owner = owner.closure
    return None


def _classed_in(test: ir.Expr) -> set[str]:
    """The variables of which an expression asks whether they are of a class."""
    return {
        call.args[0].id
        for call in ir.parts_of(test)
        if isinstance(call, ir.Call) and len(call.args) == 2
        if isinstance(call.func, ir.Name) and call.func.id == "isinstance"
        if isinstance(call.args[0], ir.Name)
    }


def further(
    frame: Frame, outer: tuple[Condition, ...], condition: Condition
) -> tuple[Condition, ...]:
    """The branches taken in a frame and one more, as long as they are not too many to keep.

    Of one too many is kept what it says of classes.
    """
    if len(outer) - frame.inherited < budgets.CONDITIONS:
        return (*outer, condition)
    return (*outer[:-1], replace(outer[-1], told=(*outer[-1].told, *condition.told)))


def _reads_only(test: ir.Expr, kinds: type | UnionType) -> bool:
    """Whether a test compares and combines nothing but some kinds of expressions."""
    if isinstance(test, ir.UnaryOp):
        return _reads_only(test.operand, kinds)
    if isinstance(test, ir.BoolOp):
        return _reads_only(test.left, kinds) and _reads_only(test.right, kinds)
    if isinstance(test, ir.Compare):
        parts = (test.left, *(right for _, right in test.rest))
        return all(_reads_only(part, kinds) for part in parts)
    if isinstance(test, ir.Attribute):
        return isinstance(test, kinds) and _reads_only(test.base, kinds)
    if isinstance(test, ir.Display):
        return all(_reads_only(element, kinds) for element in test.elements)
    shaped = propositions.shape_in(test) or _sized_in(test)
    return isinstance(test, kinds) or (shaped is not None and _reads_only(shaped, kinds))


def _fields_in(test: ir.Expr) -> frozenset[str]:
    """The fields that a test reads, of whatever object."""
    read = (one for one in ir.nodes_in(test) if isinstance(one, ir.Attribute))
    return frozenset(one.attr for one in read)


def _sized_in(expr: ir.Expr) -> ir.Attribute | None:
    """The shape of which ``x.shape[0]`` is an entry."""
    if not isinstance(expr, ir.Subscript) or subjects.position(expr.index) is None:
        return None
    base = expr.base
    return base if isinstance(base, ir.Attribute) and base.attr == "shape" else None


def mentions(conditions: tuple[Condition, ...], words: set[str], same: Value | None = None) -> bool:
    """Whether one of the tests reads one of the names, or asks for None.

    That is no question where the value is the ``same`` whenever it is asked, given by its token.
    """
    return any(
        ir.names_in(condition.test) & words or asks_for_none(condition.test, _held(condition, same))
        for condition in conditions
    )


def _held(condition: Condition, value: Value | None) -> frozenset[str]:
    """The variables in a test that hold a value."""
    return frozenset(
        [name for name, held in condition.values.items() if value is not None and held is value]
    )


def every_nth(test: ir.Expr) -> bool:
    """Whether a test takes a remainder, and so holds again and again: ``i % 10 == 0``."""
    return "%" in ir.spelled(test)


def asks_for_none(test: ir.Expr, settled: frozenset[str] = frozenset()) -> bool:
    """Whether a test looks whether something is there yet: ``x is None``, ``not x``, ``k in d``.

    Of variables that are ``settled`` the answer is always the same.
    """
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        return True
    if isinstance(test, ir.BoolOp):
        return asks_for_none(test.left, settled) or asks_for_none(test.right, settled)
    if isinstance(test, ir.Compare):
        if isinstance(test.left, ir.Name) and test.left.id in settled:
            return any(op in ("in", "not in") for op, _ in test.rest)
        return any(op in ("in", "not in") or ir.is_none(right) for op, right in test.rest)
    return False
