"""A key in a field that is split again and again and never replaced.

## What it finds
A method, other than the constructor, that splits a key held in a field of its object and throws
the new key away, ``_, sub = jax.random.split(self.key)``, where nothing else in the class or in its
module assigns the field after the constructor. And one that draws from the field itself, and leaves
it as it is, where another method of the class splits it, keeps the new key and gives a child.

## Why it is bad
The field holds the same key for ever, so each call gets the same children and draws the same
numbers. Nothing shows it but the results.

## Example
    class Mixer:
        def __init__(self, seed):
            self.key = jax.random.key(seed)

        def forward(self, x):
            _, sub = jax.random.split(self.key)
            return x + jax.random.normal(sub, x.shape)

## Use instead
    class Mixer:
        def __init__(self, seed):
            self.key = jax.random.key(seed)

        def forward(self, x):
            self.key, sub = jax.random.split(self.key)
            return x + jax.random.normal(sub, x.shape)

In a jitted method the key has to be an argument and a result instead.

See https://docs.jax.dev/en/latest/random-numbers.html.

## When it stays quiet
When the field is assigned anywhere else, or a method makes a copy of the object with another key
there; when both children are used, when the key is folded with something, and in classes with a
base that is not in sight.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import KeyNeverStepped
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class UnsteppedKey(Rule[KeyNeverStepped]):
    """Judges keys in fields that are split without the new key being kept."""

    code = "JAX415"
    name = "unstepped-key"
    outcome = "silently wrong: each call draws the same numbers"
    severity = WARNING
    observes = KeyNeverStepped

    def judge(self, seen: KeyNeverStepped) -> Verdict | None:
        if seen.taker:
            return Verdict(
                f"`{seen.field}` is drawn from and stays, so the next call draws the same numbers",
                f"draw from the key that `{seen.taker}` gives",
            )
        return Verdict(
            f"`{seen.field}` is split here and never replaced, so each call gets the same children",
            f"keep the new key: {seen.field}, subkey = jax.random.split({seen.field})",
        )
