"""A comprehension or a sum over the rows of a traced array.

## What it finds
``[f(row) for row in xs]`` and ``sum(xs)`` in traced code, where ``xs`` is one array. Off by
default.

## Why it is bad
Each row becomes operations of its own in the compiled program. One operation on the whole array
does the same, compiles at once and runs in parallel.

## Example
    @jax.jit
    def norms(xs):
        return jnp.stack([jnp.linalg.norm(x) for x in xs])

## Use instead
    @jax.jit
    def norms(xs):
        return jax.vmap(jnp.linalg.norm)(xs)

## When it stays quiet
Lists of arrays, and what may be one.

## Fix
Unsafe, as the order of the additions changes: ``sum(xs)`` becomes ``jnp.sum(xs, axis=0)``.
"""

from jaxlint.analysis.domains.compilation.observations import ByHand, RowsTakenByHand
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict

_WORDS = {
    ByHand.MAPPED: (
        "each row of this array is compiled by itself",
        "use jax.vmap, or an operation on the whole array",
    ),
    ByHand.SUMMED: ("each row is added by itself", "use jnp.sum with axis=0"),
}


class UnmappedComprehension(Rule[RowsTakenByHand]):
    """Judges comprehensions and sums in traced code."""

    code = "JAX704"
    name = "unmapped-comprehension"
    outcome = "slow: each row is compiled by itself"
    level = Level.OFF
    severity = WARNING
    observes = RowsTakenByHand

    def judge(self, seen: RowsTakenByHand) -> Verdict | None:
        message, advice = _WORDS[seen.work]
        return Verdict(message, advice, fix=seen.fix)
