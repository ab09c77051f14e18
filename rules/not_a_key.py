"""Something that is no key where one is wanted.

## What it finds
A number, a string, a tuple (the shape given first), a NumPy generator or a whole batch of keys,
given to a sampler, ``split`` or ``fold_in``.

## Why it is bad
Raises ``TypeError``, or ``ValueError`` for a batch.

## Example
    x = jax.random.normal((3,), key)
    y = jax.random.uniform(jax.random.split(key))

## Use instead
    x = jax.random.normal(key, (3,))
    y = jax.vmap(jax.random.uniform)(jax.random.split(key))

## When it stays quiet
Values that may be keys; batches under ``vmap``.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.keys.observations import NoKeyGiven
from jaxlint.diagnostics.rule import Rule, Verdict


class NotAKey(Rule[NoKeyGiven]):
    """Judges what is given as a key."""

    code = "JAX410"
    name = "not-a-key"
    outcome = "raises TypeError"
    observes = NoKeyGiven

    def judge(self, seen: NoKeyGiven) -> Verdict | None:
        return Verdict(
            f"{seen.given} is given where `{seen.spelled()}` wants one key",
            "pass a key from jax.random.key or split; use jax.vmap for a batch",
            "raises ValueError" if seen.batch else None,
        )
