"""A parameter that a function of JAX does not have.

## What it finds
Calls that pass a parameter by name that no release since 0.4.18 has had, or more arguments by
position than any of these took: ``jnp.sum(x, axes=0)``, ``jax.jit(f, static_argnum=0)``.

## Why it is bad
Raises ``TypeError`` at the call, which for ``functools.partial(jax.jit, ...)`` comes later.

## Example
    total = jnp.sum(x, axes=0)

## Use instead
    total = jnp.sum(x, axis=0)

## When it stays quiet
Where JAX801 does, for what ``**options`` may hold, and for ``out=`` and ``where=``, which are
JAX302's.

## Fix
None is offered; the nearest name is told.
"""

from jaxlint.analysis.domains.api.observations import ParameterUnknown
from jaxlint.diagnostics.rule import Rule, Verdict


class UnknownParameter(Rule[ParameterUnknown]):
    """Judges parameters that are in none of the releases asked."""

    code = "JAX805"
    name = "unknown-parameter"
    outcome = "raises TypeError"
    observes = ParameterUnknown

    def judge(self, seen: ParameterUnknown) -> Verdict | None:
        near = seen.standing.near
        if not seen.parameter:
            return Verdict(
                f"`{seen.name}` takes no more than {near} by position",
                "pass the last ones by name, or leave them out",
            )
        return Verdict(
            f"`{seen.name}` has no `{seen.parameter}` in any JAX from {seen.standing.since} to "
            f"{seen.standing.newest}",
            f"the nearest name is `{near}`" if near else "leave it out",
        )
