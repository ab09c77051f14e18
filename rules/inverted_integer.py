"""``~`` of whole numbers, taken for a mask.

## What it finds
``~mask`` of an array of whole numbers (``mask.astype(int)``, ``jnp.zeros(n, jnp.int32)``) as the
condition of ``jnp.where``, in ``jnp.any``, ``jnp.all``, ``jnp.logical_and`` and their like, or as
an index.

## Why it is bad
``~`` turns over each bit: of 0 it makes -1, of 1 it makes -2, both of which are true. As indices
they count from the end.

## Example
    hidden = jnp.asarray(noise < 0.3, dtype=jnp.int32)
    kept = jnp.where(~hidden, loss, 0.0)

## Use instead
    hidden = noise < 0.3
    kept = jnp.where(~hidden, loss, 0.0)

or ``hidden == 0``, or ``jnp.logical_not(hidden)``.

## When it stays quiet
Where the dtype is not known, and for masks of truth values.

## Fix
None.
"""

from jaxlint.analysis.domains.arrays.observations import IntegerInverted
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class InvertedInteger(Rule[IntegerInverted]):
    """Judges masks that `~` makes of whole numbers."""

    code = "JAX323"
    name = "inverted-integer"
    outcome = "silently wrong: `~0` is -1 and `~1` is -2, both are true"
    severity = WARNING
    observes = IntegerInverted

    def judge(self, seen: IntegerInverted) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` turns over the bits of whole numbers, and is taken for a mask",
            "compare instead: `mask == 0`, or keep the mask as truth values",
        )
