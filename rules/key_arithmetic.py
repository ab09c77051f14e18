"""Arithmetic, indexing or unpacking of a key.

## What it finds
``key + 1``, ``key ^ i``, ``key[0]`` and ``a, b = jax.random.PRNGKey(0)`` on a single key.

## Why it is bad
A raw key is two words: arithmetic and indexing give something that still works and is not
independent of the rest; unpacking gives two numbers. Typed keys raise ``TypeError``
or ``IndexError``.

## Example
    key = jax.random.PRNGKey(0)
    a = jax.random.normal(key + 1)

## Use instead
    key = jax.random.key(0)
    a = jax.random.normal(jax.random.fold_in(key, 1))

## When it stays quiet
Batches of keys from ``split``, and ``jax.random.key_data``, which gives the words on purpose; a
word that is made a number, or seeds a generator (``np.random.default_rng(key[1])``).

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import Handling, KeyTakenForNumbers
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Handling.COMPUTED_WITH: "computed with",
    Handling.INDEXED: "indexed",
    Handling.UNPACKED: "unpacked",
}


class KeyArithmetic(Rule[KeyTakenForNumbers]):
    """Judges keys that are handled as numbers."""

    code = "JAX409"
    name = "key-arithmetic"
    outcome = "silently wrong for raw keys, refused for typed ones"
    severity = WARNING
    observes = KeyTakenForNumbers

    def judge(self, seen: KeyTakenForNumbers) -> Verdict | None:
        return Verdict(
            f"a key is {_WORDS[seen.handling]} like an array of numbers in `{seen.spelled()}`",
            "derive keys with jax.random.split or fold_in",
        )
