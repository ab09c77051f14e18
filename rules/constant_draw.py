"""A draw that can give one number only.

## What it finds
``jax.random.randint(key, shape, minval, maxval)`` and ``uniform`` with bounds that leave one value:
``maxval`` is not above ``minval``, or, of whole numbers, only by one; ``choice`` from one element
and ``permutation`` of one.

## Why it is bad
``maxval`` is exclusive: between 0 and 1 there is only 0, so a coin never falls on the other side.
Bounds the wrong way round give ``minval`` each time. Nothing is raised.

## Example
    coin = jax.random.randint(key, (), minval=0, maxval=1)

## Use instead
    coin = jax.random.randint(key, (), minval=0, maxval=2)

## When it stays quiet
Bounds that are no known numbers, and bounds that leave two values or more.

## Fix
None is offered: which bound was meant is not known.
"""

from jaxlint.analysis.domains.keys.observations import OneValueDrawn
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class ConstantDraw(Rule[OneValueDrawn]):
    """Judges the bounds of draws."""

    code = "JAX414"
    name = "constant-draw"
    outcome = "silently wrong: every draw is the same"
    severity = WARNING
    observes = OneValueDrawn

    def judge(self, seen: OneValueDrawn) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` always gives {seen.value}",
            "the upper bound is exclusive: choose bounds that leave several values",
        )
