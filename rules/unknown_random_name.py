"""A name that jax.random does not have.

## What it finds
``jnp.random``, ``jax.random.seed``, ``rand``, ``randn``, ``default_rng``, ``manual_seed`` and
others that NumPy, PyTorch or an old JAX have.

## Why it is bad
Raises ``AttributeError``, or ``ImportError`` when imported.

## Example
    x = jnp.random.normal(size=3)

## Use instead
    x = jax.random.normal(key, (3,))

## When it stays quiet
Names that exist, local objects of these names, and uses inside ``try``.

## Fix
None is offered: a key is needed.
"""

from jaxlint.observations import KeyMisuse
from jaxlint.rule import Rule, Verdict


class UnknownRandomName(Rule[KeyMisuse]):
    """Judges names of random functions."""

    code = "JAX411"
    name = "unknown-random-name"
    outcome = "raises AttributeError"
    observes = KeyMisuse

    def judge(self, seen: KeyMisuse) -> Verdict | None:
        if seen.form != "name":
            return None
        return Verdict(
            f"{seen.what} does not exist",
            "use jax.random.key and the samplers of jax.random",
        )
