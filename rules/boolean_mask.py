"""A traced boolean mask as an index.

## What it finds
``x[mask]`` and ``x.at[mask]`` where the mask is a comparison, or a combination of them, whose value
is traced.

## Why it is bad
The result would have as many elements as the mask has hits, which is not known while tracing:
``jax.errors.NonConcreteBooleanIndexError``. That holds for ``x.at[mask].set(0.0)`` too, although
its result has the shape of ``x``.

## Example
    @jax.jit
    def positive_sum(x):
        return x[x > 0].sum()

## Use instead
    @jax.jit
    def positive_sum(x):
        return jnp.where(x > 0, x, 0).sum()

``jnp.where(mask, value, x)`` is ``x.at[mask].set(value)``; ``jnp.sum(x, where=mask)`` leaves
elements out.

## When it stays quiet
On masks made of NumPy constants, on integer indices, and under ``jax.grad`` alone.

## Fix
None is offered: what the other elements should be is for the author to say.
"""

from jaxlint.analysis.domains.tracing.observations import MaskIndexed
from jaxlint.diagnostics.rule import Rule, Verdict


class BooleanMask(Rule[MaskIndexed]):
    """Judges indices that are masks."""

    code = "JAX110"
    name = "boolean-mask"
    outcome = "raises NonConcreteBooleanIndexError"
    observes = MaskIndexed

    def judge(self, seen: MaskIndexed) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` selects by a mask that is traced",
            "use jnp.where(mask, x, fill), or `where=mask` of a reduction",
        )
