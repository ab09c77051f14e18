"""A ``lax.cond`` whose predicate is a Python value.

## What it finds
``jax.lax.cond`` on a predicate that is known while tracing: a literal, a test of shapes, dtypes or
static arguments.

## Why it is bad
Python's ``if`` would take the one branch. ``lax.cond`` traces and compiles both, so that both must
be right for these shapes and give the same types: a branch that is never taken can raise.

## Example
    @jax.jit
    def first_or_zero(x):
        return jax.lax.cond(x.shape[0] > 2, lambda v: v[:3].sum(), lambda v: 0.0, x)

## Use instead
    @jax.jit
    def first_or_zero(x):
        return x[:3].sum() if x.shape[0] > 2 else 0.0

## When it stays quiet
On predicates that are traced or not known. The rule is advice and off by default.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.tracing.observations import PredicateStatic
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class StaticPredicate(Rule[PredicateStatic]):
    """Judges predicates that Python knows."""

    code = "JAX701"
    name = "static-predicate"
    outcome = "traces and compiles both branches"
    level = Level.OFF
    severity = WARNING
    observes = PredicateStatic

    def judge(self, seen: PredicateStatic) -> Verdict | None:
        return Verdict(
            f"the predicate of `{seen.spelled()}` is known while tracing",
            "use Python's `if`, which traces one branch only",
        )
