"""Tests that are kept in a variable: ``given = grid is not None``, and later ``if given:``.

They ask for None, for a class, for a shape or a text, or whether a text is a key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jaxlint.knowledge.arrays import SHAPES
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.world import World


@dataclass(slots=True, eq=False)
class NamedTests:
    """The tests that the variables of each function hold, gathered when first asked for."""

    of: dict[ir.Function, dict[str, ir.Expr]] = field(default_factory=dict)


def meaning(world: World, scope: ir.Scope, test: ir.Expr) -> ir.Expr | None:
    """What a test asks that reads such variables; None if it reads none.

    That is what it asked where it was made: neither the variable nor what it tests is bound again.
    """
    if isinstance(test, ir.Name):
        return _held(world, scope, test.id)
    if isinstance(test, ir.UnaryOp) and test.op == "not":
        asked = meaning(world, scope, test.operand)
        return None if asked is None else replace(test, operand=asked)
    if isinstance(test, ir.BoolOp):
        left, right = meaning(world, scope, test.left), meaning(world, scope, test.right)
        if left is not None or right is not None:
            return replace(test, left=left or test.left, right=right or test.right)
    return None


def _held(world: World, scope: ir.Scope, name: str) -> ir.Expr | None:
    """The test that a variable holds, of the function itself or of one around it."""
    hidden: set[str] = set()
    owner: ir.Scope | None = scope
    while owner is not None and name not in owner.bound:
        hidden |= owner.bound
        owner = owner.parent
    if not isinstance(owner, ir.Function) or name in owner.outside:
        return None
    known = world.kept(NamedTests).of
    if owner not in known:
        known[owner] = _tests_of(owner)
    test = known[owner].get(name)
    return None if test is None or not hidden.isdisjoint(_names(test)) else test


def _tests_of(function: ir.Function) -> dict[str, ir.Expr]:
    """The tests that the body of a function gives to variables, once and for all.

    What such a test is about is never bound again, nor changed.
    """
    found = {
        target.id: one.value
        for one in function.body
        if isinstance(one, ir.Assign) and one.value is not None
        for target in one.targets
        if isinstance(target, ir.Name) and _asks(one.value)
    }
    if not found:
        return found
    rebound = {name for inner in changes.below(function) for name in inner.outside}
    return {
        name: test
        for name, test in found.items()
        if all(_lasts(function, one) for one in (name, *_names(test)))
        and rebound.isdisjoint((name, *_names(test)))
    }


def _lasts(function: ir.Function, name: str) -> bool:
    """Whether a variable is bound once, to what the function does not change."""
    once = len(function.stores.get(name, ())) == 1 and name not in function.outside
    return once and name not in function.mutations


def _asks(test: ir.Expr) -> bool:
    """Whether an expression asks such a thing, of variables alone."""
    if isinstance(test, ir.UnaryOp):
        return test.op == "not" and _asks(test.operand)
    if isinstance(test, ir.BoolOp):
        return _asks(test.left) and _asks(test.right)
    if isinstance(test, ir.Compare):
        (op, right), *more = test.rest
        return not more and _compares(test.left, op, right)
    return _is_of_class(test)


def _compares(left: ir.Expr, op: str, right: ir.Expr) -> bool:
    """Whether a comparison asks for None, for a shape, for a key or for a text."""
    if _is_shape(left):
        return isinstance(right, ir.Constant)
    if isinstance(left, ir.Constant):
        return op in ("in", "not in") and isinstance(right, ir.Name)
    if not isinstance(left, ir.Name):
        return False
    return (ir.is_none(right) and op in ("is", "is not")) or _are_texts(op, right)


def _is_shape(expr: ir.Expr) -> bool:
    """Whether an expression is the shape of a variable, an entry of it, or the like."""
    if isinstance(expr, ir.Subscript):
        return _is_shape(expr.base) and isinstance(expr.index, ir.Constant)
    return isinstance(expr, ir.Attribute) and expr.attr in SHAPES and isinstance(expr.base, ir.Name)


def _are_texts(op: str, right: ir.Expr) -> bool:
    """Whether something is compared with one text, or with several that are written."""
    if op in ("==", "!="):
        return isinstance(right, ir.Constant) and _is_text(right)
    return op in ("in", "not in") and bool(texts_in(right))


def texts_in(expr: ir.Expr) -> frozenset[str]:
    """The texts of which a tuple, list or set is written, as Python spells them; else none."""
    parts = expr.elements if isinstance(expr, ir.Display) else ()
    texts = [repr(one.value) for one in parts if isinstance(one, ir.Constant) and _is_text(one)]
    return frozenset(texts) if len(texts) == len(parts) else frozenset()


def _is_text(constant: ir.Constant) -> bool:
    return isinstance(constant.value, str)


def _is_of_class(test: ir.Expr) -> bool:
    """Whether an expression is ``isinstance(x, kind)``."""
    if not isinstance(test, ir.Call) or len(test.args) != 2:
        return False
    named = isinstance(test.func, ir.Name) and test.func.id == "isinstance"
    return named and isinstance(test.args[0], ir.Name)


def _names(test: ir.Expr) -> Iterator[str]:
    """The variables that such a test is about."""
    if isinstance(test, ir.Name):
        yield test.id
    elif isinstance(test, ir.UnaryOp):
        yield from _names(test.operand)
    elif isinstance(test, ir.BoolOp):
        yield from _names(test.left)
        yield from _names(test.right)
    elif isinstance(test, ir.Compare):
        yield from _names(test.left)
        yield from _names(test.rest[0][1])
    elif isinstance(test, ir.Attribute | ir.Subscript):
        yield from _names(test.base)
    elif isinstance(test, ir.Call):
        yield from _names(test.args[0])
