"""Derivative rules that take their arguments in another order than JAX hands them over."""

from __future__ import annotations

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir


def takes_kept_last(forward: Value | None, backward: Value, takes: int) -> str:
    """The last parameter of a backward rule if that is unpacked as what was kept; "" if not.

    JAX hands over what the forward rule kept, and then the cotangent.
    """
    if not isinstance(forward, Function) or not isinstance(backward, Function):
        return ""
    kept, parameters = _kept(forward.definition), backward.definition.parameters
    if kept < 2 or len(parameters) != takes or takes < 2:
        return ""
    first, last = parameters[-2].name, parameters[-1].name
    unpacked = _unpacked(backward.definition)
    return last if unpacked.get(last) == kept and first not in unpacked else ""


def takes_fixed_late(primal: Value | None, numbers: tuple[int, ...], rule: Value) -> str:
    """The fixed argument of a function that its rule takes behind others by its name; "" if none.

    JAX hands over the fixed arguments, ``numbers`` among those of the function, before all others.
    """
    if not isinstance(primal, Function) or not isinstance(rule, Function):
        return ""
    own = [one.name for one in primal.definition.parameters]
    taken = [one.name for one in rule.definition.parameters]
    fixed = [own[number] for number in numbers if -len(own) <= number < len(own)]
    behind = taken[len(fixed) :]
    return next((name for name in fixed if name in behind), "")


def _kept(forward: ir.Function) -> int:
    """How many values a forward rule keeps in a tuple beside a number that it computes, or 0."""
    found = [one.value for one in ir.statements_in(*forward.body) if isinstance(one, ir.Return)]
    pair = found[0] if len(found) == 1 else None
    if not isinstance(pair, ir.Display) or len(pair.elements) != 2:
        return 0
    given, kept = pair.elements
    number = isinstance(given, ir.BinaryOp | ir.UnaryOp)
    return len(kept.elements) if isinstance(kept, ir.Display) and number else 0


def _unpacked(definition: ir.Function) -> dict[str, int]:
    """The names that a function unpacks, with the number of parts that it takes of each."""
    return {
        one.value.id: len(target.elements)
        for one in ir.assignments_in(*definition.body)
        if isinstance(one.value, ir.Name)
        for target in one.targets
        if isinstance(target, ir.Display)
    }
