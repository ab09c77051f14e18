"""Operands of different dtypes given to a function of ``jax.lax``.

## What it finds
``lax.add(x, 1)``, ``lax.max(x, 0)`` with an array of floats and an integer, ``lax.select(mask, x,
y)`` with arrays of different kinds.

## Why it is bad
``jax.lax`` promotes no types: it raises ``TypeError`` where ``jax.numpy`` would convert.

## Example
    x = jnp.zeros(3)
    y = lax.max(x, 0)

## Use instead
    x = jnp.zeros(3)
    y = jnp.maximum(x, 0)

## When it stays quiet
Where the kind of an operand is not known for certain.

## Fix
None.
"""

from jaxlint.analysis.domains.arrays.observations import DtypesMixed
from jaxlint.diagnostics.rule import Rule, Verdict


class MixedLaxDtypes(Rule[DtypesMixed]):
    """Judges the operands of functions of ``jax.lax``."""

    code = "JAX317"
    name = "mixed-lax-dtypes"
    outcome = "raises TypeError"
    observes = DtypesMixed

    def judge(self, seen: DtypesMixed) -> Verdict | None:
        name, kinds = seen.function.removeprefix("jax."), " and ".join(seen.kinds)
        return Verdict(
            f"`{seen.spelled()}` gives {name} operands of {kinds}",
            "use the function of jnp, or make the dtypes the same",
        )
