"""Fractions put into an array of whole numbers.

## What it finds
``x.at[i].set(v)``, ``add``, ``multiply`` and other updates of an array of whole numbers by a number
with a fraction, or by an array of floats: of ``jnp.full(shape, 0)``, ``jnp.arange(n)``,
``jnp.array([0, 1])``, or of what names a dtype of whole numbers. ``jnp.full_like(x, 0.5)`` of such
an array, without a dtype of its own.

## Why it is bad
An update keeps the dtype of the array: ``jnp.array([0, 0]).at[0].set(0.75)`` is all zero. JAX warns
(``FutureWarning: scatter inputs have incompatible types``), and says that it will be an error. What
``full_like`` makes has the dtype of ``x``, without a warning.

## Example
    field = jnp.full(shape, 0).at[0].set(0.75)

## Use instead
    field = jnp.full(shape, 0.0).at[0].set(0.75)

## When it stays quiet
For ``2.0`` and other floats that are whole, and where a dtype is not known.

## Fix
None: the array is made elsewhere.
"""

from jaxlint.analysis.domains.arrays.observations import FractionsCut
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class CutUpdate(Rule[FractionsCut]):
    """Judges updates of whole numbers by floats."""

    code = "JAX322"
    name = "cut-update"
    outcome = "silently wrong: what is behind the point is cut off"
    severity = WARNING
    observes = FractionsCut

    def judge(self, seen: FractionsCut) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` puts floats into an array of whole numbers",
            "make the array one of floats, or round what is put in",
        )
