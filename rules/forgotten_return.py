"""A jitted function that returns nothing, and whose result is kept.

## What it finds
``y = f(x)``, where every path of the jitted ``f`` ends without a value.

## Why it is bad
``y`` is None, and JAX says nothing. As nothing comes out, all that ``f`` computes is removed when
it is compiled.

## Example
    @jax.jit
    def normalise(x):
        x / jnp.linalg.norm(x)

    y = normalise(x)

## Use instead
    @jax.jit
    def normalise(x):
        return x / jnp.linalg.norm(x)

## When it stays quiet
Calls whose result is not bound to a name; functions that are stubs.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.usage.observations import ReturnForgotten
from jaxlint.diagnostics.rule import Rule, Verdict


class ForgottenReturn(Rule[ReturnForgotten]):
    """Judges jitted functions that return nothing."""

    code = "JAX516"
    name = "forgotten-return"
    outcome = "silently wrong: the result is None"
    observes = ReturnForgotten

    def judge(self, seen: ReturnForgotten) -> Verdict | None:
        return Verdict("this jitted function returns None", "return what it computes")
