"""A Python loop whose length depends on a traced value.

## What it finds
``while`` on a traced value, and ``range`` of one.

## Why it is bad
Python has to know now whether to go round again, and a tracer cannot say: ``while`` raises
``jax.errors.TracerBoolConversionError``, ``range`` raises ``TracerIntegerConversionError``.

## Example
    @jax.jit
    def halvings(x):
        n = 0
        while x > 1.0:
            x, n = x / 2, n + 1
        return n

## Use instead
    @jax.jit
    def halvings(x):
        step = lambda s: (s[0] / 2, s[1] + 1)
        return jax.lax.while_loop(lambda s: s[0] > 1.0, step, (x, 0))[1]

## When it stays quiet
Loops over shapes, ``len(x)``, Python numbers and static arguments, and under ``jax.grad`` alone.

## Fix
None is offered: the loop's body has to become a function of its state.
"""

from jaxlint.analysis.domains.tracing.observations import Loop, LoopTested
from jaxlint.diagnostics.rule import Rule, Verdict


class TracedLoop(Rule[LoopTested]):
    """Judges truth tests by ``while`` and lengths asked for by ``range``."""

    code = "JAX102"
    name = "traced-loop"
    outcome = "raises TracerBoolConversionError"
    observes = LoopTested

    def judge(self, seen: LoopTested) -> Verdict | None:
        if seen.by is Loop.WHILE:
            return Verdict(
                f"this `while` tests `{seen.spelled()}`, which is traced",
                "use jax.lax.while_loop, or jax.lax.scan with a fixed length and a mask",
            )
        return Verdict(
            f"`{seen.spelled()}` needs a length, but its argument is traced",
            "use jax.lax.fori_loop, or make the length static",
            "raises TracerIntegerConversionError",
        )
