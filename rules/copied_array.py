"""An array that a Python loop copies to change one part of it.

## What it finds
In a loop of a program or test (at module level, in ``main``, in tests, and in what those call),
``x = x.at[i].set(v)`` and the other updates, where ``x`` is a JAX array.

## Why it is bad
Outside of jit each update copies the whole array: a loop over all elements takes time by the square
of their number, where NumPy writes in place.

## Example
    for i in range(n):
        table = table.at[i].set(f(i))

## Use instead
    table = jax.vmap(f)(jnp.arange(n))

## When it stays quiet
It is off unless selected. Other functions are quiet, as they may be run in traced code, where the
compiler writes in place, and so are loops of eight turns or fewer, where the loop says so.

## Fix
None.
"""

from jaxlint.analysis.domains.compilation.observations import ArrayCopied
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class CopiedArray(Rule[ArrayCopied]):
    """Judges updates of arrays in loops of plain code."""

    code = "JAX706"
    name = "copied-array"
    outcome = "slow: the whole array is copied in each turn"
    level = Level.OFF
    severity = WARNING
    observes = ArrayCopied

    def judge(self, seen: ArrayCopied) -> Verdict | None:
        return Verdict(
            f"the whole of `{seen.name}` is copied in each turn",
            "compute all parts at once, put the loop into jit, or fill a NumPy array",
        )
