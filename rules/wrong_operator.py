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

from jaxlint.analysis.observations import ArrayMisuse
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    "subtracts masks": "subtracts a mask from a mask",
    "negates a mask": "takes the negative of a mask",
    "`~` of floats": "inverts the bits of floats",
}


class WrongOperator(Rule[ArrayMisuse]):
    """Judges operators against their operands."""

    code = "JAX311"
    name = "wrong-operator"
    outcome = "raises TypeError"
    observes = ArrayMisuse

    def judge(self, seen: ArrayMisuse) -> Verdict | None:
        if seen.form != "operator":
            return None
        if seen.what == "precedence":
            return Verdict(
                f"`{seen.spelled()}` applies `&`, `|` or `^` before it compares",
                "put each comparison in parentheses",
                "raises TypeError or ValueError",
                seen.mend,
            )
        return Verdict(f"`{seen.spelled()}` {_WORDS.get(seen.what, seen.what)}", _advice(seen.what))


def _advice(what: str) -> str:
    if what == "subtracts masks":
        return "write `mask1 ^ mask2`, or `mask1 & ~mask2`"
    if what == "negates a mask":
        return "write `~mask`"
    return "compare first, or cast to integers"
