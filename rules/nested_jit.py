"""A jit made inside traced code.

## What it finds
``@jax.jit`` on a function defined in traced code, or ``jax.jit(...)`` made there, that is called
there once.

## Why it is bad
The compiler merges it with what is around it: nothing is compiled apart, and ``donate_argnums`` and
``backend`` are ignored. It reads as if there were a boundary where there is none. Only the jaxpr
shows it, as an equation of its own, to code that reads jaxprs.

## Example
    @jax.jit
    def step(x):
        double = jax.jit(lambda y: 2 * y)
        return double(x)

## Use instead
    @jax.jit
    def step(x):
        double = lambda y: 2 * y
        return double(x)

## When it stays quiet
Calls of functions that were jitted elsewhere: that is fine and common. A jit that is called again,
be it by a loop of Python's: its function is traced once, and would be at each call without it. One
that is only lowered (``jax.jit(f).lower(x)``) or handed on, one under ``jax.eval_shape`` alone, and
one with ``in_shardings`` or ``out_shardings``, which hold inside too. A jit whose maker keeps its
results, under ``functools.cache``, serves plain callers as well.

## Fix
None is offered yet.
"""

from jaxlint.analysis.domains.compilation.observations import JitMadeInTrace
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import Rule, Verdict


class NestedJit(Rule[JitMadeInTrace]):
    """Judges jits made in traced code."""

    code = "JAX501"
    name = "nested-jit"
    outcome = "redundant: the compiled program is the same without it"
    severity = ADVICE
    observes = JitMadeInTrace

    def judge(self, seen: JitMadeInTrace) -> Verdict | None:
        return Verdict(
            f"{seen.transform} of {seen.what} is made in traced code, and compiled as one with it",
            "call the function itself, or jit it outside",
        )
