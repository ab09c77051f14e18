"""A softmax over rows that a mask leaves nothing of.

## What it finds
``softmax(jnp.where(mask, scores, -jnp.inf))`` where the mask asks of pairs that both are there:
``valid[:, :, None] & valid[:, None, :]``, also beside other masks.

## Why it is bad
A row of padding has no pair that is there: all its scores are -inf, and softmax gives NaN. Another
``where`` may leave these rows out of the loss, but not out of its gradient, in which zero times NaN
is NaN.

## Example
    mask = valid[:, :, None] & valid[:, None, :]
    weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)

## Use instead
    mask = valid[:, None, :]
    weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)

Or take a large number in place of infinity: ``jnp.finfo(scores.dtype).min``.

## When it stays quiet
Where the mask asks of the one side alone, and where a number stands in the place of infinity. A row
that has no pair for other reasons is not seen.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.numerics.observations import RowEmptied
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class EmptiedRow(Rule[RowEmptied]):
    """Judges the scores that softmax is given."""

    code = "JAX617"
    name = "emptied-row"
    outcome = "silently wrong: NaN in each row of padding, and in the gradient"
    severity = WARNING
    observes = RowEmptied

    def judge(self, seen: RowEmptied) -> Verdict | None:
        return Verdict(
            f"where `{seen.mask}` is false a row has nothing but -inf, of which softmax makes NaN",
            "mask the keys alone, or take jnp.finfo(scores.dtype).min in place of -inf",
        )
