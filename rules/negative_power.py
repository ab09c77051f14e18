"""Whole numbers to a power below zero.

## What it finds
``10 ** -jnp.arange(4)``, ``jnp.power(2, -levels)``: a whole number, or an array of such, to whole
numbers of which none is above zero. And ``counts ** -1`` of an array of whole numbers.

## Why it is bad
The result has the dtype of what it is made of: 0.1 is kept as 0, so that all but the first of
``10 ** -jnp.arange(4)`` are zero. NumPy raises ValueError; JAX does so for a literal exponent alone
(TypeError).

## Example
    bands = 2 ** -jnp.arange(count)

## Use instead
    bands = 2.0 ** -jnp.arange(count)

## When it stays quiet
Where one of both is no whole number, or not known to be one, and where the exponents may be above
zero.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.numerics.observations import PowerOfIntegers
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class NegativePower(Rule[PowerOfIntegers]):
    """Judges powers of whole numbers."""

    code = "JAX613"
    name = "negative-power"
    outcome = "silently wrong: all fractions are 0"
    severity = WARNING
    observes = PowerOfIntegers

    def judge(self, seen: PowerOfIntegers) -> Verdict | None:
        return Verdict(
            "whole numbers are raised to whole numbers below zero",
            "make one of them a float: 2.0 ** -n, or n.astype(float) ** -1",
            "raises TypeError" if seen.refused else None,
        )
