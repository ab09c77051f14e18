"""A raw key, which JAX's own checker cannot follow.

## What it finds
A call of ``jax.random.PRNGKey``.

## Why it is bad
A raw key is an array of two numbers like any other: arithmetic on it, indexing and reuse all pass
without a word, also under ``jax.debug_key_reuse(True)``. Of a typed key JAX refuses the first two,
and the checker sees the third.

## Example
    key = jax.random.PRNGKey(0)

## Use instead
    key = jax.random.key(0)

See https://docs.jax.dev/en/latest/jep/9263-typed-keys.html.

## When it stays quiet
It is off unless selected: raw keys are right code, and libraries and checkpoints may need them.

## Fix
None is offered: a raw key has shape ``(2,)`` and a typed one ``()``, which other code may rely on.
"""

from jaxlint.analysis.domains.keys.observations import RawKeyMade
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class RawKey(Rule[RawKeyMade]):
    """Judges calls that make raw keys."""

    code = "JAX413"
    name = "raw-key"
    outcome = "hides reuse from JAX's checker"
    level = Level.OFF
    severity = ADVICE
    observes = RawKeyMade

    def judge(self, seen: RawKeyMade) -> Verdict | None:
        return Verdict("this makes a raw key", "write jax.random.key, which makes a typed one")
