"""Tests of whether a file, a folder or a program is there, as of what is made on first use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jaxlint.analysis.values.kinds import External, Imported
from jaxlint.knowledge import host
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.propositions import Fact
    from jaxlint.analysis.values.kinds import Value

_NOT_THERE = frozenset((("is not", "true"), ("is", "None"), ("==", "None")))


def is_found(condition: Condition) -> bool:
    """Whether an arm is taken only where something that was looked for is not there."""
    values = condition.values
    if any(_is_lack(fact, values) for fact in condition.facts):
        return True
    return any(
        all(any(_is_lack(fact, values) for fact in part) for part in choice)
        for choice in condition.choices
    )


def _is_lack(fact: Fact, values: Mapping[str, Value | None]) -> bool:
    """Whether a fact says that a path leads nowhere, or that a program is not installed."""
    asked = fact.about if (fact.op, fact.right) in _NOT_THERE else None
    return isinstance(asked, ir.Call) and _looks(asked, values)


def _looks(call: ir.Call, values: Mapping[str, Value | None]) -> bool:
    """Whether a call looks for something: a method of a path, or a function of Python's own."""
    func = call.func
    if isinstance(func, ir.Attribute) and not call.args:
        return func.attr in host.LOOKING_METHODS
    dotted: list[str] = []
    while isinstance(func, ir.Attribute):
        dotted.insert(0, func.attr)
        func = func.base
    if not isinstance(func, ir.Name):
        return False
    return ".".join((_name_of(values.get(func.id)), *dotted)) in host.LOOKING


def _name_of(value: Value | None) -> str:
    """The qualified name of what a variable holds that comes from outside the project."""
    if isinstance(value, External):
        return value.name
    if not isinstance(value, Imported):
        return ""
    imported = value.what
    return ".".join(filter(None, (imported.module, imported.attribute)))
