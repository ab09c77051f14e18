"""Blocks of a kernel that are counted in elements.

## What it finds
``pl.BlockSpec((n,), lambda i: (i * n,))``: a map that multiplies the number of a block by its
length.

## Why it is bad
A map gives the numbers of blocks, and Pallas multiplies these by the length itself: the second
block is taken ``n`` blocks away. Beyond the end of the array the last block is taken again and
again, or nothing that is there (https://docs.jax.dev/en/latest/pallas/grid_blockspec.html).

## Example
    pl.BlockSpec((128,), lambda i: (i * 128,))

## Use instead
    pl.BlockSpec((128,), lambda i: (i,))

## When it stays quiet
Where the blocks are told to be of elements (``pl.Element``, ``indexing_mode``).

## Fix
None.
"""

from jaxlint.analysis.domains.tracing.observations import BlockOffset
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class OffsetInElements(Rule[BlockOffset]):
    """Judges maps of blocks."""

    code = "JAX325"
    name = "block-offset"
    outcome = "silently wrong: other blocks than are meant"
    severity = WARNING
    observes = BlockOffset

    def judge(self, seen: BlockOffset) -> Verdict | None:
        return Verdict(
            f"this map counts elements: Pallas multiplies the number of a block by {seen.length}",
            "give the number of the block",
        )
