"""Arrays whose shapes JAX refuses together.

## What it finds
Operators and comparisons, ``jnp.add``, ``jnp.where`` and their kin, ``@``, ``jnp.dot`` and
``jnp.matmul``, ``jnp.stack`` and ``jnp.concatenate`` of arrays whose shapes the code shows and that
do not fit: lengths that differ where none is 1, rows and columns of several lengths.

## Why it is bad
Raises ``TypeError`` or ``ValueError`` whenever it is run, in compiled code and in plain code.

## Example
    weights = jnp.zeros((3, 4))
    return jnp.ones((8, 4)) @ weights

## Use instead
    weights = jnp.zeros((4, 3))
    return jnp.ones((8, 4)) @ weights

## When it stays quiet
Where a length that would have to fit is not known, and where an error is expected.

## Fix
None: which of the shapes is wrong is not known.
"""

from jaxlint.analysis.domains.arrays.observations import Meeting, ShapesClash
from jaxlint.diagnostics.rule import Rule, Verdict

_OUTCOMES = {
    Meeting.BROADCAST: "raises TypeError or ValueError",
    Meeting.PRODUCT: "raises TypeError",
    Meeting.JOINED: "raises TypeError or ValueError",
}
_ADVICE = {
    Meeting.BROADCAST: "give both the same axes, or axes of length 1",
    Meeting.PRODUCT: "the first array's last axis must be as long as the other's last but one",
    Meeting.JOINED: "give arrays that differ at most along the axis",
}


class ClashingShapes(Rule[ShapesClash]):
    """Judges arrays whose shapes are known, where they meet."""

    code = "JAX319"
    name = "clashing-shapes"
    outcome = "raises TypeError or ValueError"
    observes = ShapesClash

    def judge(self, seen: ShapesClash) -> Verdict | None:
        shapes = " and ".join(seen.shapes)
        return Verdict(
            f"`{seen.taker}` is given arrays of the shapes {shapes}",
            _ADVICE[seen.meeting],
            _OUTCOMES[seen.meeting],
        )
