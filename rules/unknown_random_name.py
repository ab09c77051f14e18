"""A name that jax.random does not have.

## What it finds
``jnp.random``, ``jax.random.seed``, ``rand``, ``randn``, ``default_rng``, ``manual_seed`` and any
other name that no release of jax.random has had. Names that it has had are JAX801's.

## Why it is bad
Raises ``AttributeError``, or ``ImportError`` when imported.

## Example
    x = jnp.random.normal(size=3)

## Use instead
    x = jax.random.normal(key, (3,))

## When it stays quiet
Names that exist, local objects of these names, and code that asks first, as JAX801 does.

## Fix
None is offered: a key is needed.
"""

from jaxlint.analysis.domains.api.observations import RandomNameUnknown
from jaxlint.diagnostics.rule import Rule, Verdict


class UnknownRandomName(Rule[RandomNameUnknown]):
    """Judges names of random functions."""

    code = "JAX411"
    name = "unknown-random-name"
    outcome = "raises AttributeError"
    observes = RandomNameUnknown

    def judge(self, seen: RandomNameUnknown) -> Verdict | None:
        return Verdict(
            f"{seen.name} does not exist",
            "use jax.random.key and the samplers of jax.random",
        )
