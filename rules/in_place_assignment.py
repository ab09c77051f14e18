"""Item assignment to a JAX array.

## What it finds
``x[i] = v``, ``x[i] += v``, ``del x[i]`` and ``x.at[i] = v`` where ``x`` is a JAX array, traced or
not.

## Why it is bad
JAX arrays are immutable. The statement raises ``TypeError`` (``del``: ``AttributeError``), in
compiled and in plain code.

## Example
    x = jnp.zeros(3)
    x[0] = 1.0

## Use instead
    x = jnp.zeros(3)
    x = x.at[0].set(1.0)

## When it stays quiet
NumPy arrays, dicts, lists, ``jax.new_ref`` references, Pallas references, and unknown values.

## Fix
``x[i] = v`` becomes ``x = x.at[i].set(v)``, and augmented forms ``.add(v)`` and the like, where
``x`` is a variable that the code can bind. Safe where only JAX arrays come here, as the code always
raises then; not safe where a caller may hand in NumPy arrays, or an index may name an element
twice, where NumPy and JAX differ.
"""

from jaxlint.analysis.domains.arrays.observations import ItemStored, Store
from jaxlint.diagnostics.rule import Rule, Verdict

_ADVICE = {
    Store.ITEM: "write `x = x.at[index].set(value)`",
    Store.AUGMENTED: "write `x = x.at[index].add(value)` or its like",
    Store.DELETED: "use jnp.delete",
    Store.REFERENCE: "call the method: `x = x.at[index].set(value)`",
}


class InPlaceAssignment(Rule[ItemStored]):
    """Judges item stores to arrays."""

    code = "JAX301"
    name = "in-place-assignment"
    outcome = "raises TypeError"
    observes = ItemStored

    def judge(self, seen: ItemStored) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` is written in place, but JAX arrays are immutable",
            _ADVICE[seen.store],
            "raises AttributeError" if seen.store is Store.DELETED else None,
            fix=seen.fix,
        )
