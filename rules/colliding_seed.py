"""A seed that does not fit into 32 bits.

## What it finds
A literal seed of ``2**32`` or more given to ``jax.random.key`` or ``PRNGKey``.

## Why it is bad
Without 64-bit mode the seed is cut to 32 bits: ``key(2**32)`` is ``key(0)``.

## Example
    key = jax.random.key(4294967296)

## Use instead
    key = jax.random.key(1)

## When it stays quiet
Seeds below ``2**32``, seeds that are not literals, and programs that turn on 64-bit mode.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import SeedCollides
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class CollidingSeed(Rule[SeedCollides]):
    """Judges literal seeds."""

    code = "JAX407"
    name = "colliding-seed"
    outcome = "silently wrong: another seed gives the same key"
    severity = WARNING
    observes = SeedCollides

    def judge(self, seen: SeedCollides) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` gives the same key as seed {seen.other}",
            "use a seed below 2**32",
        )
