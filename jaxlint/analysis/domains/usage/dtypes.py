"""Carries of loops whose dtype the body changes, and branches that give several dtypes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.arrays.facts import Strong
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Container, Instance, Value, is_none
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 3
_WORDS = {
    "bool": "truth values",
    "int": "whole numbers",
    "float": "floats",
    "complex": "complex numbers",
    "inexact": "floats",
}
_RANKS = {"bool": 0, "int": 1, "float": 2, "inexact": 2, "complex": 3}
_INEXACT = frozenset(("float", "complex", "inexact"))


def changed(engine: Engine, carry: Value, result: Value) -> str:
    """What a body gives for an array of another kind of dtype; "" if nothing is certain.

    A weak dtype, as of Python's numbers, gives way to that of the result if this is of a higher
    kind: so may other results be then, but none is of a lower one. Where one may rise to the kind
    of what went in, nothing is said. Truth values give way to nothing, and nothing to them.
    """
    wrong, rises = "", False
    for given, got in _leaves(engine, carry, result, _DEPTH):
        before, after = forms.kind_of(given), forms.kind_of(got)
        known = bool(before and after)
        if known and _agree(before, after):
            continue
        lower = known and _RANKS[after] < _RANKS[before]
        if known and "bool" in (before, after):
            return _said(before, after)
        if given.fact(Strong) is None and not lower:
            rises = True
        elif known and not lower:
            return _said(before, after)
        elif known and not wrong:
            wrong = _said(before, after)
    return "" if rises else wrong


def unlike(engine: Engine, one: Value, other: Value) -> str:
    """What two branches give where that is of two kinds of dtype; "" if nothing is certain.

    Not even the dtype of a Python number gives way to that of another branch.
    """
    for left, right in _leaves(engine, one, other, _DEPTH):
        kinds = forms.kind_of(left), forms.kind_of(right)
        if all(kinds) and not _agree(*kinds):
            return " and ".join(_WORDS[kind] for kind in kinds)
    return ""


def _said(before: str, after: str) -> str:
    return f"{_WORDS[after]} for {_WORDS[before]}"


def _agree(before: str, after: str) -> bool:
    """Whether two kinds of dtypes may be one: "inexact" stands for two."""
    return before == after or ("inexact" in (before, after) and {before, after} <= _INEXACT)


def _leaves(
    engine: Engine, carry: Value, result: Value, depth: int
) -> Iterator[tuple[Value, Value]]:
    """The leaves of a carry, each with what the body gives for it, as far as both are known."""
    parts, others = _parts(engine, carry), _parts(engine, result)
    if depth and parts and others is not None and parts.keys() == others.keys():
        for name, part in parts.items():
            yield from _leaves(engine, part, others[name], depth - 1)
    elif not is_none(carry):
        yield carry, result


def _parts(engine: Engine, value: Value) -> dict[object, Value] | None:
    """What a container or a record is made of, None where that is not known."""
    if isinstance(value, Container):
        return dict(value.items) if value.rest is None else None
    if isinstance(value, Instance) and classes.kind(value.cls) in libraries.RECORDS:
        return dict(engine.store.fields.get(value.token, NO_FIELDS))
    return None
