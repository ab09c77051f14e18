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

from jaxlint.analysis.observations import ArrayMisuse
from jaxlint.diagnostics.rule import Rule, Verdict


class MixedLaxDtypes(Rule[ArrayMisuse]):
    """Judges the operands of functions of ``jax.lax``."""

    code = "JAX317"
    name = "mixed-lax-dtypes"
    outcome = "raises TypeError"
    observes = ArrayMisuse

    def judge(self, seen: ArrayMisuse) -> Verdict | None:
        if seen.form != "lax":
            return None
        name, _, kinds = seen.what.partition(" ")
        return Verdict(
            f"`{seen.spelled()}` gives {name.removeprefix('jax.')} operands of {kinds}",
            "use the function of jnp, or make the dtypes the same",
        )
