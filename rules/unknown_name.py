"""A name that no JAX since 0.2.0 has had.

## What it finds
Names of ``jax`` and its public modules that no release since 0.2.0 has had: ``jnp.concat_``,
``jax.vmapp``, ``lax.where``. Those of ``jax.random`` are JAX411's.

## Why it is bad
Raises ``AttributeError``, or ``ImportError`` when imported.

## Example
    y = jnp.multipy(a, b)

## Use instead
    y = jnp.multiply(a, b)

## When it stays quiet
Where JAX801 does, and for names in modules whose names are not known.

## Fix
None is offered; the nearest name is told.
"""

from jaxlint.analysis.domains.api.observations import NameUnknown
from jaxlint.diagnostics.rule import Rule, Verdict


class UnknownName(Rule[NameUnknown]):
    """Judges names that are in no release that is known."""

    code = "JAX804"
    name = "unknown-name"
    outcome = "raises AttributeError or ImportError"
    observes = NameUnknown

    def judge(self, seen: NameUnknown) -> Verdict | None:
        standing = seen.standing
        near = seen.successor.new if seen.successor else standing.near
        return Verdict(
            f"`{seen.name}` is in no JAX from {standing.earliest} to {standing.newest}",
            f"use {near}"
            if seen.successor
            else f"the nearest name is {near}"
            if standing.near
            else "no name is near to it",
            fix=seen.fix,
        )
