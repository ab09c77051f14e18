"""An array that grows in a Python loop.

## What it finds
In a loop of a program or test (at module level, in ``main``, in tests, and in what those call),
``x = jnp.append(x, y)``, ``x = jnp.concatenate([x, y])`` and the like.

## Why it is bad
Each turn has another shape, and all that is done with it is compiled anew: ``append`` itself, and
each jitted function that gets it. The whole array is copied each time besides.

## Example
    for x in batches:
        seen = jnp.concatenate([seen, x])

## Use instead
    parts = []
    for x in batches:
        parts.append(x)
    seen = jnp.concatenate(parts)

## When it stays quiet
It is off unless selected. Other functions are quiet, as they may be run in traced code, and so are
loops of eight turns or fewer, where the loop says so.

## Fix
None.
"""

from jaxlint.analysis.domains.compilation.observations import ArrayGrows
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class GrowingArray(Rule[ArrayGrows]):
    """Judges arrays that grow from turn to turn."""

    code = "JAX705"
    name = "growing-array"
    outcome = "recompiles in each turn"
    level = Level.OFF
    severity = WARNING
    observes = ArrayGrows

    def judge(self, seen: ArrayGrows) -> Verdict | None:
        return Verdict(
            f"`{seen.name}` has another shape in each turn, for which all is compiled anew",
            "collect the parts in a list and join them once, or fill an array of full length",
        )
