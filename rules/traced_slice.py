"""A slice whose bounds are traced.

## What it finds
``x[:n]``, ``x[i : i + 2]``, ``x[::n]``, ``x.at[:n].set(v)`` on a JAX array, with a traced bound.

## Why it is bad
The length of the slice would depend on a value that is not there while tracing. JAX raises
``IndexError: Slice entries must be static integers``, even where the length is the same each time.

## Example
    @jax.jit
    def window(x, i):
        return x[i : i + 4]

## Use instead
    @jax.jit
    def window(x, i):
        return jax.lax.dynamic_slice_in_dim(x, i, 4)

``dynamic_slice`` moves a window that would stick out back inside. For a length that varies, mask:
``jnp.where(jnp.arange(x.shape[0]) < n, x, 0)``.

## When it stays quiet
On bounds that are shapes, static arguments or Python numbers, on single indices (``x[n]``), on
``x[jax.ds(n, 2)]``, and under ``jax.grad`` alone.

## Fix
None is offered yet: ``dynamic_slice_in_dim`` clamps the start, which a slice does not.
"""

from jaxlint.analysis.domains.tracing.observations import BoundNeeded
from jaxlint.diagnostics.rule import Rule, Verdict


class TracedSlice(Rule[BoundNeeded]):
    """Judges slices of JAX arrays."""

    code = "JAX111"
    name = "traced-slice"
    outcome = "raises IndexError"
    observes = BoundNeeded

    def judge(self, seen: BoundNeeded) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` is a slice with a traced bound",
            "use jax.lax.dynamic_slice_in_dim(x, start, length), or a mask if the length varies",
        )
