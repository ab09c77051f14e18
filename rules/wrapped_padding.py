"""Indices filled up with -1, where an update is to leave out what lies outside.

## What it finds
``x.at[i].add(v, mode="drop")``, ``x.at[i].get(mode="fill")`` and ``jnp.take(x, i, mode="fill")``
of indices that a function has filled up with -1: ``jnp.where(there, i, -1)``, ``np.full(n, -1)``,
``jnp.nonzero(mask, size=n, fill_value=-1)``, ``jnp.pad(i, n, constant_values=-1)``.

## Why it is bad
``mode`` speaks of indices beyond the end. -1 is the last element to JAX as it is to Python: what
was to be dropped is added to that one, and what was to be filled is read there.

## Example
    places = jnp.where(there, places, -1)
    counts = jnp.zeros(n).at[places].add(1, mode="drop")

## Use instead
    places = jnp.where(there, places, n)
    counts = jnp.zeros(n).at[places].add(1, mode="drop")

Or say so: ``.add(1, mode="drop", wrap_negative_indices=False)``.

## When it stays quiet
Where no mode is named, as a last row may be there for it; where the numbers below zero are
exchanged in between; with ``wrap_negative_indices``.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.arrays.observations import PaddingWrapped
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class WrappedPadding(Rule[PaddingWrapped]):
    """Judges indices of padding."""

    code = "JAX328"
    name = "wrapped-padding"
    outcome = "silently wrong: -1 is the last element"
    severity = WARNING
    observes = PaddingWrapped

    def judge(self, seen: PaddingWrapped) -> Verdict | None:
        done = "fills" if seen.mode == "fill" else "drops"
        return Verdict(
            f'mode="{seen.mode}" {done} nothing at -1, with which these indices are filled up',
            "fill them up with the length of the array, which lies outside",
        )
