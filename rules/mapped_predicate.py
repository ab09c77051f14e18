"""A ``lax.cond`` whose predicate ``vmap`` maps.

## What it finds
``jax.lax.cond`` inside ``jax.vmap`` on a predicate that differs from row to row.

## Why it is bad
A mapped ``cond`` becomes a ``select``: both branches run for every row, and one result is thrown
away. The branch that was meant to be skipped costs as much as the other, and its side effects
happen.

## Example
    def step(x):
        return jax.lax.cond(x > 0, expensive, cheap, x)

    jax.vmap(step)(xs)

## Use instead
    def step(x):
        return jnp.where(x > 0, expensive(x), cheap(x))

That does the same and says so. Where the cost counts, take the predicate out of the mapped function
or run the rows one by one with ``jax.lax.map``.

## When it stays quiet
On predicates that are the same for all rows. The rule is advice and off by default.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.tracing.observations import PredicateMapped
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class MappedPredicate(Rule[PredicateMapped]):
    """Judges predicates that differ from row to row."""

    code = "JAX702"
    name = "mapped-predicate"
    outcome = "runs both branches for every row"
    level = Level.OFF
    severity = WARNING
    observes = PredicateMapped

    def judge(self, seen: PredicateMapped) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` is mapped with its predicate, and so runs both branches",
            "write jnp.where, or use jax.lax.map if one branch is costly",
        )
