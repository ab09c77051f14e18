"""An array given where a dtype is wanted.

## What it finds
``x.astype(y)``, ``jnp.zeros(3, y)`` and ``jnp.asarray(x, dtype=y)`` where ``y`` is a JAX array.

## Why it is bad
JAX once took the dtype of the array; it now raises ``ValueError``.

## Example
    x = x.astype(y)

## Use instead
    x = x.astype(y.dtype)

## When it stays quiet
For dtypes, types and names of types, and for values that may be no arrays.

## Fix
Safe: ``y`` becomes ``y.dtype``, which is what JAX took it for while it did.
"""

from jaxlint.analysis.domains.arrays.observations import DtypeIsArray
from jaxlint.diagnostics.rule import Earlier, Rule, Verdict


class ArrayAsDtype(Rule[DtypeIsArray]):
    """Judges arrays given as dtypes."""

    code = "JAX310"
    name = "array-as-dtype"
    outcome = "raises ValueError"
    earlier = Earlier("0.8.0", "takes the dtype of the array")
    observes = DtypeIsArray

    def judge(self, seen: DtypeIsArray) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` is an array, given as a dtype",
            "write `.dtype` behind it",
            fix=seen.fix,
        )
