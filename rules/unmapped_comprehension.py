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

from jaxlint.analysis.observations import TransformMisuse
from jaxlint.diagnostics.rule import Level, Rule, Verdict

_FORMS = {
    "mapped by hand": (
        "each row of this array is compiled by itself",
        "use jax.vmap, or an operation on the whole array",
        None,
    ),
    "summed by hand": (
        "each row is added by itself",
        "use jnp.sum with axis=0",
        None,
    ),
}


class UnmappedComprehension(Rule[TransformMisuse]):
    """Judges comprehensions and sums in traced code."""

    code = "JAX704"
    name = "unmapped-comprehension"
    outcome = "slow: each row is compiled by itself"
    level = Level.OFF
    observes = TransformMisuse

    def judge(self, seen: TransformMisuse) -> Verdict | None:
        if seen.form not in _FORMS:
            return None
        message, advice, outcome = _FORMS[seen.form]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, mend=seen.mend)
