"""A NumPy habit that changes an array in place.

## What it finds
``.fill``, ``.resize``, ``.put``, ``.partition``, ``.itemset``, ``x.shape = ...`` on a JAX array,
and ``out=`` given to a ``jnp`` function.

## Why it is bad
JAX arrays are immutable and have no such methods: ``AttributeError``; ``out=`` raises
``NotImplementedError`` or ``TypeError``.

## Example
    x = jnp.zeros(3)
    x.fill(1.0)
    jnp.add(x, 1.0, out=x)

## Use instead
    x = jnp.full_like(x, 1.0)
    x = jnp.add(x, 1.0)

## When it stays quiet
NumPy arrays, ``out=None``, and unknown values.

## Fix
None is offered yet.
"""

from jaxlint.observations import ArrayWrite
from jaxlint.rule import Rule, Verdict


class InPlaceMethod(Rule[ArrayWrite]):
    """Judges in-place methods and ``out=``."""

    code = "JAX302"
    name = "in-place-method"
    outcome = "raises AttributeError"
    observes = ArrayWrite

    def judge(self, seen: ArrayWrite) -> Verdict | None:
        if seen.form == "out=":
            return Verdict(
                f"`{seen.spelled()}` is given out=, which JAX does not support",
                "assign the result",
                "raises NotImplementedError",
            )
        if seen.form.startswith(".") and not seen.form.startswith(".at["):
            return Verdict(
                f"`{seen.spelled()}` changes an array in place, but JAX arrays are immutable",
                "make a new array: jnp.full_like, reshape, .at[...]",
            )
        return None
