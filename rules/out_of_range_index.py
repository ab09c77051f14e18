"""An index beyond the end of an array.

## What it finds
``x[4]``, ``x[0, -5]`` and ``x.at[4].set(v)`` with a literal index that is out of range of an array
whose shape is known from the call that made it; ``keys[n]`` of ``jax.random.split(key, n)``.

## Why it is bad
JAX raises no ``IndexError``, in compiled or in plain code. A read is moved to the nearest element,
a write is dropped.

## Example
    x = jnp.zeros(4)
    return x[4]

## Use instead
    x = jnp.zeros(4)
    return x[3]

## When it stays quiet
For slices, which end where the array ends, as in NumPy; with ``mode=`` given; where the shape or
the index is not known for certain; and behind a test.

## Fix
None: which element was meant is not known.
"""

from jaxlint.analysis.domains.arrays.observations import IndexOutOfRange
from jaxlint.diagnostics.rule import Rule, Verdict


class OutOfRangeIndex(Rule[IndexOutOfRange]):
    """Judges literal indices against known shapes."""

    code = "JAX306"
    name = "out-of-range-index"
    outcome = "silently wrong: another element is read"
    observes = IndexOutOfRange

    def judge(self, seen: IndexOutOfRange) -> Verdict | None:
        where = f"index {seen.position} of an axis of {seen.size}"
        if seen.updates:
            return Verdict(
                f"`{seen.spelled()}` writes to {where}",
                "correct the index, or say `mode='drop'`",
                "silently wrong: the update is dropped",
            )
        return Verdict(
            f"`{seen.spelled()}` reads {where}",
            "correct the index, or say `.at[i].get(mode='fill')`",
        )
