"""A name or parameter of JAX that is about to go.

## What it finds
Names and parameters that the newest JAX which the project allows still has, but warns of. The
project's JAX is found as JAX801 finds it.

## Why it is bad
Gives a ``DeprecationWarning``, and is gone some releases later.

## Example
    from jax.core import new_jaxpr_eqn

## Use instead
    from jax.extend.core import new_jaxpr_eqn

## When it stays quiet
Where JAX801 does.

## Fix
As JAX801's.
"""

from jaxlint.analysis.domains.api.observations import PartDeprecated
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class DeprecatedName(Rule[PartDeprecated]):
    """Judges names and parameters that warn."""

    code = "JAX803"
    name = "deprecated-name"
    outcome = "gives a DeprecationWarning"
    level = Level.OFF
    severity = WARNING
    observes = PartDeprecated

    def judge(self, seen: PartDeprecated) -> Verdict | None:
        standing = seen.standing
        what = f"`{seen.parameter}` of `{seen.name}`" if seen.parameter else f"`{seen.name}`"
        instead = f"use {seen.told}" if seen.told else "jaxlint knows of no other"
        return Verdict(
            f"{what} is deprecated since JAX {standing.since}; {standing.allowed}",
            instead,
            fix=seen.fix,
        )
