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

from jaxlint.analysis.domains.api.observations import ApiUse
from jaxlint.diagnostics.rule import Rule, Verdict


class UnknownRandomName(Rule[ApiUse]):
    """Judges names of random functions."""

    code = "JAX411"
    name = "unknown-random-name"
    outcome = "raises AttributeError"
    observes = ApiUse

    def judge(self, seen: ApiUse) -> Verdict | None:
        if not seen.unknown or not seen.random:
            return None
        return Verdict(
            f"{seen.name} does not exist",
            "use jax.random.key and the samplers of jax.random",
        )
