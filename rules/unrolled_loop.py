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

from jaxlint.analysis.domains.compilation.observations import LoopUnrolled
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class UnrolledLoop(Rule[LoopUnrolled]):
    """Judges loops in traced code."""

    code = "JAX703"
    name = "unrolled-loop"
    outcome = "slow: each turn is compiled by itself"
    level = Level.OFF
    severity = WARNING
    observes = LoopUnrolled

    def judge(self, seen: LoopUnrolled) -> Verdict | None:
        turns = f"{seen.turns} turns" if seen.rows is None else "a turn for each row"
        return Verdict(
            f"this loop is unrolled into the compiled program: {turns}",
            "use jax.lax.fori_loop or jax.lax.scan",
        )
