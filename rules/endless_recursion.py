"""A function that calls itself on every path.

## What it finds
A function that calls itself inside an argument of ``jnp.where`` or in a branch of ``lax.cond``,
with no test of Python's in between.

## Why it is bad
``jnp.where`` computes both of its sides, and ``lax.cond`` traces both of its branches, so the call
that would end the recursion is never reached: ``RecursionError``, even outside of ``jit``.

## Example
    def factorial(n):
        return jnp.where(n <= 1, 1, n * factorial(n - 1))

## Use instead
    def factorial(n):
        return jax.lax.fori_loop(1, n + 1, lambda i, product: product * i, 1)

## When it stays quiet
Where a Python ``if``, conditional expression, ``and``, ``or``, loop or comprehension decides about
the call: recursion over a pytree or to a static depth.

## Fix
None is offered: the recursion has to become a loop.
"""

from jaxlint.analysis.domains.tracing.observations import RecursionTraced
from jaxlint.diagnostics.rule import Rule, Verdict


class EndlessRecursion(Rule[RecursionTraced]):
    """Judges calls of a function by itself."""

    code = "JAX118"
    name = "endless-recursion"
    outcome = "raises RecursionError"
    observes = RecursionTraced

    def judge(self, seen: RecursionTraced) -> Verdict | None:
        return Verdict(
            f"`{seen.function}` calls itself whatever its argument is",
            "use jax.lax.while_loop, fori_loop or scan, or a Python `if` on a static value",
        )
