"""What the functions of ``jax.lax`` take and give back: scan, loops, branches.

Only for JAX's own names, as other libraries lift them with rules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import structures
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import Body as Problem
from jaxlint.analysis.domains.usage.observations import BodyMisshapen, Given, TransformMisgiven
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values.kinds import Const, Container, Value, is_none
from jaxlint.knowledge.transforms import Body, Transform

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_INDEX_NAMES = frozenset(("i", "idx", "index", "it", "iteration"))
_COUNTER_NAMES = _INDEX_NAMES | frozenset("jklmnt")
_ROLES = {
    Body.SCAN: "the body",
    Body.FORI: "the body",
    Body.MAP: "the function",
    Body.COND: "a branch",
    Body.SWITCH: "a branch",
}


class Judge:
    """Judges the functions that one call of ``jax.lax`` is given. ``node`` is the call."""

    def __init__(self, engine: Engine, frame: Frame, transform: Transform, node: ir.Place) -> None:
        self.engine = engine
        self.frame = frame
        self.name = transform.name
        self.role = _ROLES.get(transform.body, "the function")
        self.node = node
        self.known = transform.name.startswith("jax.lax.")

    def note(self, problem: Problem, what: str) -> None:
        """Observe a mistake at the call."""
        if self.known:
            seen = BodyMisshapen(*self.frame.at(self.node), self.name, problem, what)
            misuse.note(self.engine, seen)

    def takes(self, func: Value | None, count: int, role: str = "") -> None:
        """Judge whether a function can be called with ``count`` arguments."""
        if func is None or not self.known:
            return
        if structures.is_no_callable(func):
            where, what = self.frame.at(self.node), structures.describe(func)
            seen = TransformMisgiven(*where, self.name, Given.NO_CALLABLE, what)
            misuse.note(self.engine, seen)
            return
        accepted = arity.accepts(self.engine, func)
        wrong = "" if accepted is None else accepted.refuses(count)
        if wrong:
            self.note(Problem.ARITY, f"{role or self.role} {wrong}")

    def swapped(self, func: Value | None) -> None:
        """Judge the names that the body of a ``fori_loop`` has for the index and the carry."""
        accepted = arity.accepts(self.engine, func)
        names = [] if accepted is None else [name for name, _ in accepted.positional]
        if len(names) != 2 or names[1] not in _INDEX_NAMES:
            return
        if names[0] not in _COUNTER_NAMES and not names[0].startswith("_"):
            self.note(Problem.INDEX, f"`{names[1]}`")

    def gives_pair(self, result: Value) -> None:
        """Judge whether the body of a scan returns a pair."""
        if structures.no_pair(result):
            self.note(Problem.NO_PAIR, structures.no_pair(result))

    def keeps(self, carry: Value, result: Value) -> None:
        """Judge whether a body gives back a carry like the one that it was given."""
        found = structures.differ(carry, result)
        if found:
            self.note(Problem.CARRY, f"{found[1]} for {found[0]}")

    def asks(self, result: Value) -> None:
        """Judge whether the condition of a ``while_loop`` gives one truth value."""
        wrong = isinstance(result, Container) and result.kind in ("tuple", "list", "dict")
        if wrong or is_none(result):
            self.note(Problem.CONDITION, structures.describe(result))

    def alike(self, results: Sequence[Value]) -> None:
        """Judge whether branches give values of one structure."""
        for left, right in pairwise(results):
            found = structures.differ(left, right, types=True)
            if found:
                self.note(Problem.BRANCHES, f"{found[0]} and {found[1]}")
                return

    def scans(self, xs: Value, length: Value | None, *, complete: bool) -> None:
        """Judge what a scan runs over."""
        if is_none(xs) and complete and (length is None or is_none(length)):
            self.note(Problem.NOTHING_TO_SCAN, "neither `xs` nor `length` is given")
        elif isinstance(xs, Const) and type(xs.value) in (int, float):
            self.note(Problem.NOTHING_TO_SCAN, f"`xs` is the number {xs.value!r}")
        elif isinstance(xs, Container) and _counts(xs):
            self.note(Problem.NOTHING_TO_SCAN, f"`xs` is a {xs.kind} of numbers, not an array")

    def chooses(self, index: Value | None) -> None:
        """Judge the index of a ``switch``."""
        if isinstance(index, Const) and isinstance(index.value, float | bool):
            self.note(Problem.ARITY, f"the index is {index.value!r}, no whole number")


def _counts(xs: Container) -> bool:
    """Whether something to scan over is a Python sequence of numbers."""
    if xs.kind == "range":
        return True
    known = xs.kind in ("tuple", "list") and xs.rest is None and bool(xs.items)
    return known and all(_is_number(item) for item in xs.items.values())


def _is_number(value: Value) -> bool:
    return isinstance(value, Const) and type(value.value) in (int, float)
