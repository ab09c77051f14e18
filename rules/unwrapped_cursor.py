"""A ring of so many places that is written beyond its end.

## What it finds
``x.at[state.cursor].set(value)`` in a function that gives ``state.cursor + 1`` back, and
``jnp.minimum(state.size + 1, capacity)``: what is counted stops at what the buffer holds, and the
place of the next write does not begin anew.

## Why it is bad
JAX drops what is written beyond the end of an array. Once the buffer is full it keeps what it has,
and nothing new comes in. NumPy would raise ``IndexError``.

## Example
    return state._replace(
        items=state.items.at[state.cursor].set(item),
        cursor=state.cursor + 1,
        size=jnp.minimum(state.size + 1, capacity),
    )

## Use instead
    return state._replace(
        items=state.items.at[state.cursor].set(item),
        cursor=(state.cursor + 1) % capacity,
        size=jnp.minimum(state.size + 1, capacity),
    )

## When it stays quiet
Where no count beside the cursor is kept from growing, as in buffers that are filled once; where the
function compares the cursor, or takes it by ``%``, ``jnp.mod``, ``jnp.where`` or the like.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.arrays.observations import CursorUnwrapped
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class UnwrappedCursor(Rule[CursorUnwrapped]):
    """Judges the places at which rings are written."""

    code = "JAX327"
    name = "unwrapped-cursor"
    outcome = "silently wrong: what is written beyond the end is dropped"
    severity = WARNING
    observes = CursorUnwrapped

    def judge(self, seen: CursorUnwrapped) -> Verdict | None:
        return Verdict(
            f"`{seen.cursor}` goes on beyond the end of the buffer, at which `{seen.count}` stops",
            "have it begin anew: (cursor + 1) % capacity",
        )
