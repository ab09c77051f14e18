"""Memos: dicts in which a function keeps what it has worked out.

In one of an object it fills the entries that it reads, if they are not there; what others put there
may be something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import spelled
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


# A dict and a key.
_Pair = tuple[ir.Expr, ir.Expr]

# What a test says of something that is not there.
_MISSING = frozenset((("is", "None"), ("is not", "true")))


class _Entries(NamedTuple):
    """What a scope does with entries of dicts.

    ``own`` are the fields which it asks for entries that it writes. What ``get`` gives stands in
    ``got``, as it is spelled and bound, by the dict and the key; ``handled`` are those entries that
    it writes where they were missing, ``given`` all that it writes.
    """

    own: frozenset[ir.Expr]
    got: dict[tuple[str, str], set[str]]
    handled: frozenset[ir.Expr]
    given: frozenset[tuple[str, str]]


@dataclass(slots=True, eq=False)
class _Known:
    """By the scope, its entries, and the dicts that it asks for a key and gives a value by it."""

    keyed: dict[ir.Scope, frozenset[str]] = field(default_factory=dict)
    entries: dict[ir.Scope, _Entries] = field(default_factory=dict)


def is_memo(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a variable holds what the function that reads it has worked out before.

    Such a function stores what it lacks, on a branch or under the key that it has asked for, which
    it works out too. What is read is then the same whether it was there or not.
    """
    root = spelled.root(node)
    changes = () if root is None else frame.scope.mutations.get(root.id, ())
    if root is None or not changes:
        return False
    if any(event.kind == "item" and event.arms for event in changes):
        return True
    if all(event.kind.startswith("call:") and event.fills for event in changes):
        return True
    known = engine.world.kept(_Known).keyed
    if frame.scope not in known:
        known[frame.scope] = frozenset(_keyed(frame.scope))
    return root.id in known[frame.scope]


def is_own_entry(engine: Engine, scope: ir.Scope, holder: ir.Expr) -> bool:
    """Whether a scope asks the dict in a field for an entry that it gives it by the same key."""
    return holder in _entries(engine, scope).own


def fills(engine: Engine, frame: Frame, target: ir.Subscript) -> bool:
    """Whether an entry is only written where the path has found that it is not there.

    One of another dict, that the same code gives an entry by the same key, stands for it.
    """
    pair, entries = _spelled((target.base, target.index)), _entries(engine, frame.scope)
    pairs = {pair, *(one for one in entries.given if one[1] == pair[1])}
    held = {one for asked in pairs for one in entries.got.get(asked, ())}
    facts = [fact for taken in frame.conditions for fact in taken.facts]
    return (
        any(one.op == "not in" and (one.right, one.left) in pairs for one in facts)
        or any((one.op, one.right) in _MISSING and one.left in held for one in facts)
        or target in entries.handled
    )


def _entries(engine: Engine, scope: ir.Scope) -> _Entries:
    known = engine.world.kept(_Known).entries
    if scope not in known:
        nodes = [*ir.nodes_in(scope.body)]
        own, handled = frozenset(_own(nodes)), frozenset(_handled(nodes))
        given = frozenset(_spelled(pair) for one in nodes for pair in _given(one))
        known[scope] = _Entries(own, _got(nodes), handled, given)
    return known[scope]


def _got(nodes: list[object]) -> dict[tuple[str, str], set[str]]:
    """The calls of ``get``, and the variables that hold what they give, by the dict and the key."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in nodes:
        value = one.value if isinstance(one, ir.Assign) else one
        bound = one.targets if isinstance(one, ir.Assign) else ()
        if isinstance(value, ir.Call):
            held = {ir.spelled(each) for each in (value, *bound)}
            for pair in _first_given(value, "get"):
                found.setdefault(_spelled(pair), set()).update(held)
    return found


def _own(nodes: list[object]) -> Iterator[ir.Expr]:
    """The fields which code asks for a key under which it gives them a value."""
    given = {_spelled(pair) for one in nodes for pair in _given(one)}
    asked = (pair for one in nodes for pair in (*_asked(one), *_read(one))) if given else ()
    for holder, key in asked:
        if isinstance(holder, ir.Attribute) and _spelled((holder, key)) in given:
            yield holder


def _handled(nodes: list[object]) -> Iterator[ir.Expr]:
    """The entries that code writes where reading them has raised a KeyError."""
    for one in nodes:
        if isinstance(one, ir.Try):
            tried = {_spelled(pair) for part in ir.nodes_in(one.body) for pair in _read(part)}
            caught = (each.body for each in one.handlers if ir.last_name(each.kind) == "KeyError")
            for body in caught:
                written = (part for part in ir.nodes_in(body) if isinstance(part, ir.Subscript))
                yield from (part for part in written if _spelled((part.base, part.index)) in tried)


def _keyed(scope: ir.Scope) -> Iterator[str]:
    nodes = [*ir.nodes_in(scope.body)]
    asked = {_spelled(pair) for one in nodes for pair in _asked(one)}
    given = (pair for one in nodes for pair in _given(one) if _spelled(pair) in asked)
    return (
        holder.id
        for holder, key in given
        if isinstance(holder, ir.Name) and isinstance(key, ir.Name)
    )


def _asked(node: object) -> Iterator[_Pair]:
    """The dict that a test or a call asks for a key."""
    if isinstance(node, ir.Compare) and len(node.rest) == 1:
        ((op, right),) = node.rest
        if op in ("in", "not in"):
            yield right, node.left
    yield from _first_given(node, "get")


def _read(node: object) -> Iterator[_Pair]:
    """The dict of which an entry is read, or written."""
    if isinstance(node, ir.Subscript):
        yield node.base, node.index


def _given(node: object) -> Iterator[_Pair]:
    """The dict that a statement or a call gives a value under a key."""
    if isinstance(node, ir.Assign):
        for target in node.targets:
            if isinstance(target, ir.Subscript):
                yield target.base, target.index
    elif isinstance(node, ir.Call):
        yield from _first_given(node, "setdefault")
        if isinstance(node.func, ir.Attribute) and node.func.attr == "update":
            displays = (one for one in ir.nodes_in(node.args) if isinstance(one, ir.DictDisplay))
            for key in (key for display in displays for key, _ in display.items):
                if key is not None:
                    yield node.func.base, key


def _first_given(node: object, method: str) -> Iterator[_Pair]:
    """The dict whose method is called, and its first argument."""
    func = node.func if isinstance(node, ir.Call) and node.args else None
    if isinstance(node, ir.Call) and isinstance(func, ir.Attribute) and func.attr == method:
        yield func.base, node.args[0]


def _spelled(pair: _Pair) -> tuple[str, str]:
    return ir.spelled(pair[0]), ir.spelled(pair[1])
