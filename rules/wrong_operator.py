"""An operator that does not go with the dtypes of its operands.

## What it finds
``x > 1 & x < 3`` without parentheses; ``mask1 - mask2``, ``-mask``; ``~``, ``&``, ``|``, ``^`` and
shifts of floats.

## Why it is bad
``&`` binds tighter than a comparison: ``x > 1 & x < 3`` means ``x > (1 & x) < 3``, which raises.
Masks have no difference and no negative, floats have no bits: ``TypeError``.

## Example
    inside = x > 1 & x < 3
    outside = -mask

## Use instead
    inside = (x > 1) & (x < 3)
    outside = ~mask

## When it stays quiet
For values that may be no arrays, and dtypes that are not known for certain.

## Fix
The comparisons are put in parentheses: safe in traced code, where the unmended code always raises.
"""

from jaxlint.analysis.domains.arrays.observations import Operation, OperatorRefused
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Operation.SUBTRACTS_MASKS: (
        "subtracts a mask from a mask",
        "write `mask1 ^ mask2`, or `mask1 & ~mask2`",
        None,
    ),
    Operation.NEGATES_MASK: ("takes the negative of a mask", "write `~mask`", None),
    Operation.INVERTS_FLOATS: (
        "inverts the bits of floats",
        "compare first, or cast to integers",
        None,
    ),
    Operation.BITS_OF_FLOATS: (
        "`{operator}` of floats",
        "compare first, or cast to integers",
        None,
    ),
    Operation.TAKEN_BEFORE_COMPARISON: (
        "applies `&`, `|` or `^` before it compares",
        "put each comparison in parentheses",
        "raises TypeError or ValueError",
    ),
}


class WrongOperator(Rule[OperatorRefused]):
    """Judges operators against their operands."""

    code = "JAX311"
    name = "wrong-operator"
    outcome = "raises TypeError"
    observes = OperatorRefused

    def judge(self, seen: OperatorRefused) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.operation]
        said = message.format(operator=seen.operator)
        return Verdict(f"`{seen.spelled()}` {said}", advice, outcome, seen.fix)
