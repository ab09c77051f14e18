"""A standard deviation of two large numbers that cancel.

## What it finds
The root of a mean of squares less the square of the mean: ``sqrt(mean(x**2) - mean(x)**2)``, also
by sums that are divided by one number, by products with weights (``w @ x**2 - (w @ x)**2``), and as
a power.

## Why it is bad
Both numbers are rounded by themselves. Where ``x`` varies little beside its size, what is left of
them is what rounding left, which is below zero in half of the cases: the root is NaN. A feature
that is constant is enough: of a hundred times 0.3 it is NaN, in float64 of other numbers.

## Example
    spread = jnp.sqrt(jnp.mean(x**2, axis=0) - jnp.mean(x, axis=0) ** 2)

## Use instead
    spread = jnp.std(x, axis=0)

It subtracts the mean first. Where numbers come in pieces, merge their means and sums of squared
differences (Welford), or take the maximum with zero: that is no NaN, and as imprecise.

## When it stays quiet
Where a bound or something small is added under the root, and for sums that were kept up over
batches, of which nothing is seen.

## Fix
None is offered: the axes, and what else is made of the two means, are for the author to say.
"""

from jaxlint.analysis.domains.numerics.observations import VarianceCancelled
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class CancelledVariance(Rule[VarianceCancelled]):
    """Judges roots of differences of means."""

    code = "JAX615"
    name = "cancelled-variance"
    outcome = "silently wrong: NaN where the numbers are nearly equal"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = VarianceCancelled

    def judge(self, seen: VarianceCancelled) -> Verdict | None:
        return Verdict(
            "this root is NaN where rounding makes a variance negative, as of a hundred times 0.3",
            "use jnp.std or jnp.var, which subtract the mean first",
        )
