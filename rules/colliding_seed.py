"""A seed that gives the key of another one.

## What it finds
A literal seed of ``2**32`` or more given to ``jax.random.key`` or ``PRNGKey``. A seed, or a number
for ``fold_in``, that adds up the numbers of two loops: ``epoch + batch``.

## Why it is bad
Without 64-bit mode the seed is cut to 32 bits: ``key(2**32)`` is ``key(0)``. Of a sum, batch 2 of
epoch 1 draws what batch 1 of epoch 2 draws.

## Example
    key = jax.random.key(4294967296)

## Use instead
    key = jax.random.key(1)
    key = jax.random.fold_in(jax.random.fold_in(root, epoch), batch)

## When it stays quiet
Seeds below ``2**32``, seeds that are not literals, and programs that turn on 64-bit mode; sums in
which one number is multiplied (``epoch * batches + batch``).

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import SeedCollides
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class CollidingSeed(Rule[SeedCollides]):
    """Judges literal seeds, and sums."""

    code = "JAX407"
    name = "colliding-seed"
    outcome = "silently wrong: another seed gives the same key"
    severity = WARNING
    observes = SeedCollides

    def judge(self, seen: SeedCollides) -> Verdict | None:
        if seen.other is None:
            return Verdict(
                "the numbers of two loops are added up: other turns give the same key",
                "fold in one number after the other",
                "silently wrong: several turns draw the same numbers",
            )
        return Verdict(
            f"`{seen.spelled()}` gives the same key as seed {seen.other}",
            "use a seed below 2**32",
        )
