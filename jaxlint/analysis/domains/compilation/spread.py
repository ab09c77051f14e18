"""Loops over numbers that all differ, and how many: of ``np.linspace``, ``range``, generators."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis.domains.compilation import counting, looping
from jaxlint.analysis.domains.compilation.counting import Code
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge.host import SPREAD
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 6
_DEFAULT = 50
_SAME = frozenset(f"builtins.{name}" for name in ("list", "tuple", "reversed", "sorted", "iter"))


def differs(engine: Engine, code: Code, name: str) -> bool:
    """Whether a variable is another number in each of more than a few turns of its loop."""
    loop = looping.loop_of(code.frame, name)
    if loop is None:
        return False
    found = _element(engine, code, loop.target, loop.iterable, name)
    return found is not None and not 0 < found <= looping.FEW


def _element(
    engine: Engine, code: Code, target: ir.Expr, iterable: ir.Expr, name: str
) -> int | None:
    """How many numbers a name in a target takes, if all differ; 0 where it is not known."""
    if isinstance(target, ir.Name):
        return _numbers(engine, code, iterable, _DEPTH) if target.id == name else None
    if not isinstance(iterable, ir.Call) or not isinstance(target, ir.Display):
        return None
    func = counting.called(engine, code, iterable)
    parts = iterable.args if isinstance(func, External) else ()
    if isinstance(func, External) and func.name == "builtins.enumerate" and parts:
        parts = (iterable, parts[0])  # Of the number in front the value itself tells.
    elif not isinstance(func, External) or func.name != "builtins.zip":
        return None
    found = [
        _element(engine, code, one, part, name)
        for one, part in zip(target.elements, parts, strict=False)
        if name in ir.bound_names(one)
    ]
    return found[0] if found else None


def _numbers(engine: Engine, code: Code, node: ir.Expr, depth: int) -> int | None:
    """How many numbers an iterable gives, if all differ; 0 where it is not known."""
    if not depth:
        return None
    if isinstance(node, ir.Name):
        return _named(engine, code, node.id, depth - 1)
    if isinstance(node, ir.Comprehension):
        return _mapped(engine, code, node, depth - 1)
    if not isinstance(node, ir.Call):
        return None
    if isinstance(node.func, ir.Attribute) and node.func.attr == "tolist" and not node.given:
        return _numbers(engine, code, node.func.base, depth - 1)
    func = counting.called(engine, code, node)
    if isinstance(func, External):
        if func.name in _SAME and len(node.args) == 1:
            return _numbers(engine, code, node.args[0], depth - 1)
        if func.name == "builtins.range":
            return _ranged(engine, code, node)
        return _spaced(engine, code, node) if func.name in SPREAD else None
    found = counting.entered(engine, code, node, func)
    if found is None:
        return _yielded(engine, code, node, func, depth - 1)
    return _numbers(engine, *found, depth - 1)


def _yielded(
    engine: Engine, code: Code, call: ir.Call, func: Value | None, depth: int
) -> int | None:
    """The same of what a generator function makes of each number that its one loop runs over."""
    found = counting.yielded(engine, code, call, func)
    if found is None or not isinstance(found[1].target, ir.Name):
        return None
    body, loop, given = found
    inside = replace(body, counts=frozenset((found[1].target.id,)))
    if counting.counter_of(engine, inside, given) is None:
        return None
    return _numbers(engine, body, loop.iterable, depth)


def _named(engine: Engine, code: Code, name: str, depth: int) -> int | None:
    if code.outer is not None:
        found = counting.origin(code, name)
        return None if found is None else _numbers(engine, *found, depth)
    events = code.scope.stores.get(name, ())
    values = [
        one.value
        for one in code.scope.body
        if isinstance(one, ir.Assign) and one.value is not None
        if [isinstance(t, ir.Name) and t.id == name for t in one.targets] == [True]
    ]
    once = len(events) == len(values) == 1 and name not in code.scope.mutations
    return _numbers(engine, code, values[0], depth) if once else None


def _mapped(engine: Engine, code: Code, node: ir.Comprehension, depth: int) -> int | None:
    """The same of a list of what is computed of each number."""
    clause = node.clauses[0]
    target = clause.target
    if len(node.clauses) > 1 or clause.conditions or not isinstance(target, ir.Name):
        return None
    inside = replace(code, counts=frozenset((target.id,)))
    if node.key is not None or counting.counter_of(engine, inside, node.element) is None:
        return None
    return _numbers(engine, code, clause.iterable, depth)


def _ranged(engine: Engine, code: Code, call: ir.Call) -> int | None:
    """How many numbers ``range`` gives."""
    bounds = [counting.number(engine, code, one) for one in call.args]
    known = [int(one) for one in bounds if one is not None and isinstance(one, int)]
    if len(known) < len(bounds) or not 0 < len(known) < 4 or known[2:] == [0]:
        return 0
    return len(range(*known)) or None


def _spaced(engine: Engine, code: Code, call: ir.Call) -> int | None:
    """How many numbers ``linspace`` and its like are asked for, between bounds that differ."""
    keywords = dict(call.keywords)
    if len(call.args) < 2 or not {"num"}.issuperset(keywords):
        return None
    first, last = call.args[:2]
    ends = [counting.number(engine, code, one) for one in (first, last)]
    if None not in ends and ends[0] == ends[1]:
        return None
    written = call.args[2] if len(call.args) > 2 else keywords.get("num")
    if written is None:
        return _DEFAULT
    asked = counting.number(engine, code, written)
    return asked if isinstance(asked, int) else 0
