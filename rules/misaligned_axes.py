"""Operands whose axes meet others than they were made for.

## What it finds
The difference, product or comparison of a column ``(n, 1)``, as a layer or a product of matrices
gives it, and a row ``(n,)``; an array beside what was computed of it along an axis behind the
first, without ``keepdims=True``. ``einsum("bd,be->b", x, y)``, where each of two arrays that share
an axis has one for itself that is summed over.

## Why it is bad
A column and a row are broadcast to a table of all pairs: the mean of it is a number like any other,
but no loss. What lacks an axis meets the last ones: lengths that differ raise, and where the array
is a square each row is divided by the number of another row.

## Example
    prediction = x @ w  # (n, 1)
    return jnp.mean((prediction - y) ** 2)  # y: (n,)

## Use instead
    prediction = jnp.squeeze(x @ w, axis=-1)
    return jnp.mean((prediction - y) ** 2)

## When it stays quiet
For axes that the code adds itself (``x[:, None] - y``), where the lengths are known to differ, and
where neither the axes nor the array are in sight.

## Fix
None: which of the two is meant to have the other's axes is not known.
"""

from jaxlint.analysis.domains.arrays.observations import AxesMisaligned, Misaligned
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class MisalignedAxes(Rule[AxesMisaligned]):
    """Judges columns beside rows, and arrays beside their reductions."""

    code = "JAX318"
    name = "misaligned-axes"
    outcome = "silently wrong: numbers of other rows meet"
    severity = WARNING
    observes = AxesMisaligned

    def judge(self, seen: AxesMisaligned) -> Verdict | None:
        if seen.how is Misaligned.LOST_AXIS:
            what = f"a side of `{seen.spelled()}` was computed along axis {seen.axis}, and lacks it"
            return Verdict(what, "keep the axis: keepdims=True")
        one = "squeeze the column, or give the row an axis: y[:, None]"
        if seen.how is Misaligned.CROSSED:
            return Verdict("this averages the differences of all pairs of a column and a row", one)
        left, right = seen.shapes
        if seen.how is Misaligned.LETTERS:
            what = f"`{left}` and `{right}` meet nothing: each is summed by itself"
            outcome = "silently wrong: a product of two sums, and no sum of products"
            return Verdict(what, "write one letter for what belongs together", outcome)
        return Verdict(f"`{seen.operator}` broadcasts {left} and {right} to a table of pairs", one)
