"""A key that does not change is drawn from in every turn of a loop.

## What it finds
A draw from, or a split of, a key bound outside of the loop and not re-bound in it: in Python loops
and comprehensions, and in the bodies of ``scan``, ``fori_loop``, ``while_loop`` and ``lax.map``,
where a carry that hands back the old key is the same mistake.

## Why it is bad
Each turn draws the same numbers.

## Example
    for _ in range(10):
        noise = jax.random.normal(key)

## Use instead
    for step_key in jax.random.split(key, 10):
        noise = jax.random.normal(step_key)

See https://docs.jax.dev/en/latest/random-numbers.html.

## When it stays quiet
When the key is split and re-bound in the loop, folded with the loop index, or taken from a batch
of keys, be it by what an object holds that the loop is at (``keys[worker.name]``). Where what a
turn makes is read only where something equals what the loop goes through, each turn may take other
rows of it: that is advice. So is a loop over settings that are spelled out (names, classes, sizes)
and handed to what draws: it compares what they give. In test files, benchmarks and notebooks it is
always advice.

## Fix
Unsafe, as the numbers change: in a Python loop that draws from a local variable the key is split
in the loop: ``key, subkey = jax.random.split(key)``; of ``_, subkey = ...`` the new key is kept.
"""

from jaxlint.analysis.domains.keys.observations import HARMLESS, KeyReusedInLoop, Relation
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_OUTCOMES = {
    Relation.EQUAL: None,
    Relation.TIED: None,
    Relation.TWINS: None,
    Relation.ONE_POINT: None,
    Relation.COMMON: "each turn draws the same numbers, as a comparison of what they give wants",
    Relation.UNRELATED: "each turn draws the same numbers, of which it may take others",
}


class LoopReusedKey(Rule[KeyReusedInLoop]):
    """Judges draws that meet the same key again in a later turn."""

    code = "JAX402"
    name = "loop-reused-key"
    outcome = "silently wrong: each turn draws the same numbers"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK, FileKind.NOTEBOOK))
    observes = KeyReusedInLoop

    def judge(self, seen: KeyReusedInLoop) -> Verdict | None:
        return Verdict(
            f"{seen.called} is the same in every turn",
            "split it and re-bind it in the loop, or fold in the loop index",
            _OUTCOMES[seen.relation],
            fix=seen.fix,
            severity=ADVICE if seen.relation in HARMLESS else None,
        )
