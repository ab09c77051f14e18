"""Carries of loops whose dtype the body changes, and branches that give several dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.arrays.facts import Strong
from jaxlint.analysis.domains.usage import leaves
from jaxlint.analysis.values.kinds import Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

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
    for given, got in leaves.paired(engine, carry, result):
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
    for left, right in leaves.paired(engine, one, other):
        kinds = forms.kind_of(left), forms.kind_of(right)
        if all(kinds) and not _agree(*kinds):
            return " and ".join(_WORDS[kind] for kind in kinds)
    return ""


def _said(before: str, after: str) -> str:
    return f"{_WORDS[after]} for {_WORDS[before]}"


def _agree(before: str, after: str) -> bool:
    """Whether two kinds of dtypes may be one: "inexact" stands for two."""
    return before == after or ("inexact" in (before, after) and {before, after} <= _INEXACT)
