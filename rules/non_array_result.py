"""A traced function returns something that no array can stand for.

## What it finds
Text, a function, a set, a range or an iterator returned by a function under ``jit``, ``vmap``,
``scan`` and the like, by itself or in a tuple, list or dict.

## Why it is bad
What leaves a trace are arrays and pytrees of them. Anything else raises ``TypeError`` when the
function is first called.

## Example
    @jax.jit
    def evaluate(x):
        return {"name": "loss", "value": x.sum()}

## Use instead
    @jax.jit
    def evaluate(x):
        return x.sum()

    result = {"name": "loss", "value": evaluate(x)}

See https://docs.jax.dev/en/latest/pytrees.html.

## When it stays quiet
None; auxiliary results of ``grad``; helpers that traced code calls.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.tracing.observations import ResultNotArray
from jaxlint.diagnostics.rule import Rule, Verdict


class NonArrayResult(Rule[ResultNotArray]):
    """Judges what traced functions return."""

    code = "JAX518"
    name = "non-array-result"
    outcome = "raises TypeError"
    observes = ResultNotArray

    def judge(self, seen: ResultNotArray) -> Verdict | None:
        return Verdict(
            f"{seen.function} returns {seen.what}, which cannot leave the trace",
            "return arrays, and put the rest together outside",
        )
