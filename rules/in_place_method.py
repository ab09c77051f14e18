"""A NumPy habit that changes an array in place.

## What it finds
``.fill``, ``.resize``, ``.put``, ``.partition``, ``.itemset``, ``x.shape = ...`` on a JAX array;
``out=`` given to a ``jnp`` function, or a JAX array as ``out=`` of a NumPy function; ``where=`` of
an elementwise ``jnp`` function; ``np.copyto``, ``np.add.at``, ``random.shuffle`` and their like on
a JAX array; ``jnp.put`` and ``jnp.fill_diagonal`` without ``inplace=False``.

## Why it is bad
JAX arrays are immutable and have no such methods: ``AttributeError``; ``out=`` and ``where=`` raise
``NotImplementedError`` or ``TypeError``, the functions ``TypeError`` or ``ValueError``.

## Example
    x = jnp.zeros(3)
    x.fill(1.0)
    jnp.add(x, 1.0, out=x)

## Use instead
    x = jnp.full_like(x, 1.0)
    x = jnp.add(x, 1.0)

## When it stays quiet
NumPy arrays, ``out=None``, ``where=`` of reductions, which JAX takes, and unknown values.

## Fix
``x.fill(v)`` becomes ``x = jnp.full_like(x, v)``, safe where only JAX arrays come here;
``jnp.put(x, ...)`` becomes ``x = jnp.put(x, ..., inplace=False)``, safe as the code always raises.
"""

from jaxlint.analysis.domains.arrays.observations import ChangedInPlace, InPlace
from jaxlint.diagnostics.rule import Rule, Verdict

_OWN = (
    "changes an array in place, but JAX arrays are immutable",
    "make a new array: jnp.full_like, reshape, .at[...]",
    None,
)
_WORDS = {
    InPlace.METHOD: _OWN,
    InPlace.ATTRIBUTE: _OWN,
    InPlace.OUT: (
        "is given out=, which JAX does not support",
        "assign the result",
        "raises NotImplementedError or TypeError",
    ),
    InPlace.WHERE: (
        "is given where=, which this function of JAX does not take",
        "write `jnp.where(mask, result, x)`",
        "raises NotImplementedError or TypeError",
    ),
    InPlace.FUNCTION: (
        "changes an array in place, but JAX arrays are immutable",
        "make a new array: `x.at[...]`, jax.random.permutation",
        "raises TypeError",
    ),
    InPlace.DEFAULT: (
        "changes an array in place, but JAX arrays are immutable",
        "give `inplace=False` and assign the result",
        "raises ValueError",
    ),
}


class InPlaceMethod(Rule[ChangedInPlace]):
    """Judges in-place methods and ``out=``."""

    code = "JAX302"
    name = "in-place-method"
    outcome = "raises AttributeError"
    observes = ChangedInPlace

    def judge(self, seen: ChangedInPlace) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.way]
        return Verdict(f"`{seen.spelled()}` {message}", advice, outcome, seen.fix)
