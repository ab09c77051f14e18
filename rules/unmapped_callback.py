"""A callback inside ``vmap`` that is not told how to map.

## What it finds
``jax.pure_callback`` on a value that ``vmap`` maps, without ``vmap_method``; ``io_callback`` with
``ordered=True`` there.

## Why it is bad
JAX cannot look into a Python function to map it: ``NotImplementedError``, and for an ordered
callback ``ValueError``. Without the ``vmap`` the code works, so that it breaks when first mapped.

## Example
    def host_sin(x):
        return jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

    jax.vmap(host_sin)(xs)

## Use instead
    def host_sin(x):
        out = jax.ShapeDtypeStruct(x.shape, x.dtype)
        return jax.pure_callback(np.sin, out, x, vmap_method="expand_dims")

See https://docs.jax.dev/en/latest/external-callbacks.html.

## When it stays quiet
Operands that are not mapped; functions of which no mapped call is known.

## Fix
None is offered: which method is right depends on the function.
"""

from jaxlint.analysis.domains.tracing.observations import CallbackUnmapped
from jaxlint.diagnostics.rule import Earlier, Rule, Verdict


class UnmappedCallbackInVmap(Rule[CallbackUnmapped]):
    """Judges callbacks on mapped values."""

    code = "JAX212"
    name = "unmapped-callback"
    outcome = "raises NotImplementedError"
    earlier = Earlier("0.6.0", "calls it for each row, one after the other")
    observes = CallbackUnmapped

    def judge(self, seen: CallbackUnmapped) -> Verdict | None:
        if not seen.ordered:
            return Verdict(
                "vmap cannot map this callback: it has no vmap_method",
                'say how: vmap_method="sequential", or "expand_dims" if it takes batches',
            )
        return Verdict(
            "vmap cannot map an ordered callback",
            "drop ordered=True, or call it outside of the vmap",
            "raises ValueError",
        )
