"""A long Python loop in traced code.

## What it finds
``for`` over a literal range of 32 or more turns, or over the rows of a traced array, in traced
code. Off by default: short loops are fine, and some bodies cannot be a loop of the device.

## Why it is bad
Tracing runs the Python loop, so the compiled program holds its body once for each turn. Compile
time grows with the number of turns, often much faster than the work that is saved.

## Example
    @jax.jit
    def power(x):
        for _ in range(100):
            x = x @ x
        return x

## Use instead
    @jax.jit
    def power(x):
        return jax.lax.fori_loop(0, 100, lambda i, x: x @ x, x)

## When it stays quiet
Short ranges, ranges of unknown length, loops over lists and dicts.

## Fix
None is offered.
"""

from jaxlint.analysis.observations import TransformMisuse
from jaxlint.diagnostics.rule import Level, Rule, Verdict

_FORMS = {
    "unrolled": (
        "this loop is unrolled into the compiled program: {what}",
        "use jax.lax.fori_loop or jax.lax.scan",
        None,
    ),
}


class UnrolledLoop(Rule[TransformMisuse]):
    """Judges loops in traced code."""

    code = "JAX703"
    name = "unrolled-loop"
    outcome = "slow: each turn is compiled by itself"
    level = Level.OFF
    observes = TransformMisuse

    def judge(self, seen: TransformMisuse) -> Verdict | None:
        if seen.form not in _FORMS:
            return None
        message, advice, outcome = _FORMS[seen.form]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, mend=seen.mend)
