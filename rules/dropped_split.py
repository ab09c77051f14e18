"""The result of ``jax.random.split`` or ``fold_in`` is dropped.

## What it finds
A statement ``jax.random.split(key)`` or ``jax.random.fold_in(key, i)`` whose value goes nowhere.

## Why it is bad
Keys are values: the call changes nothing, and the next draw uses the same key as the last.

## Example
    jax.random.split(key)

## Use instead
    key, subkey = jax.random.split(key)

## When it stays quiet
When the result is bound.

## Fix
None is offered: binding it changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import SplitDropped
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class DroppedSplit(Rule[SplitDropped]):
    """Judges dropped results of split and fold_in."""

    code = "JAX404"
    name = "dropped-split"
    outcome = "has no effect"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = SplitDropped

    def judge(self, seen: SplitDropped) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` returns new keys, which are dropped",
            "bind them: `key, subkey = jax.random.split(key)`",
        )
